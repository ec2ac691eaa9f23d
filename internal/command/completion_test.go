package command

import (
	"slices"
	"strings"
	"testing"
)

// TestComplete asks for what can stand at a cursor, |.
func TestComplete(t *testing.T) {
	for _, tt := range []struct {
		line string
		want string // the words, without what they are
	}{
		{"riffle ru|", "run"},
		{"riffle co|", "course completion"},
		{"riffle --n|", "--no-init"},
		{"riffle -e|", "-e"},
		{"riffle -e 1 --l|", "--lowered"},
		{"riffle -e |", ""},
		{"riffle run |", ":files go ipynb"},
		{"riffle run --p|", "--parts"},
		{"riffle run --parts |", ":folders"},
		{"riffle run --shard 1/2 --pa|", "--parts"},
		{"riffle run a.go |", ":files"},
		{"riffle run a.go --p|", ":files"},
		{"riffle run a.ipynb -o |", ":files"},
		{"riffle run a.ipynb -|", "-o --on -p --parts --shard --stream --help"},
		{"riffle cluster |", "slurm kubernetes"},
		{"riffle cluster slurm -n 3 |", ":files go ipynb"},
		{"riffle course |", "new check"},
		{"riffle course check --source = d|", ":folders"},
		{"riffle course new |", ":folders"},
		{"riffle course new d |", ""},
		{"riffle course check a b |", ":folders"},
		{"riffle web |", "site"},
		{"riffle web --|", "--no-browser --port --with --help"},
		{"riffle web site --|", "--replace --with --help"},
		{"riffle install --user --n|", "--name"},
		{"riffle kernel |", ":files json"},
		{"riffle doctor |", ""},
		{"riffle completion |", "bash zsh fish powershell"},
		{"riffle help ke|", "kernel keys"},
		{"riffle help NewLot|", "NewLottery"},
		{"riffle help strings.ToUpperS|", "strings.ToUpperSpecial"},
		{"riffle nothing |", ""},
	} {
		words := strings.Split(strings.TrimSuffix(tt.line, "|"), " ")
		last := len(words) - 1
		words[last] = ":" + words[last]
		var out strings.Builder
		a := &app{stdout: &out}
		if err := a.complete(words[1:]); err != nil {
			t.Errorf("%s: %v", tt.line, err)
		}
		var got []string
		for line := range strings.Lines(out.String()) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			got = append(got, word)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.line, got, tt.want)
		}
	}
}

// TestCompletionScripts wants a script for each shell that the table offers.
func TestCompletionScripts(t *testing.T) {
	var table command
	for _, c := range commands() {
		if c.name == "completion" {
			table = c
		}
	}
	if got := strings.Fields(table.takes[0]); !slices.Equal(got, Shells) {
		t.Errorf("the table offers %v, and there are %v", got, Shells)
	}
	for _, shell := range Shells {
		var stdout, stderr strings.Builder
		if status := runHere("completion "+shell, &stdout, &stderr); status != 0 || !strings.Contains(stdout.String(), " complete ") {
			t.Errorf("%s: status %d, %s%s", shell, status, &stdout, &stderr)
		}
	}
}
