//go:build unix

package kernel

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"
)

// TestWatchParent names a process that is gone as the parent.
func TestWatchParent(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	t.Setenv("JPY_PARENT_PID", strconv.Itoa(cmd.Process.Pid))
	watchParent(ctx, stop)
	if ctx.Err() == nil {
		t.Error("the kernel goes on without its parent")
	}
}

// TestWatchLivingParent ends the watch with its context.
func TestWatchLivingParent(t *testing.T) {
	for _, pid := range []int{os.Getppid(), os.Getpid()} {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		t.Setenv("JPY_PARENT_PID", strconv.Itoa(pid))
		watchParent(ctx, func() { t.Errorf("parent %d is alive", pid) })
	}
	t.Setenv("JPY_PARENT_PID", "")
	watchParent(context.Background(), func() { t.Error("there is no parent to watch") })
}

// TestWatchDyingParent: the kernel ends with its parent.
func TestWatchDyingParent(t *testing.T) {
	cmd := exec.Command("sleep", "1000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JPY_PARENT_PID", strconv.Itoa(cmd.Process.Pid))
	ctx, stop := context.WithCancel(context.Background())
	go watchParent(ctx, stop)
	select {
	case <-ctx.Done():
		t.Fatal("the parent is alive")
	case <-time.After(50 * time.Millisecond):
	}
	cmd.Process.Kill()
	cmd.Wait()
	<-ctx.Done()
}
