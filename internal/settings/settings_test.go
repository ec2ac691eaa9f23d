package settings

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	s := New()
	s.FindProgram = func(name string) error {
		if name != "less" {
			return errors.New("no such program")
		}
		return nil
	}
	errs := s.Read("settings", strings.Join([]string{
		"# mine", "", "keys = vi", "theme=dark", "  history = 5000  ", "pager = less -R",
		"them = dark", "theme = pink", "theme =", "nonsense", "width = 3", "pager = lesss", "lines = -1", "\x00\xff = 1",
	}, "\n"))
	want := []string{
		"settings:7: no setting them; did you mean theme?",
		`settings:8: theme is terminal, light, dark, contrast or none, not "pink"`,
		`settings:9: theme is terminal, light, dark, contrast or none, not ""`,
		`settings:10: want NAME = VALUE, not "nonsense"`,
		`settings:11: width is a whole number of at least 20, or 0 for the terminal's, not "3"`,
		"settings: 3 more lines like these",
	}
	if got := fmt.Sprint(errs); got != fmt.Sprint(want) {
		t.Errorf("got\n%v\nwant\n%v", got, fmt.Sprint(want))
	}
	for name, want := range map[string]Value{
		"keys": {"vi", "settings:3"}, "theme": {"dark", "settings:4"}, "history": {"5000", "settings:5"},
		"pager": {"less -R", "settings:6"}, "width": {"0", ByDefault}, "lines": {"40", ByDefault},
	} {
		if got := s.Get(name); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	if err := s.Change("pager", "lesss", AtPrompt); err == nil || err.Error() != "pager: lesss can't be started: no such program" {
		t.Error(err)
	}
}

// TestRewritten keeps comments, what another wrote, and the order.
func TestRewritten(t *testing.T) {
	s := New()
	old := "# mine\nkeys = vi\nfuture = yes\nwidth = 70\nkeys = emacs\n"
	s.Read("settings", old)
	for name, from := range map[string]string{"theme": AtPrompt, "keys": AtPrompt, "width": ByInit} {
		value := map[string]string{"theme": "light", "keys": "vi", "width": "60"}[name]
		if err := s.Change(name, value, from); err != nil {
			t.Fatal(err)
		}
	}
	want := "# mine\nkeys = vi\nfuture = yes\nwidth = 70\ntheme = light\n"
	if got := s.Rewritten(old); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	again := New()
	again.Read("settings", want)
	if got := again.Rewritten(want); got != want {
		t.Errorf("twice: got\n%s", got)
	}
}

// TestDefaults: each default is a value that the setting takes, or stands for none.
func TestDefaults(t *testing.T) {
	for _, d := range All {
		if d.Default != "" && !d.check(New(), d.Default) {
			t.Errorf("%s doesn't take its default %q", d.Name, d.Default)
		}
	}
}

// FuzzRead: no file makes a setting invalid.
func FuzzRead(f *testing.F) {
	f.Add("keys = vi\n\x00=\xff\ntheme\n")
	f.Fuzz(func(t *testing.T, text string) {
		s := New()
		s.Read("settings", text)
		for _, d := range All {
			if v := s.Get(d.Name); v.From != ByDefault && !d.check(s, v.Text) {
				t.Errorf("%q sets %s to %q", text, d.Name, v.Text)
			}
		}
	})
}
