package transport

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

// TestMain looks for goroutines that this package left behind; those of
// zmq4's client sockets are theirs.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/go-zeromq/zmq4.(*socket).connReaper"),
		goleak.IgnoreAnyFunction("github.com/go-zeromq/zmq4.(*qreader).listen"),
	)
}

const patience = 10 * time.Second

var local = Endpoint{Transport: "tcp", Address: "127.0.0.1"}

// endpointOf is where clients find a socket that chose its own port.
func endpointOf(addr net.Addr) string {
	if addr.Network() == "unix" {
		return "ipc://" + addr.String()
	}
	return "tcp://" + addr.String()
}

func dial(t *testing.T, s zmq4.Socket, addr net.Addr) zmq4.Socket {
	t.Helper()
	if err := s.Dial(endpointOf(addr)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func dealer(t *testing.T, addr net.Addr, id string) zmq4.Socket {
	return dial(t, zmq4.NewDealer(context.Background(), zmq4.WithID(zmq4.SocketIdentity(id))), addr)
}

func send(t *testing.T, s zmq4.Socket, frames ...string) {
	t.Helper()
	if err := s.SendMulti(zmq4.NewMsgFromString(frames)); err != nil {
		t.Fatal(err)
	}
}

// receive is the next message of s.
func receive(t *testing.T, s zmq4.Socket) []string {
	t.Helper()
	type result struct {
		m   zmq4.Msg
		err error
	}
	c := make(chan result, 1)
	go func() { m, err := s.Recv(); c <- result{m, err} }()
	select {
	case r := <-c:
		if r.err != nil {
			t.Fatal(r.err)
		}
		return texts(r.m.Frames)
	case <-time.After(patience):
		t.Fatal("no message")
		return nil
	}
}

func texts(frames [][]byte) []string {
	var out []string
	for _, f := range frames {
		out = append(out, string(f))
	}
	return out
}

func want(t *testing.T, s zmq4.Socket, frames ...string) {
	t.Helper()
	if diff := cmp.Diff(frames, receive(t, s)); diff != "" {
		t.Fatal(diff)
	}
}

func closeLater(t *testing.T, c io.Closer) {
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
}

// echoRouter returns every message to its sender.
func echoRouter(t *testing.T, g *Group, e Endpoint) *Router {
	t.Helper()
	ready := make(chan *Router, 1)
	r, err := g.ListenRouter(e, func(frames [][]byte) bool {
		r := <-ready
		ready <- r
		r.Send(frames)
		return string(frames[1]) != "junk"
	})
	if err != nil {
		t.Fatal(err)
	}
	ready <- r
	closeLater(t, r)
	return r
}

func publisher(t *testing.T, g *Group, e Endpoint) *Publisher {
	t.Helper()
	p, err := g.ListenPublisher(e, PublisherOptions{
		Welcome: func(topic string) [][]byte { return [][]byte{[]byte(topic), []byte("welcome")} },
		Gap:     func(frames [][]byte) [][]byte { return [][]byte{frames[0], []byte("gap")} },
	})
	if err != nil {
		t.Fatal(err)
	}
	closeLater(t, p)
	return p
}

func subscribe(t *testing.T, addr net.Addr, topic string) zmq4.Socket {
	t.Helper()
	s := dial(t, zmq4.NewSub(context.Background()), addr)
	if err := s.SetOption(zmq4.OptionSubscribe, topic); err != nil {
		t.Fatal(err)
	}
	want(t, s, topic, "welcome")
	return s
}

func TestRouter(t *testing.T) {
	for _, e := range []Endpoint{local, {Transport: "ipc", Address: filepath.Join(t.TempDir(), "s"), Port: 1}} {
		t.Run(e.Transport, func(t *testing.T) {
			r := echoRouter(t, new(Group), e)
			a, b := dealer(t, r.Addr(), "a"), dealer(t, r.Addr(), "b")
			long := strings.Repeat("x", 30_000)
			for i := range 50 {
				send(t, a, "to a", strconv.Itoa(i), "", long)
				send(t, b, "to b", strconv.Itoa(i))
			}
			for i := range 50 {
				want(t, a, "to a", strconv.Itoa(i), "", long)
				want(t, b, "to b", strconv.Itoa(i))
			}
		})
	}
}

func TestRouterOutlivesClients(t *testing.T) {
	r := echoRouter(t, new(Group), local)
	other := dealer(t, r.Addr(), "other")
	for i := range 20 {
		s := dealer(t, r.Addr(), "same identity")
		send(t, s, "ping", strconv.Itoa(i))
		want(t, s, "ping", strconv.Itoa(i))
		send(t, s, "nobody waits for this")
		s.Close()
	}
	if r.Send([][]byte{[]byte("never seen"), []byte("x")}) || r.Send(nil) {
		t.Error("sent to nobody")
	}
	send(t, other, "still here")
	want(t, other, "still here")
}

// TestStrangers connects what speaks no ZMTP, or lies in it; the next client is still
// served.
func TestStrangers(t *testing.T) {
	greeting := make([]byte, greetingSize)
	copy(greeting, "\xff\x00\x00\x00\x00\x00\x00\x00\x00\x7f\x03\x00NULL")
	ready := func(body string) []byte {
		return append(greeting[:greetingSize:greetingSize], appendFrame(nil, flagCommand, []byte(body))...)
	}
	dealerReady := ready("\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER")
	tests := map[string][]byte{
		"nothing":               nil,
		"http":                  []byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" + strings.Repeat(" ", 100)),
		"half a greeting":       greeting[:20],
		"no command":            ready(""),
		"cut metadata":          ready("\x05READY\x0bSocket"),
		"metadata's length":     ready("\x05READY\x0bSocket-Type\xff\xff\xff\xffDEALER"),
		"unknown socket type":   ready("\x05READY\x0bSocket-Type\x00\x00\x00\x03FOO"),
		"wrong socket type":     ready("\x05READY\x0bSocket-Type\x00\x00\x00\x03SUB"),
		"huge handshake":        append(greeting[:greetingSize:greetingSize], "\x06\x00\x00\x01\x00\x00\x00\x00\x00"...),
		"many commands":         append(greeting[:greetingSize:greetingSize], "\x05\x00\x06\x7f\xff\xff\xff\xff\xff\xff\xff"...),
		"huge frame":            append(dealerReady, "\x02\x7f\xff\xff\xff\xff\xff\xff\xff"...),
		"endless frames":        append(dealerReady, bytes.Repeat([]byte{flagMore, 0}, maxFrames+10)...),
		"silence after ready":   dealerReady,
		"message cut in halves": append(dealerReady, "\x01\x05hello\x00\x7fwor"...),
		"ping":                  append(dealerReady, "\x04\x07\x04PING\x00\x01"...),
		"empty command":         append(dealerReady, "\x04\x00"...),
	}
	r := echoRouter(t, new(Group), local)
	for name, bytes := range tests {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", r.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := conn.Write(bytes); err != nil && !errors.Is(err, net.ErrClosed) {
				t.Log(err) // the router may have hung up already
			}
			good := dealer(t, r.Addr(), "good")
			send(t, good, "hello")
			want(t, good, "hello")
		})
	}
}

