package diff

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// patience is how long a program of checks may take, however busy the machine; a compiled
// one takes a second or two.
const (
	patience         = 10 * time.Minute
	compiledPatience = time.Minute
)

// limited is a command that may take so many gigabytes of addresses, where a shell can say
// so: checks made by chance may ask for as much memory as there is, or read from an endless
// reader.
func limited(ctx context.Context, gigabytes int, name string, args ...string) *exec.Cmd {
	if runtime.GOOS != "linux" {
		return exec.CommandContext(ctx, name, args...)
	}
	script := fmt.Sprintf(`ulimit -v %d && exec "$0" "$@"`, gigabytes<<20)
	return exec.CommandContext(ctx, "sh", append([]string{"-c", script, name}, args...)...)
}

// addresses look as if they were equal in all runs of a program, and aren't in two
// programs.
var addresses = regexp.MustCompile(`0x[0-9a-f]{6,}`)

// unhashable is the text of a panic that names a type: README.md says that names in such
// texts can differ.
var unhashable = regexp.MustCompile(`(hash of unhashable type:?) .*`)

// anyOrder is the first line of a check whose others come in the order of a map.
const anyOrder = "in any order:"

// sections are the lines that each check printed, by its label; done are the labels in
// their order, of which only the last may not have ended.
func sections(out string) (lines map[string][]string, done []string) {
	lines = map[string][]string{}
	label := ""
	for line := range strings.Lines(addresses.ReplaceAllString(out, "0xADDRESS")) {
		line = unhashable.ReplaceAllString(strings.TrimSuffix(line, "\n"), "$1 TYPE")
		if l, ok := strings.CutPrefix(line, "=== "); ok {
			label = l
			done = append(done, l)
			lines[l] = []string{}
		} else if label != "" {
			lines[label] = append(lines[label], line)
		}
	}
	for l, ls := range lines { // each section begins with an empty line of its own
		for len(ls) > 0 && ls[len(ls)-1] == "" {
			ls = ls[:len(ls)-1]
		}
		if lines[l] = ls; len(ls) > 0 && ls[0] == anyOrder {
			slices.Sort(ls[1:untilPanic(ls)])
		}
	}
	return lines, done
}

// untilPanic is how many lines come before a panic, or before the end of a cell.
func untilPanic(ls []string) int {
	for i, l := range ls {
		if l == "" || strings.HasPrefix(l, "PANIC") || strings.HasPrefix(l, "ERROR ") {
			return i
		}
	}
	return len(ls)
}

// any line: what compiled Go printed there differs between its runs.
const anyLine = "\x00any"

// compiledRuns is how often a compiled program runs: a line that is not the same in all
// of them, such as an address or the order of a map, isn't compared.
const compiledRuns = 3

// compiled builds a batch and is what its checks print. The batch that comes back has
// those checks only that end, and print as many lines each time.
func compiled(t *testing.T, b batch) (batch, map[string][]string) {
	t.Helper()
	start := time.Now()
	defer func() { t.Logf("compiled: %v", time.Since(start)) }()
	text, _ := b.program()
	file, exe := filepath.Join(t.TempDir(), "checks.go"), filepath.Join(t.TempDir(), "checks")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-gcflags=-e", "-ldflags=-s -w", "-o", exe, file)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, tail(string(out)))
	}
	var runs []map[string][]string
	for move := range compiledRuns {
		runs = append(runs, allOf(b, func(from int) (string, error) {
			ctx, cancel := context.WithTimeout(t.Context(), compiledPatience)
			defer cancel()
			cmd := limited(ctx, 3, exe, strconv.Itoa(from), strconv.Itoa(move))
			cmd.WaitDelay = time.Second
			cmd.Dir = t.TempDir()
			out, err := cmd.Output()
			return string(out), err
		}))
	}
	want := map[string][]string{}
	var left []check
	for _, c := range b.checks {
		lines, ok := stable(runs, c.label)
		if ok {
			want[c.label] = lines
			left = append(left, c)
		}
	}
	b.checks = left
	return b, want
}

// allOf runs a program of checks again behind each check that ends it. Those have no
// lines.
func allOf(b batch, run func(from int) (string, error)) map[string][]string {
	all := map[string][]string{}
	for from := 0; from < len(b.checks); {
		out, err := run(from)
		lines, done := sections(out)
		for label, ls := range lines {
			all[label] = ls
		}
		if err == nil || len(done) == 0 {
			break
		}
		delete(all, done[len(done)-1])
		from += len(done)
	}
	return all
}

// stable are the lines of a check in all runs.
func stable(runs []map[string][]string, label string) ([]string, bool) {
	first, ok := runs[0][label]
	first = append([]string{}, first...)
	for _, r := range runs[1:] {
		lines, also := r[label]
		if !ok || !also || len(lines) != len(first) {
			return nil, false
		}
		for i := range first {
			if first[i] != lines[i] {
				first[i] = anyLine
			}
		}
	}
	return first, ok
}

// tail is the end of a long text.
func tail(text string) string {
	const most = 3000
	if len(text) > most {
		return "… " + text[len(text)-most:]
	}
	return text
}
