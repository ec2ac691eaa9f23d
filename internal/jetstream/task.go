package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	progress   func(trials.Progress)
	id         string

	job     []byte
	sent    time.Time // when the job was published last
	queue   js.Stream
	data    js.Stream
	made    time.Time // when the server created data; a new store has a later time
	next    uint64    // number of the part to read
	tended  time.Time
	started time.Time

	open    map[stretch]int // the missing stretches, and how often each was asked for
	parts   []*trials.Part
	counted int             // trials
	played  map[string]bool // workers that have played a part
	failed  *report         // the first report of a failure
	trouble error           // with the server
	told    map[string]bool // the messages that were logged already
	news    chan struct{}
	mu      sync.Mutex
	known   map[string]bool      // workers, and their troubles, that were logged already
	heard   map[string]time.Time // when one of this version last answered
}

const (
	// helloEvery is how often the player asks which workers there are.
	helloEvery = 2 * time.Second
	// tendEvery is how often the player checks whether the server has lost messages.
	tendEvery = 10 * time.Second
	// askedMost is how often blocks whose parts are invalid are asked for.
	askedMost = 3
	// failedMost is how often blocks are asked for that only one worker fails to play; it
	// rests longer each time.
	failedMost = 6
	// impatient is how long to wait for a worker before telling the user that there is none.
	impatient = 5 * time.Second
)

// stretches cuts a plan's blocks into messages: a few hundred, so that many workers have
// work and a killed one loses little, and more for a huge plan.
func stretches(plan trials.Plan) (list []stretch) {
	of := min(plan.Blocks(), max(256, plan.Blocks()/(1<<16)))
	for i := 1; i <= of; i++ {
		from, to := trials.Shard{Index: i, Of: of}.Blocks(plan)
		list = append(list, stretch{from, to})
	}
	return list
}

// undated is a context that hides its deadline. The client limits each request to some
// seconds, but only if its context has no deadline; otherwise it would wait for a lost
// answer until the experiment's own deadline.
type undated struct{ context.Context }

func (undated) Deadline() (at time.Time, ok bool) { return }

// runJob publishes the job and collects the experiment's parts.
func (t *task) runJob(ctx context.Context, job *blocks.Job) (*trials.Part, error) {
	ctx = undated{ctx}
	e := t.experiment
	t.id, t.news = nuid.Next(), make(chan struct{}, 1)
	t.open, t.played, t.told = map[stretch]int{}, map[string]bool{}, map[string]bool{}
	t.known, t.heard = map[string]bool{}, map[string]time.Time{}
	err := t.publishJob(ctx, job)
	defer t.cleanUp()
	if t.progress != nil {
		defer t.progress(trials.Progress{Over: true})
	}
	if err == nil {
		err = t.collectParts(ctx)
	}
	if ctx.Err() != nil {
		return e.Stop(t.parts...)
	}
	if err != nil {
		return nil, fmt.Errorf("%v: %w", e.Plan, err)
	}
	return e.Merge(t.parts...)
}

// publishJob puts the job and its blocks where workers find them.
func (t *task) publishJob(ctx context.Context, job *blocks.Job) (err error) {
	if err := t.prepareServer(ctx); err != nil {
		return err
	}
	if t.job, err = job.Encode(); err != nil {
		return err
	}
	if err := t.sendJob(ctx); err != nil {
		return err
	}
	return t.queueStretches(ctx, stretches(t.experiment.Plan))
}

// prepareServer creates the streams and the consumer on the server, unless they exist.
func (t *task) prepareServer(ctx context.Context) (err error) {
	if t.queue, t.data, err = t.client.streams(ctx); err != nil {
		return err
	}
	t.meetStore(t.data.CachedInfo())
	_, err = t.client.consumer(ctx, t.queue, blocks.Version())
	return err
}

// meetStore reports whether the stream with the parts was replaced: then its numbers
// start again.
func (t *task) meetStore(data *js.StreamInfo) (other bool) {
	if other = !data.Created.Equal(t.made); other {
		t.made, t.next = data.Created, 1
	}
	return other
}

func (t *task) sendJob(ctx context.Context) error {
	_, err := t.client.js.Publish(ctx, t.client.job(t.id), t.job)
	if errors.Is(err, nats.ErrMaxPayload) {
		return fmt.Errorf("the program, with its arguments and the results of the experiments before it, has %d bytes packed, %s", len(t.job), t.client.tooLargeAdvice(len(t.job)))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.client.server, err)
	}
	t.sent = time.Now()
	return nil
}

