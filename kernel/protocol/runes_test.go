package protocol

import (
	"testing"
	"unicode/utf8"
)

// printed is what streams print together, and whether each text was valid.
func printed(ended bool, texts ...string) (all string, valid bool) {
	var r runes
	valid = true
	print := func(_ string, text []byte) {
		all += string(text)
		valid = valid && utf8.Valid(text)
	}
	if ended {
		r.flushRest(print)
	}
	for _, text := range texts {
		r.passWhole("stdout", []byte(text), print)
	}
	r.flushRest(print)
	return all, valid
}

// TestRunes divides texts at every place, and in single bytes.
func TestRunes(t *testing.T) {
	for _, text := range []string{"", "a", "ä♠🂡é", "♠\n", "🂡🂡"} {
		for i := range len(text) + 1 {
			if got, valid := printed(false, text[:i], text[i:]); got != text || !valid {
				t.Errorf("%q and %q print %q", text[:i], text[i:], got)
			}
		}
		var single []string
		for i := range len(text) {
			single = append(single, text[i:i+1])
		}
		if got, valid := printed(false, single...); got != text || !valid {
			t.Errorf("the bytes of %q print %q", text, got)
		}
	}
}

// TestBrokenRunes: invalid bytes are passed on unchanged, and nothing is lost.
func TestBrokenRunes(t *testing.T) {
	for _, text := range []string{"\xff", "\xe2\x99", "\x99\xa0", "\xe2a", "\xf0\x9f\x82", "a\xc3", "\xc3\xc3\xa9"} {
		for i := range len(text) + 1 {
			for _, ended := range []bool{false, true} {
				if got, _ := printed(ended, text[:i], text[i:]); got != text {
					t.Errorf("%q and %q print %q", text[:i], text[i:], got)
				}
			}
		}
	}
}

// TestStreamsApart: the part of one stream's character doesn't go to the other.
func TestStreamsApart(t *testing.T) {
	var r runes
	got := ""
	print := func(name string, text []byte) { got += name + ":" + string(text) + " " }
	r.passWhole("stdout", []byte("a\xe2\x99"), print)
	r.passWhole("stderr", []byte("b\xc3"), print)
	r.passWhole("stdout", []byte("\xa0"), print)
	r.flushRest(print)
	if want := "stdout:a stderr:b stdout:♠ stderr:\xc3 "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
