package command

import (
	"io"
	"strings"
	"testing"
)

// runHere runs riffle in this process.
func runHere(args string, stdout, stderr io.Writer) (status int) {
	a := &app{stdin: strings.NewReader(""), stdout: stdout, stderr: stderr}
	return a.report(a.dispatch(strings.Fields(args)))
}

func TestUsage(t *testing.T) {
	tests := []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"version", 0, "riffle ", ""},
		{"--version", 0, "riffle ", ""},
		{"help", 0, "riffle -e CODE", ""},
		{"-h", 0, "riffle -e CODE", ""},
		{"run --help", 0, "riffle run FILE.go|- [ARG...]", ""},
		{"work --help", 0, "--unconfined", ""},
		{"install -h", 0, "--sys-prefix", ""},
		{"course --help", 0, "riffle course check FOLDER...", ""},
		{"web --help", 0, "riffle web site DIR", ""},
		{"-h", 0, "--no-init", ""},
		{"help run", 0, "Exit status", ""},
		{"help rnu", 2, "", "did you mean run?"},
		{"help doctor", 0, "starts the kernel", ""},
		{"help course new", 0, "--lessons LIST", ""},
		{"help --help", 0, "riffle help keys", ""},
		{"completion", 2, "", "0 arguments, want 1"},
		{"completion zhs", 2, "", `no shell "zhs"; did you mean zsh?`},
		{"help fair", 0, "Every order of a small deck", ""},
		{"help NewLottery", 0, "func NewLottery(max int, rng ...PRNG) *Lottery", ""},
		{"help lottery", 2, "", "did you mean riffle help Lottery, riffle help NewLottery, riffle help fair.Lottery or riffle help check.Lottery?"},
		{"help nothing", 2, "", "topics: course, environment"},
		{"help a b", 2, "", "want one topic"},
		{"hlep", 2, "", `no command "hlep"; did you mean help?`},
		{"zzzz", 2, "", `no command "zzzz"; riffle help lists them`},
		{"workr", 2, "", `no command "workr"; did you mean work?`},
		{"confind", 2, "", `no command "confind"; riffle help`},
		{"deal.go", 2, "", "riffle run deal.go"},
		{"--no-inti", 2, "", "no flag --no-inti; did you mean --no-init?"},
		{"-x", 2, "", "no flag -x\n"},
		{"-e", 2, "", "flag needs an argument"},
		{"-e 1 2", 2, "", `unexpected argument "2"`},
		{"--lowered", 2, "", "riffle -e CODE --lowered"},
		{"version 1", 2, "", "1 arguments, want 0"},
		{"run", 2, "", "no file named"},
		{"run -o x a.go", 2, "", "for notebooks"},
		{"run a.ipynb b", 2, "", `unexpected argument "b"`},
		{"run a.ipynb -p n", 2, "", "want name=value"},
		{"run a.ipynb -p n=1 m", 2, "", "want name=value"},
		{"run a.ipynb -q", 2, "", "no flag -q"},
		{"run nowhere.ipynb -p n=1 m=2 -o x", 1, "", "nowhere.ipynb"},
		{"install --prefix", 2, "", "flag needs an argument"},
		{"install --prefx p", 2, "", "did you mean --prefix?"},
		{"uninstall --user --prefix p", 2, "", "exclude each other"},
		{"install x", 2, "", "1 arguments, want 0"},
		{"course", 2, "", "riffle course new DIR"},
		{"course nwe x", 2, "", `no command "nwe"; did you mean new?`},
		{"course new", 2, "", "no folder named"},
		{"course new a b", 2, "", `unexpected argument "b"`},
		{"course new --lesons 1 a", 2, "", "no flag --lesons; did you mean --lessons?"},
		{"course new --help", 0, "riffle course new DIR", ""},
		{"kernel", 2, "", "0 arguments, want 1"},
		{"kernel nowhere.json", 1, "", "nowhere.json"},
		{"doctor now", 2, "", "1 arguments, want 0"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			var stdout, stderr strings.Builder
			status := runHere(tt.args, &stdout, &stderr)
			if status != tt.status {
				t.Errorf("exit status %d, want %d", status, tt.status)
			}
			if out := stdout.String(); !strings.Contains(out, tt.stdout) || tt.stdout == "" && out != "" {
				t.Errorf("stdout %q, want %q", out, tt.stdout)
			}
			if err := stderr.String(); !strings.Contains(err, tt.stderr) || (tt.stderr == "") != (err == "") {
				t.Errorf("stderr %q, want %q", err, tt.stderr)
			}
		})
	}
}

func TestUsageFitsTheScreen(t *testing.T) {
	var out strings.Builder
	runHere("help", &out, &out)
	for line := range strings.Lines(out.String()) {
		if len(line) > 81 {
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
}
