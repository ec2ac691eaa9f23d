package session

import (
	"testing"

	"riffle/internal/proto"
)

// TestColor: a front end that shows colours gets values of package shuffle in
// colours, several in a line too, and displayed ones.
func TestColor(t *testing.T) {
	s := newSession(t, Options{})
	for _, c := range []struct {
		source      string
		color       bool
		want, shown string
	}{
		{source: "NewDeck()[13]", want: "2♢"},
		{source: "NewDeck()[13]", color: true, want: "\x1b[31m2♢\x1b[0m"},
		{source: "NewDeck()[13], 1, `♢`", color: true, want: "\x1b[31m2♢\x1b[0m 1 \"♢\""},
		{source: "type Mine struct{ Card }; Mine{NewDeck()[13]}.Card", color: true, want: "\x1b[31m2♢\x1b[0m"},
		{source: "Display(NewDeck()[14]); 1", color: true, want: "1", shown: "\x1b[31m3♢\x1b[0m"},
		{source: "fmt.Sprint(NewDeck()[13])", color: true, want: `"2♢"`},
		{source: "Display(NewDeck()[14]); 1", want: "1", shown: "3♢"},
	} {
		var out displayed
		res := s.Run(t.Context(), proto.Cell{Source: c.source, N: 1, Color: c.color}, &out)
		if res.Err != nil || res.Value.Text() != c.want || out.text != c.shown {
			t.Errorf("%s, color %t: %q and %q, %v; want %q and %q", c.source, c.color, res.Value.Text(), out.text, res.Err, c.want, c.shown)
		}
	}
}

// displayed keeps the text of what a cell displays.
type displayed struct {
	proto.Discard
	text string
}

func (d *displayed) Display(b proto.Bundle, _ bool) { d.text += b.Text() }
