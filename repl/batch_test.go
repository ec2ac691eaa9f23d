package repl

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestBatch(t *testing.T) {
	tests := []struct {
		name, in, out, err string
		want               error
	}{
		{"nothing", "", "", "", nil},
		{"comments", "// only\n\n", "", "", nil},
		{"values", "a\nb", "<a>\n<b>\n", "", nil},
		{"windows", "a\r\nb\r\n", "<a>\n<b>\n", "", nil},
		{"goes on", "a\nfail\nb\n", "<a>\n<b>\n", "cell 2:1:1: undefined: fail\n    fail\n    ^^\n", ErrFailed},
		{"several lines", "f {\n\n}\nb\n", "<f {\n\n}>\n<b>\n", "", nil},
		{"comment above", "\n// about f\nf {\n}\n", "<// about f\nf {\n}>\n", "", nil},
		{"shebang", "#!/usr/bin/env riffle\na\n", "<a>\n", "", nil},
		{"incomplete", "f {\n", "<f {>\n", "", nil},
		{"streams", "print o\nwarn e\nbegin x", "o\nx", "e\n", nil},
		{"input", "scan\n42\na\n", "got 42\n<a>\n", "", nil},
		{"file", "a\n// a file\npackage main\n\nb\n\nc\n", "<a>\n<// a file\npackage main\n\nb\n\nc>\n", "", nil},
		{"quit", "a\n%quit\nb\n", "<a>\n", "", nil},
		{"quit after failure", "fail\n%quit\n", "", "cell 1:1:1: undefined: fail\n    fail\n    ^^\n", ErrFailed},
		{"question", "Lottery.Pick?\n", "Pick draws, detail 0\n", "", nil},
		{"quiet progress", "progress\n", "between\n", "", nil},
		{"broken UTF-8", "f {\né\xff\n}\na", "<a>\n", "cell 1:2:2: illegal UTF-8 encoding\n    é\uFFFD\n     ^\n", ErrFailed},
		{"no editor", "%edit\n", "", "error: %edit: no editor here; set EDITOR and use a terminal\n", ErrFailed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, errs strings.Builder
			err := Batch(t.Context(), Config{Engine: newFake(), In: strings.NewReader(tt.in), Out: &out, Err: &errs})
			if !errors.Is(err, tt.want) || out.String() != tt.out || errs.String() != tt.err {
				t.Errorf("got %v, out %q, err %q; want %v, %q, %q", err, out.String(), errs.String(), tt.want, tt.out, tt.err)
			}
		})
	}
}

func TestBatchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	engine := newFake()
	go func() {
		<-engine.started
		cancel()
	}()
	err := Batch(ctx, Config{Engine: engine, In: strings.NewReader("block\na\n"), Out: io.Discard})
	if err != ErrInterrupted {
		t.Errorf("got %v, want %v", err, ErrInterrupted)
	}
	if got, want := engine.sources(), []string{"1:block"}; !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
}

func TestBatchInterruptedWhileReading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, w := io.Pipe()
	defer w.Close()
	go cancel()
	if err := Batch(ctx, Config{Engine: newFake(), In: in, Out: io.Discard}); err != ErrInterrupted {
		t.Errorf("got %v, want %v", err, ErrInterrupted)
	}
}

func TestEval(t *testing.T) {
	tests := []struct {
		code, in, out, err string
		want               error
	}{
		{"a", "", "<a>\n", "", nil},
		{"f {", "", "<f {>\n", "", nil},
		{"a\nb", "", "<a\nb>\n", "", nil},
		{"fail", "", "", "cell 1:1:1: undefined: fail\n    fail\n    ^^\n", ErrFailed},
		{"scan", "42\nrest", "got 42\n", "", nil},
		{"scan", "", "", "interrupted: EOF\ncell 1:1:1: EOF\n    scan\n    ^^\n", ErrFailed},
		{"%quit", "", "", "", nil},
	}
	for _, tt := range tests {
		var out, errs strings.Builder
		cfg := Config{Engine: newFake(), In: strings.NewReader(tt.in), Out: &out, Err: &errs}
		err := Eval(t.Context(), cfg, tt.code)
		if !errors.Is(err, tt.want) || out.String() != tt.out || errs.String() != tt.err {
			t.Errorf("%q: got %v, out %q, err %q; want %v, %q, %q", tt.code, err, out.String(), errs.String(), tt.want, tt.out, tt.err)
		}
	}
}
