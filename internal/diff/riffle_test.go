package diff

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"riffle/internal/proto"
	"riffle/internal/session"
)

// mode is a way to run checks: as a program on an engine, or as cells.
type mode struct {
	name   string
	engine string // the value of session.EngineEnv
	cells  func(check) []string
}

var modes = []mode{
	{name: "default"},
	{name: "yaegi", engine: "yaegi"},
	{name: "machine", engine: "machine"},
	{name: "cells", cells: inFunction},
	{name: "top", cells: atTop},
}

// What this test binary is asked to run instead of tests, in a process of its own that a
// check may end.
const (
	programEnv = "RIFFLE_DIFF_PROGRAM" // a file that holds a program
	cellsEnv   = "RIFFLE_DIFF_CELLS"   // a file that holds cells as JSON
)

func TestMain(m *testing.M) {
	if file := os.Getenv(programEnv); file != "" {
		os.Unsetenv(programEnv)
		os.Exit(session.RunFile(file, os.Args[1:], nil))
	}
	if file := os.Getenv(cellsEnv); file != "" {
		os.Unsetenv(cellsEnv)
		os.Exit(runCells(file))
	}
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// inFunction are the cells of a check whose statements are a function's.
func inFunction(c check) []string {
	cells := []string{fmt.Sprintf("run(%q, func() {\n%s\n})\n", c.label, c.body)}
	if strings.TrimSpace(c.decls) != "" {
		cells = append([]string{c.decls}, cells...)
	}
	return cells
}

// atTop are the cells of a check whose statements stand in no function: in one cell or,
// with every fourth check, each in a cell of its own.
func atTop(c check) []string {
	cells := []string{fmt.Sprintf("fmt.Println(%q);", "\n=== "+c.label)}
	if strings.TrimSpace(c.decls) != "" {
		cells = append(cells, c.decls)
	}
	if len(c.body)%4 != 0 {
		return append(cells, c.body)
	}
	if strings.Contains(c.body, "goto ") {
		return append(cells, c.body) // a label is its cell's
	}
	const head = "package p\nfunc _() {\n"
	f, err := parser.ParseFile(token.NewFileSet(), "", head+c.body+"\n}", parser.SkipObjectResolution)
	if err != nil {
		return append(cells, c.body)
	}
	list := f.Decls[0].(*ast.FuncDecl).Body.List
	if slices.ContainsFunc(list, func(s ast.Stmt) bool { _, ok := s.(*ast.DeferStmt); return ok }) {
		return append(cells, c.body) // what is deferred is done at the end of a cell
	}
	for _, s := range list {
		cells = append(cells, c.body[int(s.Pos())-1-len(head):min(int(s.End())-1-len(head), len(c.body))])
	}
	return cells
}

// cellsOf is what a child process runs as cells.
type cellsOf struct {
	Prelude []string
	Checks  [][]string
}

// printed passes what cells print on. Notes on lines that look like something else come by
// the other stream, as all that compiled Go prints there.
type printed struct{ proto.Discard }

func (printed) Stream(name string, text []byte) {
	if name == "stderr" {
		os.Stderr.Write(text)
		return
	}
	os.Stdout.Write(text)
}

// runCells runs the cells of a file, from the check on whose number is an argument.
func runCells(file string) int {
	var cells cellsOf
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &cells)
	}
	s, err2 := session.New(session.Options{})
	if err != nil || err2 != nil {
		fmt.Fprintln(os.Stderr, err, err2)
		return 1
	}
	n := 0
	run := func(src string) bool {
		n++
		res := s.Run(context.Background(), proto.Cell{Source: src, N: n}, printed{})
		if res.Err != nil {
			fmt.Printf("\nERROR %s: %s\n", res.Err.Name, res.Err.Message)
			return false
		}
		return true
	}
	for _, src := range cells.Prelude {
		if !run(src) {
			return 1
		}
	}
	from, _ := strconv.Atoi(os.Args[1])
	for _, c := range cells.Checks[from:] {
		for _, src := range c {
			if !run(src) {
				break
			}
		}
	}
	return 0
}

