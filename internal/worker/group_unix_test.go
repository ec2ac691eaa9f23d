//go:build unix

package worker

import (
	"context"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"riffle/internal/proto"
)

// What the child started ends with it.
func TestGroupEnds(t *testing.T) {
	w := start(t, Options{})
	pid, err := strconv.Atoi(value(t, w, "orphan"))
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	awaitEnd(t, pid)
}

// When the supervisor goes, its end of the pipe closes, and that ends the child.
func TestSupervisorGone(t *testing.T) {
	w := start(t, Options{})
	pid := w.PID()
	out, done := newRecord(), make(chan proto.Result)
	go func() { done <- w.Run(context.Background(), proto.Cell{Source: "stubborn"}, out) }()
	<-out.heard
	w.child.in.Close()
	r := <-done
	if !r.Lost {
		t.Errorf("%+v", r)
	}
	awaitEnd(t, pid)
}

// awaitEnd waits until a process that isn't ours is gone, or a zombie that waits
// for its collector.
func awaitEnd(t *testing.T, pid int) {
	t.Helper()
	for limit := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil && syscall.Kill(pid, 0) != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		if time.Now().After(limit) {
			t.Fatalf("process %d lives", pid)
		}
	}
}
