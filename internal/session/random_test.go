package session

import (
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"riffle/internal/test/full"
)

var (
	randomPrograms = flag.Int("random", full.Or(15, 60), "how many random programs TestRandom compares with compiled Go")
	randomSeed     = flag.Uint64("randomseed", 1, "the first of them")
)

// TestRandom compares random programs with compiled Go, many in one build.
func TestRandom(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to compile with: ", err)
	}
	left, seed := *randomPrograms, *randomSeed
	for ; left > 0; left, seed = left-30, seed+1000 {
		compareRandom(t, seed, min(left, 30), (*randomProgram).text)
	}
}

// TestRandomDefers does so for small functions with deferred calls.
func TestRandomDefers(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to compile with: ", err)
	}
	n := min(*randomPrograms, 30)
	if testing.Short() {
		n = 20
	}
	compareRandom(t, *randomSeed, n, (*randomProgram).guards)
}

// FuzzRandom does so for programs that nobody has seen.
func FuzzRandom(f *testing.F) {
	if testing.Short() {
		f.Skip("each input is a build of its own")
	}
	if _, err := exec.LookPath("go"); err != nil {
		f.Skip("no go command to compile with: ", err)
	}
	f.Add(uint64(1000))
	// Few at a time: a fuzzing process has ten seconds for an input.
	f.Fuzz(func(t *testing.T, seed uint64) { compareRandom(t, seed, 6, (*randomProgram).text) })
}

// FuzzDefers is FuzzRandom for small functions with deferred calls.
func FuzzDefers(f *testing.F) {
	if testing.Short() {
		f.Skip("each input is a build of its own")
	}
	if _, err := exec.LookPath("go"); err != nil {
		f.Skip("no go command to compile with: ", err)
	}
	f.Add(uint64(1000))
	f.Fuzz(func(t *testing.T, seed uint64) { compareRandom(t, seed, 6, (*randomProgram).guards) })
}

// compareRandom runs the programs of n seeds, compiled and on each engine.
func compareRandom(t *testing.T, seed uint64, n int, generate func(p *randomProgram, name string) string) {
	t.Helper()
	var batch strings.Builder
	batch.WriteString(randomPrelude)
	var calls []string
	programs := map[string]string{}
	check, wrong := checker(), 0
	for len(calls) < n {
		name := fmt.Sprintf("program%d", seed)
		text := generate(newRandomProgram(seed), name)
		seed++
		if err := check(randomPrelude + text); err != nil {
			if wrong++; wrong > 3*n {
				t.Fatalf("too few programs are Go; %s isn't: %v\n%s", name, err, text)
			}
			continue
		}
		programs[name] = text
		batch.WriteString(text)
		calls = append(calls, fmt.Sprintf("\trun(%q, %s)\n", name, name))
	}
	fmt.Fprintf(&batch, "\nfunc main() {\n%s}\n", strings.Join(calls, ""))
	file := filepath.Join(t.TempDir(), "random.go")
	if err := os.WriteFile(file, []byte(batch.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	want := sections(compiled(t, file))
	for _, engine := range engines {
		got := sections(onEngine(t, file, engine))
		for _, name := range slices.Sorted(maps.Keys(programs)) {
			if want[name] != got[name] {
				t.Errorf("%s gives on %q\n%s\ncompiled\n%s\n%s", name, engine, got[name], want[name], programs[name])
			}
		}
		if want[""] != got[""] {
			t.Errorf("the batch begins on %q with\n%s\ncompiled\n%s", engine, got[""], want[""])
		}
	}
}

// sections are what each program of a batch printed.
func sections(out string) map[string]string {
	all := map[string]string{}
	for i, part := range strings.Split(out, "=== ") {
		name, text, _ := strings.Cut(part, "\n")
		if i == 0 {
			name, text = "", part
		}
		all[name] = text
	}
	return all
}

// checker type-checks programs: the generator doesn't avoid all that Go refuses,
// such as a constant that overflows.
func checker() func(text string) error {
	fset := token.NewFileSet()
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	return func(text string) error {
		f, err := parser.ParseFile(fset, "random.go", text, 0)
		if err != nil {
			return err
		}
		_, err = conf.Check("main", fset, []*ast.File{f}, nil)
		return err
	}
}

// randomPrelude is what all random programs share.
const randomPrelude = `package main

import (
	"fmt"
	"math"
	"runtime"
)

type number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

type point struct {
	A int8
	b uint16
	F float64
	s []int
	In inner
}

type inner struct {
	N int
	T string
}

type level int32

type named struct {
	point
	Label string
}

type failure struct{ Code int }

func (f failure) Error() string { return fmt.Sprint("failure ", f.Code) }

func halves(n int) (low, high int) {
	defer func() { high = n - low }()
	low = n / 2
	return low, 0
}

type scored interface{ score() int }

func (p point) score() int    { return int(p.A) + int(p.b) + len(p.s) + p.In.N }
func (p *point) bump(n int)   { p.A += int8(n); p.In.N -= n; p.s = append(p.s, n) }
func (l level) score() int    { return int(l) * 3 }
func (i inner) longer(s string) inner { i.T += s; return i }

func pick[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

func sum[T number](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return
}

func mapped[T, U any](xs []T, f func(T) U) []U {
	var us []U
	for _, x := range xs {
		us = append(us, f(x))
	}
	return us
}

type stack[T any] struct{ items []T }

func (s *stack[T]) push(x T) int { s.items = append(s.items, x); return len(s.items) }
func (s stack[T]) top(or T) T {
	if len(s.items) == 0 {
		return or
	}
	return s.items[len(s.items)-1]
}

func upto(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func whole(f float64) int {
	if f != f || f > 1e9 || f < -1e9 {
		return 7
	}
	return int(f)
}

func kind(x any) string {
	switch x := x.(type) {
	case nil:
		return "nil"
	case int, int8:
		return fmt.Sprint("small ", x)
	case string:
		return x + "!"
	case scored:
		return fmt.Sprint("scored ", x.score())
	case []int:
		return fmt.Sprint("ints ", len(x))
	case error:
		return "error " + x.Error()
	}
	return fmt.Sprintf("%T", x)
}

var fuel int

func burn() {
	if fuel--; fuel < 0 {
		panic("out of fuel")
	}
}

func run(name string, f func()) {
	fmt.Println("===", name)
	fuel = 300
	defer func() {
		switch x := recover().(type) {
		case nil:
		case runtime.Error:
			fmt.Println("run-time error:", x.Error())
		default:
			fmt.Println("panic:", x)
		}
	}()
	f()
}

var _ = math.Abs
`
