package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"riffle/internal/blocks"
	"riffle/shuffle/trials"
)

// task is an experiment that workers play.
type task struct {
	client     *Client
	experiment *trials.Experiment
	log        io.Writer
	id         string
	queue      js.Stream
	data       js.Stream

	open    map[stretch]int // what is missing, with how often it was asked for
	parts   []*trials.Part
	made    int
	played  map[string]bool // who has played a part
	news    chan struct{}
	mu      sync.Mutex
	numbers map[uint64]stretch // of messages in the queue
	lost    []stretch          // handed out as often as it may be, without an answer
	known   map[string]bool    // workers that have said hello
	alike   int                // those of this version
}

const (
	// helloEvery is how often is asked who is there.
	helloEvery = 2 * time.Second
	// askedMost is how often blocks are asked for whose part is altered.
	askedMost = 3
	// impatient is when is told that there is no worker.
	impatient = 5 * time.Second
)

// stretches cuts a plan's blocks into messages: some hundred, so that many workers
// have something to do and a killed one loses little, and more of a huge plan.
func stretches(plan trials.Plan) (list []stretch) {
	of := min(plan.Blocks(), max(256, plan.Blocks()/(1<<16)))
	for i := 1; i <= of; i++ {
		from, to := trials.Shard{Index: i, Of: of}.Blocks(plan)
		list = append(list, stretch{from, to})
	}
	return list
}

// run has the experiment played.
func (t *task) run(ctx context.Context, job *blocks.Job) (*trials.Part, error) {
	e := t.experiment
	t.id, t.news = nuid.Next(), make(chan struct{}, 1)
	t.open, t.played, t.known, t.numbers = map[stretch]int{}, map[string]bool{}, map[string]bool{}, map[uint64]stretch{}
	err := t.publish(ctx, job)
	defer t.cleanUp()
	if err == nil {
		err = t.collect(ctx)
	}
	if ctx.Err() != nil {
		return e.Stop(t.parts...)
	}
	if err != nil {
		return nil, fmt.Errorf("%v: %w", e.Plan, err)
	}
	return e.Merge(t.parts...)
}

// publish puts the job and its blocks where workers find them.
func (t *task) publish(ctx context.Context, job *blocks.Job) (err error) {
	if t.queue, t.data, err = t.client.streams(ctx); err != nil {
		return err
	}
	if _, err := t.client.consumer(ctx, t.queue, job.Version); err != nil {
		return err
	}
	data, err := job.Encode()
	if err != nil {
		return err
	}
	_, err = t.client.js.Publish(ctx, t.client.job(t.id), data)
	if errors.Is(err, nats.ErrMaxPayload) {
		return fmt.Errorf("the program, with the results of the experiments before it, is larger than a message to this server may be (%d bytes packed; max_payload in its configuration)", len(data))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.client.server, err)
	}
	return t.ask(ctx, stretches(t.experiment.Plan))
}

