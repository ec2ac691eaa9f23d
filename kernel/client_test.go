package kernel

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
	"go.uber.org/goleak"

	"riffle/internal/test/built"
	"riffle/internal/test/toy"
	"riffle/kernel/message"
	"riffle/kernel/wire"
)

// kernelEnv makes the test binary be a kernel with a fake engine.
const kernelEnv = "RIFFLE_TEST_KERNEL"

// TestMain is the tests, or a kernel for them. It looks for goroutines that
// the kernel left behind; those of zmq4's client sockets are theirs.
func TestMain(m *testing.M) {
	if os.Getenv(kernelEnv) != "" {
		if err := Serve(context.Background(), os.Args[len(os.Args)-1], "", startFake); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	log.SetOutput(io.Discard) // the broken messages of the tests are noted there
	built.WaitTogether(3)
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/go-zeromq/zmq4.(*socket).connReaper"),
		goleak.IgnoreAnyFunction("github.com/go-zeromq/zmq4.(*qreader).listen"),
		goleak.IgnoreAnyFunction("github.com/go-zeromq/zmq4.(*subSocket).Recv"),
	)
}

func startFake(context.Context) (Engine, error) {
	e := toy.New()
	close(e.Late)
	return e, nil
}

const patience = 10 * time.Second

// live is a kernel that serves, and what ends it.
type live struct {
	t      testing.TB
	conn   *connection
	engine *toy.Engine
	stop   context.CancelFunc
	ended  chan struct{}
	err    error
}

// serve starts a kernel with a fake engine on sockets of its own.
func serve(t testing.TB) *live {
	t.Helper()
	e := toy.New()
	return serveStarter(t, e, func(context.Context) (Engine, error) { return e, nil })
}

func serveStarter(t testing.TB, e *toy.Engine, start Starter) *live {
	t.Helper()
	return serveWith(t, e, start, "")
}

// serveHistory is a client of a kernel that keeps its history in a file.
func serveHistory(t testing.TB, file, id string) *client {
	t.Helper()
	e := toy.New()
	return serveWith(t, e, func(context.Context) (Engine, error) { return e, nil }, file).connect(id)
}

func serveWith(t testing.TB, e *toy.Engine, start Starter, history string) *live {
	t.Helper()
	// Not t.TempDir: a socket's path may have 100 bytes, and a test's name is long.
	dir, err := os.MkdirTemp("", "k")
	if err != nil {
		t.Fatal(err)
	}
	conn := &connection{
		Transport: "ipc", IP: filepath.Join(dir, "s"), Key: "secret", SignatureScheme: hmacSHA256,
		Shell: 1, Control: 2, IOPub: 3, Stdin: 4, Heartbeat: 5,
	}
	file := filepath.Join(dir, "connection.json")
	data, err := json.Marshal(conn)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	l := &live{t: t, conn: conn, engine: e, stop: stop, ended: make(chan struct{})}
	go func() {
		defer close(l.ended)
		l.err = Serve(ctx, file, history, start)
	}()
	t.Cleanup(func() {
		stop()
		l.wait()
		os.RemoveAll(dir)
	})
	return l
}

// wait waits for the end of Serve.
func (l *live) wait() {
	l.t.Helper()
	select {
	case <-l.ended:
		if l.err != nil {
			l.t.Errorf("Serve: %v", l.err)
		}
	case <-time.After(patience):
		l.t.Fatal("Serve does not end")
	}
}

// client is a front end: three DEALER sockets with one identity and a SUB.
type client struct {
	t       testing.TB
	codec   *wire.Codec
	id      string
	n       int
	sockets map[string]zmq4.Socket
	inbox   map[string]chan *message.Message
}

func (l *live) connect(id string) *client {
	l.t.Helper()
	c := &client{t: l.t, codec: wire.New(l.conn.Key), id: id, sockets: map[string]zmq4.Socket{}, inbox: map[string]chan *message.Message{}}
	ctx := context.Background()
	options := []zmq4.Option{zmq4.WithID(zmq4.SocketIdentity(id)), zmq4.WithDialerRetry(5 * time.Millisecond), zmq4.WithDialerMaxRetries(1000)}
	c.dial("shell", zmq4.NewDealer(ctx, options...), l.conn.endpoint(l.conn.Shell).String())
	c.dial("control", zmq4.NewDealer(ctx, options...), l.conn.endpoint(l.conn.Control).String())
	c.dial("stdin", zmq4.NewDealer(ctx, options...), l.conn.endpoint(l.conn.Stdin).String())
	sub := zmq4.NewSub(ctx, options...)
	c.dial("iopub", sub, l.conn.endpoint(l.conn.IOPub).String())
	if err := sub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		l.t.Fatal(err)
	}
	if m := c.next("iopub"); m.Header.Type != "iopub_welcome" {
		l.t.Fatalf("first message on iopub is %s, want iopub_welcome", m.Header.Type)
	}
	return c
}

