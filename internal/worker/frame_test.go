package worker

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"riffle/internal/proto"
)

func TestFrames(t *testing.T) {
	frames := []frame{
		{kindHello, 0, []byte(`{"version":1}`)},
		{kindStdout, 1<<64 - 1, []byte{0, 255, 'r', magic1}},
		{kindResult, 7, nil},
		{kindDisplay, 8, bytes.Repeat([]byte("x"), 3*bodyStep+5)},
	}
	var b []byte
	for i, f := range frames {
		b = appendFrame(b, f)
		b = appendFrame(b, frame{kindSpare + kind(i), 1, []byte("skipped")})
	}
	for name, r := range map[string]io.Reader{
		"at once":      bytes.NewReader(b),
		"byte by byte": iotest.OneByteReader(bytes.NewReader(b)),
	} {
		d := newDecoder(r)
		for _, want := range frames {
			got, err := d.readFrame()
			if err != nil || !bytes.Equal(got.body, want.body) || got.kind != want.kind || got.id != want.id {
				t.Fatalf("%s: got frame %d of %d bytes, %v; want %d", name, got.kind, len(got.body), err, want.kind)
			}
		}
		if _, err := d.readFrame(); err != io.EOF {
			t.Errorf("%s: at the end: %v", name, err)
		}
	}
}

// The layout on the pipe is frozen: an older child must be understood well enough
// to be refused.
func TestLayout(t *testing.T) {
	got := appendFrame(nil, frame{kindHello, 0x0102, []byte("{}")})
	want := []byte{'r', 0xf1, 1, 0, 2, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, '{', '}'}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestBadFrames(t *testing.T) {
	whole := appendFrame(nil, frame{kindResult, 1, []byte("body")})
	broken := func(at int, b byte) []byte {
		c := bytes.Clone(whole)
		c[at] = b
		return c
	}
	for name, c := range map[string]struct {
		b    []byte
		want error
	}{
		"empty":         {nil, io.EOF},
		"cut in header": {whole[:9], io.ErrUnexpectedEOF},
		"cut in body":   {whole[:18], io.ErrUnexpectedEOF},
		"no magic":      {[]byte("p"), errGarbage},
		"half magic":    {broken(1, 'i'), errGarbage},
		"kind 0":        {broken(2, 0), errGarbage},
		"kind unknown":  {broken(2, byte(kindKnown)), errGarbage},
		"not zero":      {broken(3, 1), errGarbage},
		"too long":      {broken(7, 0xff), errGarbage},
		"promises much": {broken(6, 0xff), io.ErrUnexpectedEOF},
	} {
		if _, err := newDecoder(bytes.NewReader(c.b)).readFrame(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// Whatever comes, a decoder ends with an error, and what it took for frames
// encodes to the bytes they came from.
func FuzzDecoder(f *testing.F) {
	f.Add(appendFrame(appendFrame(nil, frame{kindRun, 1, []byte(`{"source":"1"}`)}), frame{kindResult, 1, nil}))
	f.Add([]byte("usage: riffle"))
	f.Add([]byte{magic0, magic1, 1, 0, 255, 255, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add(appendFrame(nil, frame{kindSpare, 9, []byte("later")}))
	f.Fuzz(func(t *testing.T, b []byte) {
		d := newDecoder(bytes.NewReader(b))
		rest := b
		for {
			got, err := d.readFrame()
			if err != nil {
				return
			}
			again := appendFrame(nil, got)
			at := bytes.Index(rest, again)
			if at < 0 {
				t.Fatalf("%+v doesn't come from %q", got, rest)
			}
			rest = rest[at+len(again):]
			var r proto.Result
			got.decodeBody(&r)
		}
	})
}

func TestReplies(t *testing.T) {
	for _, err := range append([]error{nil}, replyErrors...) {
		if got := newReply("x", err).err(); got != err {
			t.Errorf("%v came back as %v", err, got)
		}
	}
}
