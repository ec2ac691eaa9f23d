package kernel

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/go-zeromq/zmq4"

	"riffle/kernel/message"
	"riffle/kernel/wire"
)

// probe is a kernel that the doctor starts, and a front end for it.
type probe struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	dir     string
	conn    connection
	codec   *wire.Codec
	cmd     *exec.Cmd
	stderr  bytes.Buffer
	exited  chan struct{}
	sent    int
	sockets []zmq4.Socket

	shell, control, iopub, heart zmq4.Socket
}

// startKernel writes a connection file and starts the process.
func (p *probe) startKernel(ctx context.Context, argv []string) (err error) {
	if len(argv) == 0 {
		return errors.New("no command given")
	}
	p.ctx, p.cancel = context.WithCancelCause(ctx)
	if p.dir, err = os.MkdirTemp("", "riffle-doctor-"); err != nil {
		return err
	}
	p.conn = connection{Transport: "tcp", IP: "127.0.0.1", Key: rand.Text(), SignatureScheme: hmacSHA256, KernelName: "riffle"}
	p.codec = wire.New(p.conn.Key)
	if err := freePorts(&p.conn.Shell, &p.conn.Control, &p.conn.IOPub, &p.conn.Stdin, &p.conn.Heartbeat); err != nil {
		return err
	}
	data, err := json.Marshal(p.conn)
	if err != nil {
		return err
	}
	file := filepath.Join(p.dir, "connection.json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		return err
	}
	return p.spawn(argv, file)
}

func (p *probe) spawn(argv []string, file string) error {
	args := make([]string, len(argv))
	for i, a := range argv {
		args[i] = strings.ReplaceAll(a, "{connection_file}", file)
	}
	p.cmd = exec.Command(args[0], args[1:]...)
	p.cmd.Stderr, p.cmd.Stdout = &p.stderr, &p.stderr
	p.cmd.Env = append(os.Environ(), "JPY_PARENT_PID="+strconv.Itoa(os.Getpid()))
	if err := p.cmd.Start(); err != nil {
		return err
	}
	p.exited = make(chan struct{})
	go func() {
		defer close(p.exited)
		err := p.cmd.Wait()
		p.cancel(fmt.Errorf("the kernel ended: %v: %s", err, tailOf(p.stderr.String())))
	}()
	return nil
}

// tailOf is the end of a kernel's output.
func tailOf(s string) string {
	s = strings.TrimSpace(s)
	return s[max(0, len(s)-1000):]
}

// freePorts sets each port to one that is free now.
func freePorts(ports ...*int) error {
	for _, p := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		defer l.Close() // only after all are chosen, so that they differ
		*p = l.Addr().(*net.TCPAddr).Port
	}
	return nil
}

// connect opens the sockets, trying until the kernel listens.
func (p *probe) connect() error {
	ctx, cancel := context.WithTimeout(p.ctx, doctorTimeout)
	defer cancel()
	options := []zmq4.Option{
		zmq4.WithID(zmq4.SocketIdentity(rand.Text())),
		zmq4.WithDialerRetry(5 * time.Millisecond), zmq4.WithDialerMaxRetries(-1),
	}
	p.shell, p.control = zmq4.NewDealer(p.ctx, options...), zmq4.NewDealer(p.ctx, options...)
	p.iopub, p.heart = zmq4.NewSub(p.ctx, options...), zmq4.NewReq(p.ctx, options...)
	p.sockets = []zmq4.Socket{p.shell, p.control, p.iopub, p.heart}
	for i, port := range []int{p.conn.Shell, p.conn.Control, p.conn.IOPub, p.conn.Heartbeat} {
		if err := p.runWithin(ctx, func() error { return p.sockets[i].Dial(p.conn.endpoint(port).String()) }); err != nil {
			return err
		}
	}
	if err := p.iopub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		return err
	}
	return p.awaitMessage(p.iopub, func(m *message.Message) bool { return m.Header.Type == "iopub_welcome" })
}

// runWithin runs f, which ends when p.ctx does, and gives up with ctx.
func (p *probe) runWithin(ctx context.Context, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		if cause := context.Cause(p.ctx); err != nil && cause != nil {
			return cause
		}
		return err
	case <-ctx.Done():
		if cause := context.Cause(p.ctx); cause != nil {
			return cause
		}
		return fmt.Errorf("no answer within %v", doctorTimeout)
	}
}

// receiveFrames is the next message of a socket, as frames.
func (p *probe) receiveFrames(s zmq4.Socket) (frames [][]byte, err error) {
	ctx, cancel := context.WithTimeout(p.ctx, doctorTimeout)
	defer cancel()
	var m zmq4.Msg
	err = p.runWithin(ctx, func() (err error) { m, err = s.Recv(); return err })
	if err != nil {
		return nil, err
	}
	return m.Frames, nil
}

