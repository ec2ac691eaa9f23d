package kernel

import (
	"context"
	"testing"

	"github.com/go-zeromq/zmq4"

	"riffle/kernel/message"
)

// TestFrontEndsThatNeverRead lets two front ends subscribe, and one of them send
// requests, whose sockets nobody reads. Cells of others run on.
func TestFrontEndsThatNeverRead(t *testing.T) {
	l := serve(t)
	for range 2 {
		sub := zmq4.NewSub(context.Background())
		if err := sub.Dial(l.conn.endpoint(l.conn.IOPub).String()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { sub.Close() })
		if err := sub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
			t.Fatal(err)
		}
	}
	c := l.connect("client")
	for range 2 {
		x := c.execute("fill 200") // two hundred lines of 64 kB
		if n := len(x.stream("stdout")); x.status != "ok" || n != 200*64<<10 {
			t.Fatalf("the cell is %s with %d bytes", x.status, n)
		}
	}
}

// TestReflectedMessages sends back to the kernel what it has signed itself.
func TestReflectedMessages(t *testing.T) {
	l := serve(t)
	c := l.connect("client")
	c.execute("comm open w1")
	x := c.execute("comm msg w1")
	m := x.iopub[1]
	if m.Header.Type != "comm_msg" {
		t.Fatalf("got %s, want a comm_msg", m.Header.Type)
	}
	m.Identities = nil
	frames, err := c.codec.Encode(&message.Message{Header: m.Header, Parent: m.Parent, Metadata: m.Metadata, Content: m.Content, Buffers: m.Buffers})
	if err != nil {
		t.Fatal(err)
	}
	c.postFrames("shell", frames)
	c.execute("1+1")
	if got := l.engine.Comms(); len(got) > 0 {
		t.Errorf("the engine got %v", got)
	}
}

func TestPlacesLeaveDescriptorsForSessions(t *testing.T) {
	for _, tt := range []struct{ descriptors, want int }{
		{1 << 30, 128}, {1024, 128}, {512, 89}, {256, 38}, {100, 7}, {20, 4},
	} {
		if got := maxConnections(tt.descriptors); got != tt.want {
			t.Errorf("places(%d) = %d, want %d", tt.descriptors, got, tt.want)
		}
	}
}
