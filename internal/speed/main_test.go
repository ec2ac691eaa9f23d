package main

import (
	"path/filepath"
	"testing"
	"time"
)

func TestTitles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	for _, f := range files {
		if what, err := title(f); err != nil || what == "" {
			t.Errorf("%s: %q, %v", f, what, err)
		}
	}
}

func TestFormat(t *testing.T) {
	ms := func(ns ...time.Duration) []time.Duration { return ns }
	tests := []struct {
		bare []time.Duration
		want string
	}{
		{ms(9e6, 8e6), "| fib | calls of a recursive function | 0.5 | 16 | 32 | 2.0 |"},
		{nil, "| fib | calls of a recursive function | 0.5 | 16 | 32 | refused or wrong |"},
	}
	for _, tt := range tests {
		got, err := bench{}.format("fib", "testdata/fib.go", [][]time.Duration{ms(6e5, 5e5), ms(16e6, 17e6), tt.bare})
		if err != nil || got != tt.want {
			t.Errorf("format gives %q, %v, want %q", got, err, tt.want)
		}
	}
}
