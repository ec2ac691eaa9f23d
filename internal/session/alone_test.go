package session

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"riffle/internal/test/golden"
	"riffle/internal/test/webkit"
	"riffle/stdlib"
)

// TestAlone runs the cells of testdata/alone as a browser does: in a process with one
// thread, beside which nobody watches. What would go on for ever, take all memory or the
// whole stack ends, by itself or by an interrupt, and the session goes on.
func TestAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for browsers")
	}
	data := t.TempDir()
	if err := stdlib.WriteData(data); err != nil {
		t.Fatal(err)
	}
	alone := webkit.Node(t, "./internal/session/testdata/alone")
	run := func(t *testing.T, text string) string {
		file := filepath.Join(t.TempDir(), "cells.txt")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		run := exec.CommandContext(t.Context(), alone.Path, append(alone.Args[1:], file)...)
		run.Env = append(os.Environ(), "RIFFLE_DATA="+data)
		out, err := run.CombinedOutput()
		if err != nil {
			t.Errorf("%v", err)
		}
		return chance.ReplaceAllString(string(out), "N $1")
	}
	golden.Each(t, "testdata/alone/*.txt", run)
	t.Run("long", func(t *testing.T) {
		cells := ""
		for _, tt := range long {
			cells += ">>> " + tt.cell() + "\n---\n\n"
		}
		out := run(t, cells)
		for _, tt := range long {
			_, after, _ := strings.Cut(out, ">>> "+tt.cell()+"\n---\n")
			if got, _, _ := strings.Cut(after, "\n>>> "); !strings.HasPrefix(got, tt.want) {
				t.Errorf("%s: %.500s\nwant %s", tt.name, got, tt.want)
			}
		}
	})
}

// long are cells with a function that is long.
var long = []struct {
	name string
	cell func() string
	want string
}{
	{"calls", func() string {
		return "calls := 0\nfunc call(n int) { calls += n }\nfunc all() {\n" + strings.Repeat("\tcall(2)\n", 5000) + "}\nall()\ncalls"
	}, "= 10000"},
	{"calls of the cell", func() string {
		return "calls = 0\n" + strings.Repeat("call(2)\n", 5000) + "calls"
	}, "= 10000"},
	{"structs", func() string {
		return "type T struct { A, B int }\nfunc structs() []T {\n\treturn []T{\n" + strings.Repeat("\t\tT{1, 2},\n", 4000) + "\t}\n}\nlen(structs())"
	}, "= 4000"},
	{"entries", func() string {
		var entries strings.Builder
		for i := range 6000 {
			fmt.Fprintf(&entries, "\t\t%d: \"x\",\n", i)
		}
		return "func entries() map[int]string {\n\treturn map[int]string{\n" + entries.String() + "\t}\n}\nlen(entries())"
	}, "= 6000"},
	{"what can't be machine code", func() string {
		return "ready := make(chan int, 5000)\nfunc fill() {\n" + strings.Repeat("\tready <- 1\n", 5000) + "}\nfill()\nlen(ready)"
	}, "too long: function fill is too long for a browser"},
}

// chance are numbers that are others each time.
var chance = regexp.MustCompile(`\b[\d,]+ (MiB|plays)`)
