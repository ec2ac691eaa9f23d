package once

import (
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

func TestDo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sub", "venv")
	failure := errors.New("no network")
	if err := Do(dir, func() error { return failure }); err != failure {
		t.Errorf("Do = %v, want %v", err, failure)
	}
	var built atomic.Int32
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if err := Do(dir, func() error { built.Add(1); return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := built.Load(); n != 1 {
		t.Errorf("built %d times, want once", n)
	}
}
