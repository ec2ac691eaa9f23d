package worker

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"riffle/internal/proto"
)

// sealedFrames are frames as they go down, each as a write of its own.
func sealedFrames(t *testing.T, key []byte, frames ...frame) (pieces [][]byte) {
	t.Helper()
	var b bytes.Buffer
	w, err := sealWriter(&b, key, down)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		if _, err := w.Write(appendFrame(nil, f)); err != nil {
			t.Fatal(err)
		}
		pieces = append(pieces, bytes.Clone(b.Bytes()))
		b.Reset()
	}
	return pieces
}

func TestSeal(t *testing.T) {
	key := newKey()
	frames := []frame{
		{kindRun, 1, []byte("the hidden test")}, {kindRun, 2, bytes.Repeat([]byte("long "), sealStep)}, {kindInterrupt, 2, nil},
	}
	p := sealedFrames(t, key, frames...)
	foreign := sealedFrames(t, newKey(), frames...)
	bent := bytes.Clone(p[0])
	bent[len(bent)/2] ^= 1
	for _, tt := range []struct {
		what string
		pipe []byte
		from direction
		got  int // frames
		end  error
	}{
		{"all", bytes.Join(p, nil), down, 3, io.EOF},
		{"cut between", p[0], down, 1, io.EOF},
		{"cut within", p[0][:len(p[0])-1], down, 0, io.ErrUnexpectedEOF},
		{"changed", bent, down, 0, errGarbage},
		{"one taken out", bytes.Join([][]byte{p[0], p[2]}, nil), down, 1, errGarbage},
		{"one twice", bytes.Join([][]byte{p[0], p[0]}, nil), down, 1, errGarbage},
		{"sent back", p[0], up, 0, errGarbage},
		{"another key", foreign[0], down, 0, errGarbage},
		{"not sealed", appendFrame(nil, frames[0]), down, 0, errGarbage},
	} {
		d := newDecoder(bytes.NewReader(tt.pipe))
		if err := d.unseal(key, tt.from); err != nil {
			t.Fatal(err)
		}
		for i := 0; ; i++ {
			f, err := d.readFrame()
			if err == nil && i < len(frames) && bytes.Equal(f.body, frames[i].body) && f.kind == frames[i].kind {
				continue
			}
			if i != tt.got || !errors.Is(err, tt.end) {
				t.Errorf("%s: %d frames, then %v; want %d, %v", tt.what, i, err, tt.got, tt.end)
			}
			break
		}
		if bytes.Contains(tt.pipe, frames[0].body) && tt.what != "not sealed" {
			t.Errorf("%s: the pipe shows the test", tt.what)
		}
	}
}

// TestSealed runs cells in a child whose pipes are sealed, and in its successor.
func TestSealed(t *testing.T) {
	w := start(t, Options{Sealed: true})
	for range 2 {
		if got := value(t, w, "echo hello"); got != "hello" {
			t.Errorf("%q", got)
		}
		if r, _ := run(w, "garbage"); r.Err == nil || !r.Lost || !strings.HasPrefix(r.Err.Message, proto.Intruded) {
			t.Errorf("%+v", r)
		}
	}
}