// dial connects a socket and receives from it until it is closed.
func (c *client) dial(name string, s zmq4.Socket, endpoint string) {
	c.t.Helper()
	if err := s.Dial(endpoint); err != nil {
		c.t.Fatal(err)
	}
	inbox, received := make(chan *message.Message, 1<<17), make(chan struct{})
	c.sockets[name], c.inbox[name] = s, inbox
	go func() {
		defer close(received)
		for {
			raw, err := s.Recv()
			if err != nil {
				return
			}
			m, err := c.codec.Decode(raw.Frames)
			if err != nil {
				c.t.Errorf("%s: %v in %q", name, err, raw.Frames)
				continue
			}
			inbox <- m
		}
	}()
	c.t.Cleanup(func() { s.Close(); <-received })
}

func (c *client) close() {
	for _, s := range c.sockets {
		s.Close()
	}
}

// next is the next message of a socket.
func (c *client) next(socket string) *message.Message {
	c.t.Helper()
	select {
	case m := <-c.inbox[socket]:
		return m
	case <-time.After(patience):
		c.t.Fatalf("no message on %s", socket)
		return nil
	}
}

// message makes a request.
func (c *client) message(typ string, content any) *message.Message {
	c.t.Helper()
	c.n++
	raw, err := message.Marshal(content)
	if err != nil {
		c.t.Fatal(err)
	}
	if content == nil {
		raw = nil
	}
	return &message.Message{
		Header: message.Header{
			ID: fmt.Sprintf("%s-%d", c.id, c.n), Type: typ, Session: c.id, Date: message.Date(time.Now()), Version: message.Version,
		},
		Content: raw,
	}
}

func (c *client) post(socket string, m *message.Message) string {
	c.t.Helper()
	frames, err := c.codec.Encode(m)
	if err != nil {
		c.t.Fatal(err)
	}
	c.postFrames(socket, frames)
	return m.Header.ID
}

func (c *client) postFrames(socket string, frames [][]byte) {
	c.t.Helper()
	if err := c.sockets[socket].SendMulti(zmq4.NewMsgFrom(frames...)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) send(socket, typ string, content any) string {
	c.t.Helper()
	return c.post(socket, c.message(typ, content))
}

// exchange is what one request brought.
type exchange struct {
	reply  *message.Message
	iopub  []*message.Message // between busy and idle
	status string             // of the reply
}

// finish collects the answers to a request that was sent.
func (c *client) finish(socket, id string) exchange {
	c.t.Helper()
	x := exchange{iopub: c.untilIdle(id), reply: c.next(socket)}
	if x.reply.ParentID() != id {
		c.t.Fatalf("reply to %s, want one to %s", x.reply.ParentID(), id)
	}
	x.status, _ = field(x.reply, "status").(string)
	return x
}

// untilIdle is the messages on iopub between the statuses of a request; those
// of other clients' requests may come before.
func (c *client) untilIdle(id string) []*message.Message {
	c.t.Helper()
	m := c.next("iopub")
	for !strings.HasPrefix(m.ParentID(), c.id+"-") {
		m = c.next("iopub")
	}
	if m.ParentID() != id || state(m) != "busy" {
		c.t.Fatalf("%s begins with %s %s of %s, want status busy", id, m.Header.Type, m.Content, m.ParentID())
	}
	var out []*message.Message
	for {
		m := c.next("iopub")
		if m.ParentID() != id {
			c.t.Fatalf("%s %s of %s during %s", m.Header.Type, m.Content, m.ParentID(), id)
		}
		if state(m) == "idle" {
			return out
		}
		out = append(out, m)
	}
}

func (c *client) ask(socket, typ string, content any) exchange {
	c.t.Helper()
	return c.finish(socket, c.send(socket, typ, content))
}

func (c *client) execute(code string) exchange {
	c.t.Helper()
	return c.ask("shell", "execute_request", map[string]any{"code": code})
}

// state is the execution state of a status message, else empty.
func state(m *message.Message) string {
	s, _ := field(m, "execution_state").(string)
	return s
}

// field is a value in the content of m, by the path of its keys.
func field(m *message.Message, path ...string) any {
	var v any
	if json.Unmarshal(m.Content, &v) != nil {
		return nil
	}
	for _, key := range path {
		object, _ := v.(map[string]any)
		v = object[key]
	}
	return v
}

// script is the exchange in words, one line a message: its type, and its
// content without what is the same every time.
func (x exchange) script() string {
	var b strings.Builder
	for _, m := range append(x.iopub, x.reply) {
		fmt.Fprintf(&b, "%s %s\n", m.Header.Type, m.Content)
	}
	return b.String()
}

func (x exchange) stream(name string) string {
	var b strings.Builder
	for _, m := range x.iopub {
		if m.Header.Type == "stream" && field(m, "name") == name {
			b.WriteString(field(m, "text").(string))
		}
	}
	return b.String()
}
