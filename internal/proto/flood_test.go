package proto

import (
	"bytes"
	"strings"
	"testing"
)

// TestFlood: a hundred thousand lines pass as they are; of an endless loop's output the
// beginning, with one note.
func TestFlood(t *testing.T) {
	var f Flood
	line := []byte(strings.Repeat("x", 99) + "\n")
	for range 100_000 {
		if !bytes.Equal(f.Pass(line), line) {
			t.Fatal("a line is cut within 100,000")
		}
	}
	rest := 0
	var last []byte
	for range 1_000_000 {
		if p := f.Pass(line); p != nil {
			rest, last = rest+len(p), p
		}
	}
	if want := FloodLimit - 100_000*len(line) + len(floodNote(FloodLimit)); rest != want || !bytes.HasSuffix(last, []byte(floodNote(FloodLimit))) {
		t.Errorf("%d bytes more, ending with %q; want %d", rest, last, want)
	}
	f.Clear()
	if !bytes.Equal(f.Pass(line), line) {
		t.Error("nothing passes after the output was cleared")
	}
}
