// Package settings holds what a user has set for the prompt: its colours, its keys, its
// editor. Start with New; Read takes the lines of a file, Change a single value, and
// Rewritten is the file that keeps them.
package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/near"
)

// Where a value comes from, besides a place in a file.
const (
	ByDefault = "default"
	AtPrompt  = "set here"
	ByInit    = "init.go"
)

// Settings are the settings of a prompt. Make them with New.
type Settings struct {
	// FindProgram says why a program can't be started; nil finds all.
	FindProgram func(name string) error

	values map[string]Value
}

// Value is what a setting is set to.
type Value struct {
	Text string
	From string
}

// Setting is an entry of the table.
type Setting struct {
	Name    string
	Values  string // those that it takes, as the help says it
	Doc     string
	Default string
	check   func(s *Settings, text string) (ok bool)
}

// All are the settings, in the order in which they are shown.
var All = []Setting{
	{"theme", "terminal, light, dark, contrast or none", "the colours: the terminal's own, for a light or a dark background, of high contrast on both, or none", "terminal", oneOf("terminal", "light", "dark", "contrast", "none")},
	{"color", "on or off", "whether there are colours", "on", oneOf("on", "off")},
	{"keys", "emacs or vi", "what the keys do", "emacs", oneOf("emacs", "vi")},
	{"enter", "line or run", "what Enter does inside a cell that could run: begin a line, or run it", "line", oneOf("line", "run")},
	{"editor", "a command", "what %edit and F2 open", "", command},
	{"pager", "a command, or none", "what shows texts that are longer than the screen", "none", command},
	{"history", "a whole number of at least 1", "how many inputs are remembered", "2000", atLeast(1)},
	{"notes", "on or off", "whether riffle says unasked that an earlier session can be restored", "on", oneOf("on", "off")},
	{"width", "a whole number of at least 20, or 0 for the terminal's", "how wide values are shown", "0", width},
	{"lines", "a whole number of at least 0", "how many lines of a value are shown, 0 for all", "40", atLeast(0)},
}

// New returns the defaults.
func New() *Settings {
	s := &Settings{values: map[string]Value{}}
	for _, d := range All {
		s.values[d.Name] = Value{d.Default, ByDefault}
	}
	return s
}

// Get returns the value of a setting in the table.
func (s *Settings) Get(name string) Value { return s.values[name] }

// Text is the value of a setting in the table, as it is written.
func (s *Settings) Text(name string) string { return s.values[name].Text }

// On reports whether a setting is on.
func (s *Settings) On(name string) bool { return s.Text(name) == "on" }

// Number is the value of a setting that is a number.
func (s *Settings) Number(name string) int {
	n, _ := strconv.Atoi(s.Text(name)) // Change has looked at it
	return n
}

// Change sets a setting. If the value isn't one of its values, the setting stays as it is.
func (s *Settings) Change(name, text, from string) error {
	if name == "colour" {
		name = "color"
	}
	i := slices.IndexFunc(All, func(d Setting) bool { return d.Name == name })
	if i < 0 {
		return unknownSetting(name)
	}
	d := All[i]
	if !d.check(s, text) {
		return fmt.Errorf("%s is %s, not %q", d.Name, d.Values, text)
	}
	if programs := strings.Fields(text); d.isCommand() && text != "none" && s.FindProgram != nil {
		if err := s.FindProgram(programs[0]); err != nil {
			return fmt.Errorf("%s: %s can't be started: %w", d.Name, programs[0], err)
		}
	}
	s.values[name] = Value{text, from}
	return nil
}

// isCommand reports whether the setting's value is the command line of a program.
func (d *Setting) isCommand() bool { return strings.HasPrefix(d.Values, "a command") }

func unknownSetting(name string) error {
	var names []string
	for _, d := range All {
		names = append(names, d.Name)
	}
	if like := near.Word(name, names); like != "" {
		return fmt.Errorf("no setting %s; did you mean %s?", name, like)
	}
	return fmt.Errorf("no setting %s; settings are %s", name, strings.Join(names, ", "))
}

// maxErrors is how many errors of a file are told one by one.
const maxErrors = 5

// Read sets what the lines of a file say: NAME = VALUE, blank, or a comment after #. A line
// that says nothing sensible changes nothing, and is an error with its place.
func (s *Settings) Read(file, text string) (errs []error) {
	n, wrong := 0, 0
	for line := range strings.Lines(text) {
		n++
		place := fmt.Sprintf("%s:%d", file, n)
		if err := s.readLine(line, place); err != nil {
			if wrong++; wrong <= maxErrors {
				errs = append(errs, fmt.Errorf("%s: %w", place, err))
			}
		}
	}
	if wrong > maxErrors {
		errs = append(errs, fmt.Errorf("%s: %d more lines like these", file, wrong-maxErrors))
	}
	return errs
}

func (s *Settings) readLine(line, place string) error {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return nil
	}
	name, value, ok := strings.Cut(line, "=")
	if !ok {
		return fmt.Errorf("want NAME = VALUE, not %q", clip(strings.ToValidUTF8(line, "\uFFFD")))
	}
	return s.Change(clip(strings.TrimSpace(name)), strings.TrimSpace(value), place)
}

// clip shortens what an error quotes.
func clip(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// Rewritten is the text of a file that keeps what was set at the prompt. Its other lines
// stay.
func (s *Settings) Rewritten(old string) string {
	var b strings.Builder
	written := map[string]bool{}
	for line := range strings.Lines(old) {
		name, _, ok := strings.Cut(line, "=")
		name = strings.TrimSpace(name)
		v := s.values[name]
		switch {
		case !ok || v.From != AtPrompt:
			b.WriteString(strings.TrimRight(line, "\r\n") + "\n")
		case !written[name]:
			fmt.Fprintf(&b, "%s = %s\n", name, v.Text)
			written[name] = true
		}
	}
	for _, d := range All {
		if v := s.values[d.Name]; v.From == AtPrompt && !written[d.Name] {
			fmt.Fprintf(&b, "%s = %s\n", d.Name, v.Text)
		}
	}
	return b.String()
}

// oneOf checks for one of some words.
func oneOf(words ...string) func(*Settings, string) bool {
	return func(_ *Settings, text string) bool { return slices.Contains(words, text) }
}

// maxNumber is more than anybody wants of anything here.
const maxNumber = 1_000_000

// atLeast checks for a whole number of at least n.
func atLeast(n int) func(*Settings, string) bool {
	return func(_ *Settings, text string) bool {
		got, err := strconv.Atoi(text)
		return err == nil && got >= n && got <= maxNumber
	}
}

func width(s *Settings, text string) bool { return text == "0" || atLeast(20)(s, text) }

func command(_ *Settings, text string) bool { return strings.TrimSpace(text) != "" }
