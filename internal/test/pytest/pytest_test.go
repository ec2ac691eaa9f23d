package pytest

import (
	"errors"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

func TestPython(t *testing.T) {
	out, err := exec.Command(Python(t), "-c", "import jupyter_client, jupyter_kernel_test, nbclient, nbformat, zmq").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sub", "venv")
	failure := errors.New("no network")
	if err := once(dir, func() error { return failure }); err != failure {
		t.Errorf("once = %v, want %v", err, failure)
	}
	var built atomic.Int32
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if err := once(dir, func() error { built.Add(1); return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := built.Load(); n != 1 {
		t.Errorf("built %d times, want once", n)
	}
}
