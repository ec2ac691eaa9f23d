// Package natstest gives tests a real NATS server with JetStream on this machine's
// loopback. Call [Start]. Cut stands between a client and a server, and lets
// nothing through for a while.
package natstest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"riffle/internal/test/need"
	"riffle/internal/test/once"
)

// version is that of the server that the tests run.
const version = "v2.15.2"

// program is the server's file in the user's cache folder, or the test is skipped.
func program(t testing.TB) string {
	t.Helper()
	need.Programs(t, "go")
	file, err := Install()
	need.Have(t, "nats-server", err)
	return file
}

// Install returns the server's file in the user's cache folder. It is built when it is
// first asked for, as a program of its own: riffle doesn't depend on it.
func Install() (file string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "riffle-test", "nats-server-"+version)
	return filepath.Join(dir, "nats-server"), once.Do(dir, func() error {
		cmd := exec.Command("go", "install", "github.com/nats-io/nats-server/v2@"+version)
		cmd.Env = append(os.Environ(), "GOBIN="+dir, "GOFLAGS=-mod=mod", "CGO_ENABLED=0")
		cmd.Dir = os.TempDir()
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		return nil
	})
}

// Server is a server.
type Server struct {
	// Address is its host and port.
	Address string

	t    testing.TB
	dir  string
	args []string
	cmd  *exec.Cmd
}

// Start starts a server that ends with the test. Arguments of nats-server may follow.
func Start(t testing.TB, args ...string) *Server {
	t.Helper()
	s, err := Run(program(t), t.TempDir(), args...)
	if err != nil {
		t.Fatal(err)
	}
	s.t = t
	t.Cleanup(s.Stop)
	return s
}

// Run starts a server, outside of tests, that stores what it has in a folder.
func Run(file, dir string, args ...string) (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{Address: l.Addr().String(), dir: dir}
	_, port, _ := net.SplitHostPort(s.Address)
	l.Close()
	s.args = append([]string{file, "-js", "-sd", dir, "-a", "127.0.0.1", "-p", port}, args...)
	return s, s.start()
}

// URL is the server's address for clients.
func (s *Server) URL() string { return "nats://" + s.Address }

func (s *Server) start() error {
	s.cmd = exec.Command(s.args[0], s.args[1:]...)
	if err := s.cmd.Start(); err != nil {
		return err
	}
	for range 200 {
		if c, err := net.Dial("tcp", s.Address); err == nil {
			c.Close()
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.Stop()
	return errors.New("the NATS server doesn't listen")
}

// Stop stops the server.
func (s *Server) Stop() {
	s.cmd.Process.Kill()
	s.cmd.Wait()
}

// Restart stops the server, and starts it again after a while with what it has
// stored.
func (s *Server) Restart(after time.Duration) {
	s.t.Helper()
	s.cmd.Process.Signal(os.Interrupt)
	s.cmd.Wait()
	time.Sleep(after)
	if err := s.start(); err != nil {
		s.t.Fatal(err)
	}
}

// RestartEmpty stops the server, and starts it again with nothing of what it has stored.
func (s *Server) RestartEmpty() {
	s.t.Helper()
	s.Stop()
	if err := errors.Join(os.RemoveAll(s.dir), s.start()); err != nil {
		s.t.Fatal(err)
	}
}

// Cut is a way to a server that can be cut.
type Cut struct {
	listener net.Listener
	to       string
	mu       sync.Mutex
	cut      bool
	conns    []net.Conn
	silent   atomic.Bool
}

// NewCut returns a way to a server.
func NewCut(t testing.TB, to string) *Cut {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &Cut{listener: l, to: to}
	go c.serve()
	t.Cleanup(func() {
		l.Close()
		c.Set(true)
	})
	return c
}

// URL is the address for clients.
func (c *Cut) URL() string { return "nats://" + c.listener.Addr().String() }

// Set cuts the way, with all connections on it, or lets clients through again.
func (c *Cut) Set(cut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cut = cut; cut {
		c.silent.Store(false)
		for _, conn := range c.conns {
			conn.Close()
		}
		c.conns = nil
	}
}

// Silence loses what the server says, until the way is cut.
func (c *Cut) Silence() { c.silent.Store(true) }

func (c *Cut) serve() {
	for {
		in, err := c.listener.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", c.to)
		if err != nil || !c.join(in, out) {
			in.Close()
			continue
		}
		go pass(in, &answers{c, out})
		go pass(out, in)
	}
}

// answers are what the server says, unless it is lost.
type answers struct {
	cut *Cut
	net.Conn
}

func (a *answers) Read(b []byte) (int, error) {
	for {
		n, err := a.Conn.Read(b)
		if err != nil || !a.cut.silent.Load() {
			return n, err
		}
	}
}

// pass lets through what comes one way. When one side ends, the other does.
func pass(to, from net.Conn) {
	io.Copy(to, from)
	to.Close()
	from.Close()
}

// join notes a connection, unless the way is cut.
func (c *Cut) join(in, out net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cut {
		out.Close()
		return false
	}
	c.conns = append(c.conns, in, out)
	return true
}