// subject is that of the experiment's messages on the queue.
func (t *task) subject() string { return t.client.blocksSubject(blocks.Version(), t.id) }

// queueStretches puts stretches on the queue.
func (t *task) queueStretches(ctx context.Context, list []stretch) error {
	var sent []js.PubAckFuture
	for _, s := range list {
		t.open[s]++
		data, _ := json.Marshal(errand{stretch: s})
		// The server drops duplicates, as after a lost connection.
		id := fmt.Sprintf("%s/%d/%d/%d", t.id, s.From, s.To, t.open[s])
		f, err := t.client.js.PublishAsync(t.subject(), data, js.WithMsgID(id))
		if err != nil {
			return fmt.Errorf("%s: %w", t.client.server, err)
		}
		sent = append(sent, f)
	}
	for _, f := range sent {
		select {
		case <-f.Ok():
		case <-f.Err(): // such as a lost connection
			if err := t.askAgain(ctx, f.Msg()); err != nil {
				return fmt.Errorf("%s: %w", t.client.server, err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// askAgain publishes a message again that may not have reached the queue.
func (t *task) askAgain(ctx context.Context, m *nats.Msg) (err error) {
	for range 10 {
		if _, err = t.client.js.PublishMsg(ctx, m); err == nil {
			return nil
		}
		pause(ctx, time.Second)
	}
	return err
}

// collectParts takes parts until there are all.
func (t *task) collectParts(ctx context.Context) error {
	stop, err := t.listenWorkers()
	if err != nil {
		return err
	}
	defer stop()
	tick := time.NewTicker(min(helloEvery, t.client.keep/8))
	defer tick.Stop()
	t.sayHello()
	t.started = time.Now()
	t.tended = t.started
	for {
		if err := t.fetchParts(ctx); err != nil || len(t.open) == 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.news:
		case <-tick.C:
			t.sayHello()
			t.showProgress()
			if time.Since(t.tended) >= min(tendEvery, t.client.keep/8) || errors.Is(t.trouble, js.ErrStreamNotFound) {
				if err := t.tend(ctx); err != nil {
					return err
				}
			}
			t.tellWaiting()
		}
	}
}

// tellWaiting logs, once, what the experiment is waiting for.
func (t *task) tellWaiting() {
	c := t.client
	switch {
	case !c.conn.IsConnected():
		t.sayOnce("the connection to %s is lost; waiting for it", c.server)
	case t.trouble != nil && !errors.Is(t.trouble, context.DeadlineExceeded) && !errors.Is(t.trouble, js.ErrStreamNotFound):
		t.sayOnce("%s: %v; trying again", c.server, t.trouble)
	case time.Since(t.started) > impatient && t.workers() == 0 && len(t.played) == 0:
		t.sayOnce("no worker takes blocks from stream %s yet; on other machines: riffle work %s --stream %s", c.stream, c.server, c.stream)
	}
}

// fetchParts takes the parts that are there.
func (t *task) fetchParts(ctx context.Context) error {
	for len(t.open) > 0 && ctx.Err() == nil {
		m, err := t.data.GetMsg(ctx, t.next, js.WithGetMsgSubject(t.client.partsSubject(t.id)))
		if t.trouble = err; err != nil {
			if errors.Is(err, js.ErrMsgNotFound) {
				t.trouble = nil
			}
			return nil // more comes later
		}
		t.next = m.Sequence + 1
		if err := t.takePart(ctx, m.Data); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// takePart counts the part that a worker has published.
func (t *task) takePart(ctx context.Context, data []byte) error {
	var r report
	if err := json.Unmarshal(data, &r); err != nil {
		t.logLine("ignoring a message among the parts that isn't one: %v", err)
		return nil
	}
	times, wanted := t.open[r.stretch]
	switch {
	case !wanted:
		return nil // a duplicate, or not asked for
	case r.Failed != "":
		return t.failTask(ctx, r)
	}
	part, err := t.partOf(r)
	if err != nil {
		if times >= askedMost {
			return fmt.Errorf("blocks %d to %d came back invalid %d times, most recently from %s: %w", r.From, r.To-1, times, r.Worker, err)
		}
		t.logLine("blocks %d to %d from %s: %v; they are played again", r.From, r.To-1, r.Worker, err)
		t.trouble = t.queueStretches(ctx, []stretch{r.stretch})
		return nil
	}
	delete(t.open, r.stretch)
	t.parts, t.counted = append(t.parts, part), t.counted+part.Made
	t.played[r.Worker] = true
	t.showProgress()
	return nil
}

// failTask ends the experiment if the blocks can't be tried again, or if the program
// fails on a second worker too: on a single one, a full disk may be the cause.
func (t *task) failTask(ctx context.Context, r report) error {
	if !r.Final && t.workers() < 2 { // others may not have answered yet
		pause(ctx, time.Second-time.Since(t.started))
	}
	another := t.failed != nil && t.failed.Worker != r.Worker
	if r.Final || another || t.open[r.stretch] >= failedMost || t.workers() < 2 {
		return errors.New(r.Failed)
	}
	if t.failed == nil {
		t.logLine("worker %s fails, and another is to try: %s", r.Worker, r.Failed)
	}
	t.failed = &r
	t.trouble = t.queueStretches(ctx, []stretch{r.stretch})
	return nil
}

func (t *task) partOf(r report) (*trials.Part, error) {
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

// listenWorkers wakes collectParts when there may be something new, and notes the workers
// that answer.
func (t *task) listenWorkers() (stop func(), err error) {
	c := t.client
	var subs []*nats.Subscription
	stop = func() {
		for _, s := range subs {
			s.Unsubscribe()
		}
	}
	for subject, heard := range map[string]nats.MsgHandler{
		c.partsSubject(t.id):  func(*nats.Msg) { t.wakeCollector() },
		c.answerSubject(t.id): t.meet,
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

func (t *task) wakeCollector() {
	select {
	case t.news <- struct{}{}:
	default:
	}
}

func (t *task) sayHello() {
	t.client.conn.PublishRequest(t.client.hello(), t.client.answerSubject(t.id), []byte(blocks.Version()))
}

// meet notes a worker that has answered.
func (t *task) meet(m *nats.Msg) {
	var w present
	if json.Unmarshal(m.Data, &w) != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.Trouble != "" && !t.known[w.Worker+w.Trouble] {
		t.known[w.Worker+w.Trouble] = true
		t.logLine("worker %s can't play, and leaves the blocks to others: %s", w.Worker, w.Trouble)
	}
	if w.Version == blocks.Version() {
		t.heard[w.Worker] = time.Now()
		return
	}
	if t.known[w.Worker] {
		return
	}
	t.known[w.Worker] = true
	t.logLine("worker %s has another riffle (%s, version %s of its parts, here %s) and plays nothing of this", w.Worker, w.Release, w.Version, blocks.Version())
}

// workers is how many there are that can play.
func (t *task) workers() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, at := range t.heard {
		if time.Since(at) < 3*helloEvery {
			n++
		}
	}
	return n
}

// showProgress shows how far the experiment is.
func (t *task) showProgress() {
	t.experiment.Tell(t.counted)
	if t.progress == nil {
		return
	}
	plan := t.experiment.Plan
	workers := fmt.Sprintf("%d workers", t.workers())
	if workers == "1 workers" {
		workers = "1 worker"
	}
	p := trials.Progress{Label: fmt.Sprintf("experiment %d, %s", plan.Number, workers), Done: t.counted, Total: plan.Runs, Left: -time.Second}
	if t.counted > 0 {
		p.Left = time.Duration(float64(time.Since(t.started)) * float64(plan.Runs-t.counted) / float64(t.counted))
	}
	t.progress(p)
}

// cleanUp removes the experiment from the server, and tells the workers.
func (t *task) cleanUp() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	c := t.client
	if t.queue == nil || t.data == nil {
		return
	}
	err := t.queue.Purge(ctx, js.WithPurgeSubject(t.subject()))
	for _, subject := range []string{c.job(t.id), c.partsSubject(t.id)} {
		err = errors.Join(err, t.data.Purge(ctx, js.WithPurgeSubject(subject)))
	}
	err = errors.Join(err, c.conn.Publish(c.overSubject(t.id), nil), c.conn.FlushWithContext(ctx))
	if err != nil {
		t.logLine("what is left of the experiment stays at the server for a day: %v", err)
	}
}

// sayOnce says something that may go on.
func (t *task) sayOnce(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !t.told[text] {
		t.told[text] = true
		t.logLine("%s", text)
	}
}

func (t *task) logLine(format string, args ...any) {
	if t.log != nil {
		fmt.Fprintf(t.log, "riffle: "+format+"\n", args...)
	}
}