func TestPublisher(t *testing.T) {
	p := publisher(t, new(Group), local)
	all, some := subscribe(t, p.Addr(), ""), subscribe(t, p.Addr(), "stream")
	const n = 2000
	for i := range n {
		p.Publish([][]byte{[]byte("status"), []byte(strconv.Itoa(i))}, Vital)
		p.Publish([][]byte{[]byte("stream.stdout"), []byte(strconv.Itoa(i))}, Bulk)
	}
	for i := range n {
		want(t, all, "status", strconv.Itoa(i))
		want(t, all, "stream.stdout", strconv.Itoa(i))
		want(t, some, "stream.stdout", strconv.Itoa(i))
	}
}

func TestEcho(t *testing.T) {
	e, err := new(Group).ListenEcho(local)
	if err != nil {
		t.Fatal(err)
	}
	closeLater(t, e)
	s := dial(t, zmq4.NewReq(context.Background()), e.Addr())
	for range 3 {
		send(t, s, "ping")
		want(t, s, "ping")
	}
}

// TestCloseSendsTheRest: a peer gets all that was sent to it, also when the
// closed socket has not read all that the peer sent.
func TestCloseSendsTheRest(t *testing.T) {
	closing := make(chan struct{})
	r, err := new(Group).ListenRouter(local, func([][]byte) bool { <-closing; return true })
	if err != nil {
		t.Fatal(err)
	}
	s := dealer(t, r.Addr(), "a")
	send(t, s, "hello")
	until(t, "the client", func() bool { return r.holderOf("a") != nil })
	send(t, s, strings.Repeat("unread", 1<<16))
	r.Send([][]byte{[]byte("a"), bytes.Repeat([]byte("x"), 1<<20)})
	time.AfterFunc(50*time.Millisecond, func() { close(closing) })
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if got := receive(t, s); len(got[0]) != 1<<20 {
		t.Errorf("got %d bytes, want %d", len(got[0]), 1<<20)
	}
}

