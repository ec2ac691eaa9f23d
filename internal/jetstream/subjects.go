package jetstream

import (
	"context"
	"fmt"
	"strings"
	"time"

	js "github.com/nats-io/nats.go/jetstream"
)

// subjects are those of a stream:
//
//	NAME.blocks.VERSION.ID   stretches of blocks to be played, in the work queue
//	NAME.jobs.ID             what they are blocks of
//	NAME.parts.ID            what was counted, or what went wrong
//	NAME.over.ID             the experiment is over, said once and not kept
//	NAME.hello               who is there? Workers of all versions answer
type subjects struct{ stream string }

func (s subjects) blocksSubject(version, id string) string {
	return fmt.Sprintf("%s.blocks.%s.%s", s.stream, strings.ReplaceAll(version, ".", "-"), id)
}
func (s subjects) job(id string) string          { return s.stream + ".jobs." + id }
func (s subjects) partsSubject(id string) string { return s.stream + ".parts." + id }
func (s subjects) overSubject(id string) string  { return s.stream + ".over." + id }
func (s subjects) hello() string                 { return s.stream + ".hello" }

// answerSubject is where workers answer a player's hello.
func (s subjects) answerSubject(id string) string { return s.overSubject(id) + ".answer" }

// dataStream is the name of the stream with jobs and parts.
func (s subjects) dataStream() string { return s.stream + "-parts" }

const (
	// keep is how long the server keeps messages that nobody fetches, because the
	// experiment's process has died. Longer experiments publish theirs again.
	keep = 24 * time.Hour
	// ackWait is how long a worker may be silent before its blocks go to another.
	ackWait = 10 * time.Second
	// attempts is how often blocks that fail are played at most.
	attempts = 4
)

// streams returns both streams, which it makes if they aren't there.
func (c *Client) streams(ctx context.Context) (blocks, data js.Stream, err error) {
	blocks, err = c.js.CreateOrUpdateStream(ctx, js.StreamConfig{
		Name: c.stream, Description: "blocks of riffle's experiments", Subjects: []string{c.stream + ".blocks.>"},
		Retention: js.WorkQueuePolicy, MaxAge: c.keep,
	})
	if err == nil {
		data, err = c.js.CreateOrUpdateStream(ctx, js.StreamConfig{
			Name: c.dataStream(), Description: "jobs and parts of riffle's experiments",
			Subjects: []string{c.stream + ".jobs.*", c.stream + ".parts.*"}, MaxAge: c.keep,
		})
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: stream %s: %w", c.server, c.stream, err)
	}
	return blocks, data, nil
}

// workers is the name of the consumer that workers of a version share.
func workers(version string) string { return "workers-" + strings.ReplaceAll(version, ".", "-") }

// consumer is where workers of a version get their blocks.
func (c *Client) consumer(ctx context.Context, blocks js.Stream, version string) (js.Consumer, error) {
	return blocks.CreateOrUpdateConsumer(ctx, js.ConsumerConfig{
		Durable: workers(version), FilterSubject: c.blocksSubject(version, "*"),
		AckPolicy: js.AckExplicitPolicy, AckWait: ackWait, MaxAckPending: 10_000,
	})
}

// stretch is a range of blocks, from one up to another.
type stretch struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// errand is the content of a message of the work queue.
type errand struct {
	stretch
	// Tries is how often it failed before it was put on the queue again.
	Tries int `json:"tries,omitempty"`
}

// report is what a worker publishes of a stretch.
type report struct {
	stretch
	// Worker names it.
	Worker string `json:"worker"`
	// Part is the packed part. If it is empty, Failed says why. Final means that the
	// stretch won't be tried again.
	Part   []byte `json:"part,omitempty"`
	Failed string `json:"failed,omitempty"`
	Final  bool   `json:"final,omitempty"`
}

// present is a worker's answer to hello.
type present struct {
	Worker  string `json:"worker"`
	Version string `json:"version"`
	Release string `json:"release"`
	// Trouble says why the worker can't play anything at the moment.
	Trouble string `json:"trouble,omitempty"`
}
