package session

import (
	"strings"
	"sync"
	"testing"

	"riffle/internal/proto"
	"riffle/internal/test/leak"
)

// heard is an Output that keeps what is printed.
type heard struct {
	proto.Discard
	mu   sync.Mutex
	text strings.Builder
}

func (h *heard) Stream(_ string, text []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text.Write(text)
	leak.Note(string(text))
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// TestOwners: what a goroutine says belongs to the cell that started it.
func TestOwners(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	cells := []struct {
		source string
		want   string // printed by its goroutines during the next cell, too
	}{
		{"ask, answered := make(chan string), make(chan bool)", ""},
		{`func listen(who string) { for s := range ask { fmt.Println(who, s); println(s); answered <- true } }
go listen("first")`, "first a\na\n"},
		{`ask <- "a"; <-answered; fmt.Println("asked")`, "asked\n"},
		{`close(ask); ask = make(chan string)`, ""},
		{`go func() { go listen("inner") }()`, "inner b\nb\n"},
		{`ask <- "b"; <-answered; fmt.Println("asked")`, "asked\n"},
		{`later := make(chan bool)
time.AfterFunc(0, func() { <-later; fmt.Println("timer"); answered <- true }); 1`, "timer\n"},
		{`later <- true; <-answered`, ""},
	}
	var outs []*heard
	for i, c := range cells {
		out := new(heard)
		outs = append(outs, out)
		if res := s.Run(t.Context(), proto.Cell{N: i + 1, Source: c.source}, out); res.Err != nil {
			t.Fatalf("%s: %s", c.source, res.Err.Format())
		}
	}
	for i, c := range cells {
		if got := outs[i].String(); got != c.want {
			t.Errorf("%s\nprinted %q, want %q", c.source, got, c.want)
		}
	}
}
