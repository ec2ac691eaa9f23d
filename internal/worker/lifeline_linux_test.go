package worker

import (
	"context"
	"strconv"
	"syscall"
	"testing"

	"riffle/internal/proto"
)

// TestLifelineEndsTheGroup stops the child, so that it can't see any end, and
// closes nothing but the lifeline.
func TestLifelineEndsTheGroup(t *testing.T) {
	w := start(t, Options{})
	orphan, err := strconv.Atoi(value(t, w, "orphan"))
	if err != nil {
		t.Fatal(err)
	}
	pid, out, done := w.PID(), newRecord(), make(chan proto.Result)
	go func() { done <- w.Run(context.Background(), proto.Cell{Source: "stubborn"}, out) }()
	<-out.heard
	syscall.Kill(pid, syscall.SIGSTOP)
	w.child.lifeline.Close()
	if r := <-done; !r.Lost {
		t.Errorf("%+v", r)
	}
	awaitEnd(t, pid)
	awaitEnd(t, orphan)
}
