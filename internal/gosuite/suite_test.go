package gosuite

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "riffle/internal/command" // see package built
	"riffle/internal/test/built"
	"riffle/internal/test/full"
	"riffle/internal/test/leak"
)

var all = flag.Bool("full", full.On(), "run all programs, the slow ones too, instead of a quarter")

const (
	parts    = 4                // of which a run without -full takes one
	patience = time.Minute      // with a program, however busy the machine
	slowTime = 10 * time.Second // with one that is known to be slow
)

// verdict is how a program ended.
type verdict int

const (
	passed verdict = iota
	failed
	timedOut
)

// TestPrograms runs Go's programs and compares what fails with the lists.
func TestPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("Go's own programs take half a minute")
	}
	root := testFolder(t)
	names, err := programs(root)
	if err != nil {
		t.Fatal(err)
	}
	riffle := built.Program(t)
	known, slow := readList(t, "testdata/known.txt"), readList(t, "testdata/slow.txt")
	for _, name := range names {
		_, isSlow := slow[name]
		if !*all && (isSlow || !sampled(name, parts)) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limit := patience
			if isSlow {
				limit = slowTime
			}
			v, why := run(t, riffle, filepath.Join(root, filepath.FromSlash(name)), limit)
			if complaint := judge(v, why, known[name], isSlow); complaint != "" {
				t.Error(complaint)
			}
		})
	}
}

// judge compares how a program went with what the lists say of it.
func judge(v verdict, why, known string, slow bool) string {
	switch {
	case v == passed && known != "":
		return "passes, but testdata/known.txt lists it (" + known + "): remove it from the list"
	case v == timedOut && !slow:
		return "did not end in time; a program that has always been slow belongs into testdata/slow.txt\n" + why
	case v == failed && known == "":
		return why
	}
	return ""
}

// run runs one program and waits no longer than the limit.
func run(t *testing.T, riffle, path string, limit time.Duration) (verdict, string) {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, riffle, "run", path)
	cmd.Dir, cmd.WaitDelay = t.TempDir(), time.Second
	cmd.Env = append(cmd.Environ(), "RIFFLE_VERIFY=1") // programs of the normal form keep to its rules
	out, err := cmd.CombinedOutput()
	leak.Check(t, string(out))
	why := fault(path, err, string(out))
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded) && err != nil:
		return timedOut, why
	case why != "":
		return failed, why
	}
	return passed, ""
}

// testFolder is the folder of Go's programs, which some installations of Go
// leave out.
func testFolder(t *testing.T) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	dir := filepath.Join(strings.TrimSpace(string(out)), "test")
	if err == nil {
		_, err = os.Stat(dir)
	}
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatalf("no test programs, which Go from go.dev/dl has: %v", err)
	}
	if err != nil {
		t.Skipf("no test programs, which Go from go.dev/dl has: %v", err)
	}
	return dir
}

// readList reads a list of programs: path and reason in each line, comments
// after #.
func readList(t *testing.T, name string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		path, reason, _ := strings.Cut(strings.TrimSpace(line), " ")
		reason = strings.TrimSpace(reason)
		switch {
		case path == "":
			continue
		case reason == "":
			t.Errorf("%s: %s has no reason", name, path)
		case list[path] != "":
			t.Errorf("%s: %s stands there twice", name, path)
		}
		list[path] = reason
	}
	return list
}

// TestJudge wants the lists to mean what doc.go says.
func TestJudge(t *testing.T) {
	tests := []struct {
		name    string
		verdict verdict
		known   string
		slow    bool
		want    string // in the complaint; empty for none
	}{
		{"passes", passed, "", false, ""},
		{"fails", failed, "", false, "status 1"},
		{"known", failed, "reason", false, ""},
		{"known no more", passed, "reason", false, "remove it"},
		{"new and slow", timedOut, "", false, "slow.txt"},
		{"known and late", timedOut, "reason", false, "slow.txt"},
		{"slow", timedOut, "", true, ""},
		{"slow and in time", passed, "", true, ""},
		{"slow and wrong", failed, "", true, "status 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := judge(tt.verdict, "status 1", tt.known, tt.slow)
			if !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("judge says %q, want %q", got, tt.want)
			}
		})
	}
}

// TestEligible wants the right files to be chosen.
func TestEligible(t *testing.T) {
	tests := []struct {
		name, src string
		want      bool
	}{
		{"plain", "// run\n\npackage main\nimport \"fmt\"\n", true},
		{"below a licence", "// one\n// two\n\n// run\npackage main\n", true},
		{"with flags", "// run -race\n\npackage main\n", false},
		{"errors wanted", "// errorcheck\n\npackage main\n", false},
		{"unsafe", "// run\n\npackage main\nimport (\n\t\"fmt\"\n\t\"unsafe\"\n)\n", false},
		{"of its folder", "// run\n\npackage main\nimport \"./p\"\n", false},
		{"below a package", "// run\n\npackage main\nimport \"go/ast\"\n", false},
		{"reflective name", "// run\n\npackage main\nimport \"sync\" // \"reflect\"\n", true},
		{"another system", "// run\n//go:build plan9\n\npackage main\n", false},
		{"any Go", "// run\n//go:build go1.18 && !cgo\n\npackage main\n", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := eligible([]byte(tt.src)); got != tt.want {
				t.Errorf("eligible is %v, want %v", got, tt.want)
			}
		})
	}
}