// run is what each check of a batch prints in a mode.
func (m mode) run(t *testing.T, b batch) map[string][]string {
	t.Helper()
	start := time.Now()
	defer func() { t.Logf("%s: %v", m.name, time.Since(start)) }()
	if m.cells != nil {
		return m.runCells(t, b)
	}
	text, spans := b.program()
	file := filepath.Join(t.TempDir(), "checks.go")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for from := 0; from < len(b.checks); {
		out, errs, ok := child(t, programEnv+"="+file, m.engine, from)
		lines, done := sections(out)
		for label, ls := range lines {
			all[label] = ls
		}
		if ok {
			return all
		}
		if len(done) > 0 {
			last := done[len(done)-1]
			all[last] = append(all[last], "ENDS: "+firstLine(errs))
			from += len(done)
			continue
		}
		// The program was refused: without the checks whose lines the errors name, it runs.
		refused := refusedIn(errs, spans)
		if len(refused) == 0 {
			if len(b.checks) == 1 {
				return map[string][]string{b.checks[0].label: {"REFUSED: " + firstLine(errs)}}
			}
			half := len(b.checks) / 2
			first, second := batch{b.prelude, b.checks[:half]}, batch{b.prelude, b.checks[half:]}
			all = m.run(t, first)
			for label, ls := range m.run(t, second) {
				all[label] = ls
			}
			return all
		}
		var left []check
		for i, c := range b.checks {
			if why := refused[i]; why != "" {
				all[c.label] = []string{"REFUSED: " + why}
			} else {
				left = append(left, c)
			}
		}
		for label, ls := range m.run(t, batch{b.prelude, left}) {
			all[label] = ls
		}
		return all
	}
	return all
}

// placed is an error with its line.
var placed = regexp.MustCompile(`checks\.go:(\d+):\d+: (.*)`)

// refusedIn are the checks that errors of the compiler name, with the errors.
func refusedIn(errs string, spans []span) map[int]string {
	refused := map[int]string{}
	for _, m := range placed.FindAllStringSubmatch(errs, -1) {
		line, _ := strconv.Atoi(m[1])
		for i, s := range spans {
			if s.from <= line && line <= s.to {
				refused[i] = m[2]
			}
		}
	}
	return refused
}

// firstLine is the first line of an error that says something.
func firstLine(errs string) string {
	for line := range strings.Lines(errs) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return "without a word"
}

// runCells runs a batch as cells of one session.
func (m mode) runCells(t *testing.T, b batch) map[string][]string {
	t.Helper()
	all := b.prelude.text + runner
	for _, c := range b.checks {
		all += c.decls + "\nfunc _() {\n" + c.body + "\n}\n"
	}
	cells := cellsOf{Prelude: []string{imports(all) + b.prelude.text + runner}}
	for _, c := range b.checks {
		cells.Checks = append(cells.Checks, m.cells(c))
	}
	text, err := json.Marshal(cells)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "cells.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for from := 0; from < len(b.checks); {
		out, errs, ok := child(t, cellsEnv+"="+file, m.engine, from)
		lines, done := sections(out)
		for label, ls := range lines {
			got[label] = ls
		}
		// A check whose declarations or function are refused prints no label.
		if ok {
			break
		}
		if len(done) == 0 {
			t.Fatalf("no cell runs in mode %s: %s\n%s", m.name, tail(errs), tail(out))
		}
		last := done[len(done)-1]
		got[last] = append(got[last], "ENDS: "+firstLine(errs))
		for from < len(b.checks) && b.checks[from].label != last {
			from++
		}
		from++
	}
	return got
}

// child runs this test binary anew.
func child(t *testing.T, env, engine string, from int) (out, errs string, ok bool) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := limited(ctx, 8, self, strconv.Itoa(from), "0")
	cmd.WaitDelay = time.Second
	cmd.Dir = t.TempDir()
	cmd.Env = append(cmd.Environ(), env, session.EngineEnv+"="+engine, session.VerifyEnv+"=1")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	if ctx.Err() != nil {
		stderr.Reset()
		fmt.Fprintf(&stderr, "didn't end in %v", patience)
	}
	return stdout.String(), stderr.String(), err == nil
}

// same reports whether a mode printed what compiled Go did. At the top of a session a
// panic ends the cell, whose error has words of its own. It tells the panics that others
// replaced too; the last is the one that Go's output tells.
func (m mode) same(want, got []string) bool {
	if m.name == "top" {
		for i, line := range want {
			if text, panics := strings.CutPrefix(line, "PANIC "); panics {
				for len(got) > i && got[i] == "" {
					got = append(append([]string{}, got[:i]...), got[i+1:]...)
				}
				if len(got) <= i || !strings.HasPrefix(got[i], "ERROR ") || !matchLines(want[:i], got[:i]) {
					return false
				}
				chain := got[i+1:]
				return len(chain) == 0 || chain[len(chain)-1] == "\tpanic: "+text && !slices.ContainsFunc(chain, func(s string) bool { return !strings.HasPrefix(s, "\tpanic: ") })
			}
		}
	}
	return matchLines(want, got)
}

func matchLines(want, got []string) bool {
	if len(want) != len(got) {
		return false
	}
	for i, line := range want {
		if line != anyLine && line != got[i] {
			return false
		}
	}
	return true
}
