package command

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"riffle/internal/help"
)

// visible are the commands that are documented.
func visible() []command {
	return slices.DeleteFunc(append([]command{prompt()}, commands()...), func(c command) bool { return len(c.forms) == 0 })
}

// flagWord is a flag in a synopsis or an example.
var flagWord = regexp.MustCompile(`(?:^|[ \[])(--?[a-z][a-z-]*)`)

// TestHelpOnCommands wants every command's --help on the standard output, for a screen of 80
// columns, with a line for each of its flags; and each flag that is shown must be one.
func TestHelpOnCommands(t *testing.T) {
	for _, c := range visible() {
		t.Run(c.name, func(t *testing.T) {
			var stdout, stderr strings.Builder
			if status := runHere(c.name+" --help", &stdout, &stderr); status != 0 || stderr.Len() > 0 {
				t.Errorf("status %d, stderr %q", status, &stderr)
			}
			text := stdout.String()
			for line := range strings.Lines(text) {
				if len(line) > 81 {
					t.Errorf("%d columns: %s", len(line)-1, line)
				}
			}
			for _, f := range c.flags() {
				if !regexp.MustCompile(`(?m)^  ` + dashed(f.Name) + `( [\w/=]+)?(  |$)`).MatchString(text) {
					t.Errorf("no line for %s in\n%s", dashed(f.Name), text)
				}
				if f.Usage == "" {
					t.Errorf("%s isn't described", dashed(f.Name))
				}
			}
			shown := c.synopses()
			for _, e := range c.examples {
				shown = append(shown, e.call)
			}
			for _, call := range shown {
				if !strings.Contains(text, call) {
					t.Errorf("no %s in\n%s", call, text)
				}
				for _, m := range flagWord.FindAllStringSubmatch(call, -1) {
					if flagNamed(c.flags(), m[1]) == nil {
						t.Errorf("%s shows %s, which isn't a flag", call, m[1])
					}
				}
			}
		})
	}
}

// TestHelpWithTopic wants the topic that has a command's name after what the command takes,
// as it is.
func TestHelpWithTopic(t *testing.T) {
	for _, name := range []string{"run", "course", "web", "kernel"} {
		topic, ok := help.Topic(name)
		var stdout, stderr strings.Builder
		status := runHere("help "+name, &stdout, &stderr)
		if want := lookup(name)[0].help(0); !ok || status != 0 || !strings.HasPrefix(stdout.String(), want) || !strings.HasSuffix(stdout.String(), "\n\n"+topic+"\n") {
			t.Errorf("riffle help %s: status %d\n%s", name, status, &stdout)
		}
	}
}

// TestWrongFlags wants a sentence, the nearest flag and how to call the command.
func TestWrongFlags(t *testing.T) {
	for _, c := range visible() {
		for _, f := range c.flags() {
			if len(f.Name) < 4 {
				continue
			}
			wrong := "--" + f.Name[:2] + f.Name[3:] // a letter is missing
			var stdout, stderr strings.Builder
			status := runHere(c.name+" "+wrong, &stdout, &stderr)
			first, usage, _ := strings.Cut(stderr.String(), "\n")
			if status != statusUsage || stdout.Len() > 0 || !strings.HasPrefix(first, "riffle: ") || !strings.HasSuffix(first, "no flag "+wrong+"; did you mean "+dashed(f.Name)+"?") {
				t.Errorf("riffle %s %s: status %d, %q", c.name, wrong, status, first)
			}
			if want := usageOf(c.name) + "\n"; usage != want || !strings.HasPrefix(usage, "usage: "+c.synopses()[0]) {
				t.Errorf("riffle %s %s: %q, want %q", c.name, wrong, usage, want)
			}
		}
	}
}

// TestCommandTable wants nothing to be left out of a documented command.
func TestCommandTable(t *testing.T) {
	for _, c := range visible() {
		if c.name != "" && len(c.examples) == 0 {
			t.Errorf("riffle %s has no example", c.name)
		}
		for _, f := range c.forms {
			if f.summary == "" {
				t.Errorf("riffle %s %s has no summary", c.name, f.synopsis)
			}
		}
		for _, e := range c.examples {
			if !strings.Contains(e.call, "riffle "+c.name) || e.does == "" {
				t.Errorf("riffle %s has the example %q: %q", c.name, e.call, e.does)
			}
		}
	}
}
