//go:build unix

package kernel

import (
	"net"
	"os"
	"strconv"
	"testing"

	"riffle/internal/test/built"
)

// TestIdleConnectionsLeaveRoomForSessions connects to the program's sockets more
// often than it may have files open, and kills session after session.
func TestIdleConnectionsLeaveRoomForSessions(t *testing.T) {
	p := &probe{}
	defer p.stopKernel()
	argv := []string{"sh", "-c", `ulimit -n 200 && exec "$0" kernel {connection_file}`, built.Program(t)}
	if err := p.startKernel(t.Context(), argv); err != nil {
		t.Fatal(err)
	}
	if err := p.connect(); err != nil {
		t.Fatal(err)
	}
	if err := p.probeCell(); err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		port := []int{p.conn.Shell, p.conn.Control, p.conn.IOPub, p.conn.Stdin, p.conn.Heartbeat}[i%5]
		conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	for range 3 {
		text, err := p.evaluate("os.Getpid()")
		pid, _ := strconv.Atoi(text)
		if err != nil || pid == 0 {
			t.Fatalf("%q, %v; the kernel says %s", text, err, &p.stderr)
		}
		session, err := os.FindProcess(pid)
		if err != nil {
			t.Fatal(err)
		}
		session.Kill()
		session.Release()
		// The cell that finds the session dead may fail; the one after it not.
		p.evaluate("1+1")
		if err := p.probeCell(); err != nil {
			t.Fatalf("%v; the kernel says %s", err, &p.stderr)
		}
	}
}
