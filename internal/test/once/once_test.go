package once

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestDo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sub", "venv")
	failure := errors.New("no network")
	if err := Do(dir, func() error { return failure }); err != failure {
		t.Errorf("Do = %v, want %v", err, failure)
	}
}

// TestDoAtOnce asks from ten sides at once, by a clock that doesn't wait, and often: who
// waits may look for what is done right before it is.
func TestDoAtOnce(t *testing.T) {
	folder := t.TempDir()
	for try := range 300 {
		synctest.Test(t, func(t *testing.T) {
			var built atomic.Int32
			var wg sync.WaitGroup
			for range 10 {
				wg.Go(func() {
					err := Do(filepath.Join(folder, strconv.Itoa(try)), func() error { built.Add(1); return nil })
					if err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if n := built.Load(); n != 1 {
				t.Fatalf("built %d times, want once", n)
			}
		})
	}
}

// TestLongBuild builds for longer than it takes a lock to be stale, by a clock that
// doesn't wait.
func TestLongBuild(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kit")
	synctest.Test(t, func(t *testing.T) {
		var built atomic.Int32
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				err := Do(dir, func() error {
					built.Add(1)
					time.Sleep(2*stale + poll/2)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := built.Load(); n != 1 {
			t.Errorf("built %d times, want once", n)
		}
	})
	if _, err := os.Stat(dir + ".lock"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the lock is still there: %v", err)
	}
}

// TestStaleLock finds the lock of a process that died.
func TestStaleLock(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kit")
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		err := errors.Join(os.Mkdir(dir+".lock", 0o755), os.Chtimes(dir+".lock", start, start))
		built := false
		if err := errors.Join(err, Do(dir, func() error { built = true; return nil })); err != nil || !built {
			t.Fatalf("built %v, %v", built, err)
		}
		if waited := time.Since(start); waited <= stale || waited > stale+time.Minute {
			t.Errorf("waited %v for a lock that is stale after %v", waited, stale)
		}
	})
}
