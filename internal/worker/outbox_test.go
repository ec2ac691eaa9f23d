package worker

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"riffle/internal/proto"
)

// framesIn decodes all that was written.
func framesIn(t *testing.T, b []byte) (all []frame) {
	t.Helper()
	for d := newDecoder(bytes.NewReader(b)); ; {
		f, err := d.readFrame()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
}

// pipeEnd keeps what is written, and says when.
type pipeEnd struct {
	mu  sync.Mutex
	b   bytes.Buffer
	err error
	got chan struct{}
}

func (p *pipeEnd) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return 0, p.err
	}
	p.b.Write(b)
	select {
	case p.got <- struct{}{}:
	default:
	}
	return len(b), nil
}

func TestOutboxMerges(t *testing.T) {
	defer goleak.VerifyNone(t)
	var p pipeEnd
	o := newOutbox(&p)
	for range 3 {
		o.appendText(kindStdout, 1, []byte("a"))
	}
	o.appendText(kindStderr, 1, []byte("b"))
	o.appendText(kindStdout, 2, []byte("c"))
	for i := range int64(5) {
		report := proto.Progress{Label: "x", Done: i}
		f, _ := encodeFrame(kindProgress, 2, report)
		o.progress(f, report)
	}
	o.appendText(kindStdout, 2, []byte(strings.Repeat("d", 2*flushSize+1)))
	o.closeOutbox()
	var got []string
	for _, f := range framesIn(t, p.b.Bytes()) {
		got = append(got, string(f.body[:min(len(f.body), 20)]))
	}
	// Where the time cut the batches is open, but for the order.
	all := strings.Join(got, "")
	if !strings.HasPrefix(all, "aaabc") || strings.Count(all, "progress") > 5 {
		t.Errorf("got %q", got)
	}
	total := 0
	for _, f := range framesIn(t, p.b.Bytes()) {
		if f.kind == kindStdout {
			total += len(f.body)
		}
	}
	if total != 3+1+2*flushSize+1 {
		t.Errorf("%d bytes of stdout", total)
	}
}

// What nobody flushes goes out by itself.
func TestOutboxPaces(t *testing.T) {
	defer goleak.VerifyNone(t)
	p := pipeEnd{got: make(chan struct{}, 1)}
	o := newOutbox(&p)
	for range 3 {
		o.appendText(kindStdout, 1, []byte("a"))
		<-p.got
	}
	o.closeOutbox()
}

func TestOutboxBrokenPipe(t *testing.T) {
	defer goleak.VerifyNone(t)
	p := pipeEnd{err: errors.New("broken")}
	o := newOutbox(&p)
	for range 100 {
		o.appendText(kindStdout, 1, make([]byte, flushSize))
	}
	o.closeOutbox()
}

func TestQueue(t *testing.T) {
	defer goleak.VerifyNone(t)
	q := newQueue(100)
	done := make(chan int)
	go func() {
		n := 0
		for {
			if _, ok := q.takeFrame(); !ok {
				done <- n
				return
			}
			n++
		}
	}()
	for range 1000 {
		q.putFrame(frame{body: make([]byte, 90)})
	}
	q.closeQueue()
	q.putFrame(frame{})
	if n := <-done; n != 1000 {
		t.Errorf("took %d frames", n)
	}
}