func TestListenErrors(t *testing.T) {
	r := echoRouter(t, new(Group), local)
	taken := Endpoint{"tcp", "127.0.0.1", r.Addr().(*net.TCPAddr).Port}
	if _, err := new(Group).ListenRouter(taken, nil); err == nil || !strings.Contains(err.Error(), taken.String()) {
		t.Errorf("error %v, want one that names %s", err, taken)
	}
}

func intakeOf(data []byte) *intake {
	return &intake{Reader: bufio.NewReader(bytes.NewReader(data)), limit: maxMessage}
}

// FuzzReadMessage checks that no bytes crash the reader and that what it reads
// is written back the same.
func FuzzReadMessage(f *testing.F) {
	f.Add([]byte("\x01\x05hello\x00\x00"))
	f.Add(binary.BigEndian.AppendUint64([]byte{flagLong}, 1<<62))
	f.Add(append(binary.BigEndian.AppendUint64([]byte{flagLong}, 70_000), make([]byte, 70_000)...))
	f.Fuzz(func(t *testing.T, data []byte) {
		frames, command, err := intakeOf(data).readMessage()
		if err != nil || command {
			return
		}
		again, _, err := intakeOf(wireForm(frames, 0)).readMessage()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(texts(frames), texts(again)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// stranger is a connection whose other side has said all it will say.
type stranger struct {
	net.Conn
	r io.Reader
}

func (s stranger) Read(b []byte) (int, error)  { return s.r.Read(b) }
func (s stranger) Write(b []byte) (int, error) { return len(b), nil }
func (s stranger) SetDeadline(time.Time) error { return nil }
func (s stranger) RemoteAddr() net.Addr        { return new(net.TCPAddr) }

// FuzzHandshake checks that whatever follows a greeting is an error or a peer.
func FuzzHandshake(f *testing.F) {
	const greeting = "\xff\x00\x00\x00\x00\x00\x00\x00\x00\x7f\x03\x00NULL"
	f.Add([]byte("\x04\x1c\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER"))
	f.Add([]byte("\x04\x05\x05READY\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		start := append([]byte(greeting), make([]byte, greetingSize-len(greeting))...)
		p := newPeer(new(Group), stranger{r: bytes.NewReader(append(start, data...))})
		err := p.shake(zmq4.Router)
		if (p.standing() == silent) != (err == nil) || len(p.id) > maxReady {
			t.Errorf("shake = %v, standing %v, identity of %d bytes", err, p.standing(), len(p.id))
		}
	})
}
