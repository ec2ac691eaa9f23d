package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	js "github.com/nats-io/nats.go/jetstream"
)

// A server keeps messages for a day and may lose them earlier, as one in a container that
// starts again without its store. So the player looks from time to time whether the job is
// there, and which blocks are missing on the queue, and publishes the lost ones again. A
// worker publishes its part before it acknowledges the blocks. So if blocks had left the
// queue before all parts were read, and are still open then, nobody plays them.

// tend republishes the messages that the server has lost. It returns only errors that end
// the experiment; others may have gone by the next call.
func (t *task) tend(ctx context.Context) error {
	t.tended = time.Now()
	waiting, err := t.ensureQueue(ctx)
	if err != nil {
		t.trouble = err
		return nil
	}
	if err := t.fetchParts(ctx); err != nil {
		return err
	}
	if t.trouble != nil || waiting >= len(t.open) {
		return nil
	}
	left, err := t.onQueue(ctx)
	if err != nil {
		t.trouble = err
		return nil
	}
	if err := t.fetchParts(ctx); err != nil {
		return err
	}
	var lost []stretch
	for s := range t.open {
		if !left[s] {
			lost = append(lost, s)
		}
	}
	if t.trouble == nil {
		t.trouble = t.queueStretches(ctx, lost)
	}
	return nil
}

// ensureQueue makes sure that streams and job are there, and says how many of the experiment's
// messages are on the queue.
func (t *task) ensureQueue(ctx context.Context) (waiting int, err error) {
	c := t.client
	queue, err := t.queue.Info(ctx, js.WithSubjectFilter(t.subject()))
	var data *js.StreamInfo
	if err == nil {
		data, err = t.data.Info(ctx, js.WithSubjectFilter(c.job(t.id)))
	}
	if errors.Is(err, js.ErrStreamNotFound) {
		t.logLine("the server at %s has lost what it stored; what is missing is played again", c.server)
		if err := t.prepareServer(ctx); err != nil {
			return 0, err
		}
		return 0, t.sendJob(ctx)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", c.server, err)
	}
	other := t.meetStore(data)
	if other || data.State.Subjects[c.job(t.id)] == 0 || time.Since(t.sent) > c.keep/2 {
		err = t.sendJob(ctx)
	}
	return int(queue.State.Subjects[t.subject()]), err
}

// onQueue returns the blocks that wait on the queue for workers.
func (t *task) onQueue(ctx context.Context) (map[stretch]bool, error) {
	list := map[stretch]bool{}
	for next := uint64(1); ; {
		m, err := t.queue.GetMsg(ctx, next, js.WithGetMsgSubject(t.subject()))
		if errors.Is(err, js.ErrMsgNotFound) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		var s errand
		if json.Unmarshal(m.Data, &s) == nil {
			list[s.stretch] = true
		}
		next = m.Sequence + 1
	}
}
