package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"riffle/internal/test/toy"
	"riffle/kernel/message"
)

// TestMain looks for goroutines that a kernel left behind.
func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) // what is dropped is noted there
	goleak.VerifyTestMain(m)
}

const patience = 10 * time.Second

// client is a front end in the same process, and the only one.
type client struct {
	t      *testing.T
	kernel *Kernel
	engine *toy.Engine
	n      int
	inbox  map[string]chan *message.Message
}

func (c *client) Publish(m *message.Message, _ Class) { c.inbox["iopub"] <- m }

func (c *client) Send(channel Channel, m *message.Message, _ bool) bool {
	c.inbox[string(channel)] <- m
	return true
}

// serve is a client of a kernel that runs cells of the toy language.
func serve(t *testing.T) *client {
	c := &client{t: t, engine: toy.New(), inbox: map[string]chan *message.Message{}}
	for _, name := range []string{"iopub", "shell", "control", "stdin"} {
		c.inbox[name] = make(chan *message.Message, 1000)
	}
	c.kernel = New(context.Background(), Config{Session: "kernel", Channels: c, Journal: new(Journal)})
	c.kernel.Start(func(context.Context) (Engine, error) { return c.engine, nil }, nil)
	t.Cleanup(func() {
		if err := c.kernel.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// send sends a request and returns its id.
func (c *client) send(channel, typ string, content any) string {
	c.t.Helper()
	c.n++
	id := fmt.Sprint("client-", c.n)
	header, err := message.Marshal(message.Header{ID: id, Type: typ, Session: "client", Date: message.Date(time.Now())})
	if err != nil {
		c.t.Fatal(err)
	}
	body, err := message.Marshal(content)
	if err != nil {
		c.t.Fatal(err)
	}
	if content == nil {
		body = []byte("{}")
	}
	m, err := message.Parse(header, []byte("{}"), []byte("{}"), body, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	c.kernel.Take(Channel(channel), m)
	return id
}

// next is the next message of a channel.
func (c *client) next(channel string) *message.Message {
	c.t.Helper()
	select {
	case m := <-c.inbox[channel]:
		return m
	case <-time.After(patience):
		c.t.Fatalf("no message on %s", channel)
		return nil
	}
}

// exchange is what one request brought.
type exchange struct {
	iopub []*message.Message // between busy and idle
	reply *message.Message
}

// ask sends a request and collects its answers.
func (c *client) ask(channel, typ string, content any) (x exchange) {
	c.t.Helper()
	id := c.send(channel, typ, content)
	for state := ""; state != "idle"; {
		m := c.next("iopub")
		if m.ParentID() != id {
			c.t.Fatalf("%s of %s during %s", m.Header.Type, m.ParentID(), id)
		}
		state, _ = field(m, "execution_state").(string)
		if m.Header.Type != "status" {
			x.iopub = append(x.iopub, m)
		}
	}
	x.reply = c.next(channel)
	if x.reply.ParentID() != id {
		c.t.Fatalf("reply to %s, want one to %s", x.reply.ParentID(), id)
	}
	return x
}

func (c *client) execute(code string) exchange {
	c.t.Helper()
	return c.ask("shell", "execute_request", map[string]any{"code": code})
}

// check compares an exchange with its script: a line for each message, its type and its
// content.
func (x exchange) check(t *testing.T, want string) {
	t.Helper()
	var b strings.Builder
	for _, m := range append(x.iopub, x.reply) {
		fmt.Fprintf(&b, "%s %s\n", m.Header.Type, m.Content)
	}
	if diff := cmp.Diff(strings.TrimLeft(want, "\n"), b.String()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
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
