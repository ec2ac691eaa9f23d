package session

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"riffle/internal/magic"
	"riffle/internal/proto"
)

// TestAddedMagic adds an entry to the table, and nothing else: cells run it,
// completion offers it and its argument, and the help explains it.
func TestAddedMagic(t *testing.T) {
	s := newSession(t, Options{Magics: append(magic.Table{{
		Name: "applaud", Aliases: []string{"clap"}, Args: "[loudly] CODE", Takes: magic.Code, Options: "n", Below: magic.Optional,
		Doc: "claps for CODE",
		Session: func(ctx context.Context, s magic.Session, c *magic.Call) error {
			for range c.Options["n"] {
				fmt.Fprint(s.Stdout(), "clap ")
			}
			value, _, err := s.Go(ctx, c.Code())
			c.Value = value
			return err
		},
	}}, magic.All...)})
	for source, want := range map[string]string{
		"%applaud -n 2 6 * 7":            "clap clap = 42\n",
		"%%clap\n\"bravo\"":              "= \"bravo\"\n",
		"x := 1; %applaud -n 1 x + \n 1": "clap = 2\n",
		"%help clap":                     "%applaud [loudly] CODE\n    claps for CODE\n",
		"\"no\"\n%%applaud\nx":           "%%applaud must be the first line",
		"%aplaud":                        "did you mean %applaud?",
		"%applaud":                       "want %applaud [loudly] CODE",
	} {
		r := &recorder{}
		res := s.Run(context.Background(), proto.Cell{Source: source, N: 1}, r)
		if got := strings.Replace(answer(r, res), "\n= ", "= ", 1); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
	for source, want := range map[string]string{"%ap": "%applaud", "%applaud NewLot": "NewLottery", "%%cl": "%clap"} {
		if c := s.Complete(source, len(source)); len(c.Items) == 0 || c.Items[0].Text != want {
			t.Errorf("Complete(%q) = %v, want %s", source, c.Items, want)
		}
	}
	page := s.Inspect("%applaud", 8, 0)
	if got := page.Value.Text(); !strings.Contains(got, "claps for CODE. %clap is another name for it.") {
		t.Errorf("Inspect: %q", got)
	}
	if got := s.IsComplete("%applaud f(").Status; got != "incomplete" {
		t.Errorf("IsComplete: %s", got)
	}
	page = s.Inspect("magics", 6, 0)
	if got := page.Value.Text(); !strings.Contains(got, "%applaud") || !strings.Contains(got, "%who") {
		t.Errorf("?magics: %q", got)
	}
}