// awaitMessage reads messages until one is wanted.
func (p *probe) awaitMessage(s zmq4.Socket, wanted func(*message.Message) bool) error {
	for {
		frames, err := p.receiveFrames(s)
		if err != nil {
			return err
		}
		m, err := p.codec.Decode(frames)
		if err != nil {
			return err
		}
		if wanted(m) {
			return nil
		}
	}
}

func (p *probe) heartbeat() error {
	if err := p.heart.Send(zmq4.NewMsgString("ping")); err != nil {
		return err
	}
	frames, err := p.receiveFrames(p.heart)
	if err == nil && (len(frames) != 1 || string(frames[0]) != "ping") {
		return fmt.Errorf("got %q back, want ping", frames)
	}
	return err
}

// request sends a request and waits for its reply.
func (p *probe) request(s zmq4.Socket, typ string, content any) (id string, reply *message.Message, err error) {
	p.sent++
	id = strconv.Itoa(p.sent)
	m := &message.Message{Header: message.Header{ID: id, Type: typ, Session: "doctor", Date: message.Date(time.Now()), Version: message.Version}}
	if m.Content, err = message.Marshal(content); err != nil {
		return id, nil, err
	}
	frames, err := p.codec.Encode(m)
	if err != nil {
		return id, nil, err
	}
	if err := s.SendMulti(zmq4.NewMsgFrom(frames...)); err != nil {
		return id, nil, err
	}
	err = p.awaitMessage(s, func(m *message.Message) bool { reply = m; return m.ParentID() == id })
	return id, reply, err
}

func (p *probe) info() error {
	_, reply, err := p.request(p.shell, "kernel_info_request", struct{}{})
	if err != nil {
		return err
	}
	var info struct {
		Status   string `json:"status"`
		Protocol string `json:"protocol_version"`
	}
	if err := json.Unmarshal(reply.Content, &info); err != nil || info.Status != "ok" || info.Protocol == "" {
		return fmt.Errorf("unexpected reply %s", reply.Content)
	}
	return nil
}

// probeCell runs a cell and compares its value.
func (p *probe) probeCell() error {
	got, err := p.evaluate("1+1")
	if err == nil && got != "2" {
		return fmt.Errorf("the result is %q, want \"2\"", got)
	}
	return err
}

// evaluate runs a cell and looks for its value on iopub.
func (p *probe) evaluate(code string) (value string, err error) {
	id, reply, err := p.request(p.shell, "execute_request", map[string]any{"code": code, "allow_stdin": false, "store_history": false})
	if err != nil {
		return "", err
	}
	var answer struct{ Status, EName, EValue string }
	if err := json.Unmarshal(reply.Content, &answer); err != nil || answer.Status != "ok" {
		return "", fmt.Errorf("%s %s %s", answer.Status, answer.EName, answer.EValue)
	}
	err = p.awaitMessage(p.iopub, func(m *message.Message) bool {
		if m.ParentID() == id && m.Header.Type == "execute_result" {
			value = resultText(m)
		}
		return m.ParentID() == id && bytes.Contains(m.Content, []byte(`"idle"`))
	})
	return value, err
}

func resultText(m *message.Message) string {
	var content struct {
		Data map[string]any `json:"data"`
	}
	if json.Unmarshal(m.Content, &content) != nil {
		return ""
	}
	text, _ := content.Data["text/plain"].(string)
	return text
}

// shutdown asks the kernel to end, and waits until it has.
func (p *probe) shutdown() error {
	if _, _, err := p.request(p.control, "shutdown_request", map[string]any{"restart": false}); err != nil {
		return err
	}
	// The kernel ends its side of each connection and waits a moment for the
	// other side, which zmq4 does not close by itself.
	p.hangUp()
	select {
	case <-p.exited:
		return nil
	case <-time.After(doctorTimeout):
		return fmt.Errorf("the process still runs %v after its reply", doctorTimeout)
	}
}

// hangUp closes the connections.
func (p *probe) hangUp() {
	for _, s := range p.sockets {
		s.Close()
	}
	p.sockets = nil
}

// stopKernel ends the process and the connections, and removes the files.
func (p *probe) stopKernel() {
	p.hangUp()
	if p.exited != nil {
		_ = p.cmd.Process.Kill() // it has already ended if all went well
		<-p.exited
	}
	if p.cancel != nil {
		p.cancel(nil)
	}
	if p.dir != "" {
		os.RemoveAll(p.dir)
	}
}