// ask puts stretches on the queue.
func (t *task) ask(ctx context.Context, list []stretch) error {
	var sent []js.PubAckFuture
	for _, s := range list {
		t.open[s]++
		data, _ := json.Marshal(s)
		// The server keeps one of those that come twice, as after a lost connection.
		id := fmt.Sprintf("%s/%d/%d/%d", t.id, s.From, s.To, t.open[s])
		f, err := t.client.js.PublishAsync(t.client.blocks(blocks.Version(), t.id), data, js.WithMsgID(id))
		if err != nil {
			return fmt.Errorf("%s: %w", t.client.server, err)
		}
		sent = append(sent, f)
	}
	for i, f := range sent {
		select {
		case ack := <-f.Ok():
			t.mu.Lock()
			t.numbers[ack.Sequence] = list[i]
			t.mu.Unlock()
		case <-f.Err(): // such as a lost connection
			if err := t.askAgain(ctx, f.Msg(), list[i]); err != nil {
				return fmt.Errorf("%s: %w", t.client.server, err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// askAgain puts a message on the queue that perhaps isn't there.
func (t *task) askAgain(ctx context.Context, m *nats.Msg, s stretch) (err error) {
	for range 10 {
		var ack *js.PubAck
		if ack, err = t.client.js.PublishMsg(ctx, m); err == nil {
			t.mu.Lock()
			t.numbers[ack.Sequence] = s
			t.mu.Unlock()
			return nil
		}
		pause(ctx, time.Second)
	}
	return err
}

// collect takes parts until there are all.
func (t *task) collect(ctx context.Context) error {
	stop, err := t.listen()
	if err != nil {
		return err
	}
	defer stop()
	tick := time.NewTicker(helloEvery)
	defer tick.Stop()
	t.sayHello()
	for next, started, told := uint64(1), time.Now(), false; len(t.open) > 0; {
		m, err := t.data.GetMsg(ctx, next, js.WithGetMsgSubject(t.client.parts(t.id)))
		if err == nil {
			next = m.Sequence + 1
			if err := t.take(ctx, m.Data); err != nil {
				return err
			}
			continue
		}
		if err := t.unanswered(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.news:
		case <-tick.C:
			t.sayHello()
			t.experiment.Tell(t.made)
			if !told && time.Since(started) > impatient && t.workers() == 0 && t.client.conn.IsConnected() {
				t.say("no worker takes blocks from stream %s yet; on other machines: riffle work %s --stream %s", t.client.stream, t.client.server, t.client.stream)
				told = true
			}
		}
	}
	return nil
}

// take counts the part that a worker has published.
func (t *task) take(ctx context.Context, data []byte) error {
	var r report
	if err := json.Unmarshal(data, &r); err != nil {
		t.say("a message among the parts is none: %v", err)
		return nil
	}
	times, wanted := t.open[r.stretch]
	switch {
	case !wanted:
		return nil // it came twice, or wasn't asked for
	case r.Failed != "":
		return errors.New(r.Failed)
	}
	part, err := t.part(r)
	if err != nil {
		if times >= askedMost {
			return fmt.Errorf("blocks %d to %d came %d times as what they can't be, at last from %s: %w", r.From, r.To-1, times, r.Worker, err)
		}
		t.say("blocks %d to %d from %s: %v; they are played again", r.From, r.To-1, r.Worker, err)
		return t.ask(ctx, []stretch{r.stretch})
	}
	delete(t.open, r.stretch)
	t.parts, t.made = append(t.parts, part), t.made+part.Made
	t.played[r.Worker] = true
	t.experiment.Tell(t.made)
	return nil
}

func (t *task) part(r report) (*trials.Part, error) {
	text, err := unpacked(r.Part)
	if err != nil {
		return nil, err
	}
	part, err := trials.DecodePart(text)
	if err != nil {
		return nil, err
	}
	if part.From != r.From || part.To != r.To {
		return nil, fmt.Errorf("this part has blocks %d to %d", part.From, part.To-1)
	}
	return part, t.experiment.Check(part)
}

// listen wakes collect when there may be something new, and hears of workers and of
// blocks that no worker has brought to an end.
func (t *task) listen() (stop func(), err error) {
	c := t.client
	var subs []*nats.Subscription
	stop = func() {
		for _, s := range subs {
			s.Unsubscribe()
		}
	}
	advisory := fmt.Sprintf("$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.%s.%s", c.stream, workers(blocks.Version()))
	for subject, heard := range map[string]nats.MsgHandler{
		c.parts(t.id):            func(*nats.Msg) { t.wake() },
		advisory:                 t.delivered,
		c.over(t.id) + ".answer": t.meet,
	} {
		s, err := c.conn.Subscribe(subject, heard)
		if err != nil {
			stop()
			return nil, err
		}
		subs = append(subs, s)
	}
	return stop, nil
}

func (t *task) wake() {
	select {
	case t.news <- struct{}{}:
	default:
	}
}

// delivered hears that blocks were handed out as often as they may be.
func (t *task) delivered(m *nats.Msg) {
	var advisory struct {
		Sequence uint64 `json:"stream_seq"`
	}
	if json.Unmarshal(m.Data, &advisory) != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if s, ok := t.numbers[advisory.Sequence]; ok {
		t.lost = append(t.lost, s)
		t.wake()
	}
}

// unanswered is the error of blocks whose workers all ended without a word.
func (t *task) unanswered() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.lost, func(s stretch) bool { return t.open[s] > 0 })
	if i < 0 {
		return nil
	}
	return fmt.Errorf("blocks %d to %d were handed out %d times, and each time the worker ended without a word", t.lost[i].From, t.lost[i].To-1, deliveries)
}

func (t *task) sayHello() {
	t.client.conn.PublishRequest(t.client.hello(), t.client.over(t.id)+".answer", []byte(blocks.Version()))
}

// meet notes a worker that has answered.
func (t *task) meet(m *nats.Msg) {
	var w present
	if json.Unmarshal(m.Data, &w) != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known[w.Worker] {
		return
	}
	t.known[w.Worker] = true
	if w.Version == blocks.Version() {
		t.alike++
		return
	}
	t.say("worker %s has another riffle (%s, version %s of its parts, here %s) and plays nothing of this", w.Worker, w.Release, w.Version, blocks.Version())
}

func (t *task) workers() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.alike + len(t.played)
}

// cleanUp removes what is left of the experiment, and tells the workers.
func (t *task) cleanUp() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	c := t.client
	if t.queue == nil || t.data == nil {
		return
	}
	err := t.queue.Purge(ctx, js.WithPurgeSubject(c.blocks(blocks.Version(), t.id)))
	for _, subject := range []string{c.job(t.id), c.parts(t.id)} {
		err = errors.Join(err, t.data.Purge(ctx, js.WithPurgeSubject(subject)))
	}
	err = errors.Join(err, c.conn.Publish(c.over(t.id), nil), c.conn.FlushWithContext(ctx))
	if err != nil {
		t.say("what is left of the experiment stays at the server for a day: %v", err)
	}
}

func (t *task) say(format string, args ...any) {
	if t.log != nil {
		fmt.Fprintf(t.log, "riffle: "+format+"\n", args...)
	}
}
