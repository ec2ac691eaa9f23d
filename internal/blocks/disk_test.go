package blocks

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestUsed counts two files of a byte and a folder, and a file that was removed.
func TestUsed(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "in"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "in/b"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("1"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const want = 4*leastFile + 2
	if got := used(dir, 1<<20); got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	if got := used(dir, 1); got <= 1 || got > want {
		t.Errorf("of at most 1 byte: %d", got)
	}
	before := removed(os.Getpid())
	f, err := os.Create(filepath.Join(dir, "c"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.Write(make([]byte, 1000))
	os.Remove(f.Name())
	if got := removed(os.Getpid()) - before; runtime.GOOS == "linux" && got != 1000 {
		t.Errorf("a removed file has %d bytes, want 1000", got)
	}
}
