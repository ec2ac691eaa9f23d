package command

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

var day = time.Date(2026, time.January, 2, 0, 0, 0, 0, time.UTC)

// TestManual wants the man page to have all commands with their flags, and no line that
// troff could take for a request of its own.
func TestManual(t *testing.T) {
	text := string(Manual("v1.2.3", day))
	if want := `.TH RIFFLE 1 "2026-01-02" "riffle 1.2.3" "User Commands"`; !strings.HasPrefix(text, want+"\n") {
		t.Errorf("the page begins with %.80s, want %s", text, want)
	}
	for _, c := range visible() {
		for _, f := range c.flags() {
			if want := ".B " + strings.ReplaceAll(dashed(f.Name), "-", `\-`); !strings.Contains(text, want) {
				t.Errorf("no %s of riffle %s", want, c.name)
			}
		}
		if c.name != "" && !strings.Contains(text, "\n.SS riffle "+c.name+"\n") {
			t.Errorf("no section on riffle %s", c.name)
		}
	}
	for line := range strings.Lines(text) {
		switch request, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " "); {
		case strings.HasPrefix(line, "'"):
			t.Errorf("a request: %s", line)
		case strings.HasPrefix(line, ".") && !strings.Contains(" .TH .SH .SS .TP .PP .B .I .br .nf .fi ", " "+request+" "):
			t.Errorf("an unknown request: %s", line)
		}
	}
	if shown := (&manual{}).escape(`.a\b-c'd`); shown != `\&.a\eb\-c\(aqd` {
		t.Errorf("escaped: %s", shown)
	}
}

// TestManualShown has real programs look at the page, where they are installed.
func TestManualShown(t *testing.T) {
	page := string(Manual("v1.2.3", day))
	for _, argv := range [][]string{{"mandoc", "-T", "lint", "-W", "warning"}, {"groff", "-man", "-Tutf8", "-ww", "-P-c"}} {
		t.Run(argv[0], func(t *testing.T) {
			if _, err := exec.LookPath(argv[0]); err != nil {
				t.Skip(err)
			}
			cmd := exec.Command(argv[0], argv[1:]...)
			cmd.Stdin = strings.NewReader(page)
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil || stderr.Len() > 0 || argv[0] == "mandoc" && len(out) > 0 {
				t.Errorf("%v\n%s%s", err, out, &stderr)
			}
		})
	}
}
