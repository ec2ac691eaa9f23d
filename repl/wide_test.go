package repl

import (
	"testing"

	"github.com/chzyer/readline"
)

func TestStandIns(t *testing.T) {
	last := rune(0)
	for _, s := range wideSigns {
		if s[0] <= last || s[1] < s[0] {
			t.Fatalf("%#x to %#x is out of order", s[0], s[1])
		}
		last = s[1]
		for sign := s[0]; sign <= s[1]; sign++ {
			letter, ok := standIn(sign)
			back, known := signOf(letter)
			if !ok || !known || back != sign {
				t.Errorf("%c is edited as %#x, which stands for %c", sign, letter, back)
			}
			if (readline.Runes{}).Width(letter) != 2 {
				t.Errorf("%c is edited as %#x, which isn't two columns wide", sign, letter)
			}
		}
	}
	for _, r := range "a♠é日 \U000323AF" {
		if letter, ok := standIn(r); ok {
			t.Errorf("%c is edited as %c", r, letter)
		}
		if sign, ok := signOf(r); ok {
			t.Errorf("%c stands for %c", r, sign)
		}
	}
}

// What is edited is what was typed, whatever stands for what.
func TestEncode(t *testing.T) {
	for _, text := range []string{"", "a\tb\nc", "🎲🃏 ✅、「！」", "\U00030000\U00030001🎲", "日本"} {
		e := new(Editor)
		if got := e.decode(e.encode(text)); got != text {
			t.Errorf("%q comes back as %q", text, got)
		}
		typed := ""
		for _, r := range text {
			typed += string(e.stand(r))
		}
		if got := e.decode(typed); got != text {
			t.Errorf("%q typed comes back as %q", text, got)
		}
	}
}
