//go:build unix

package blocks

import (
	"io"
	"os"
	"testing"
	"time"
)

// TestPolled: only a file in the poller has deadlines.
func TestPolled(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r.Fd() // blocks from now on, as what a process is started with
	in, err := polled(r)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := in.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Errorf("readers wait in the system: %v", err)
	}
	if err := r.Close(); err == nil {
		t.Error("the old file is still open")
	}
	w.WriteString("blocks")
	w.Close()
	if text, err := io.ReadAll(in); string(text) != "blocks" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}
