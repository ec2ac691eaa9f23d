// Command speed measures how fast programs run: it prints the tables of
// doc/speed.md. From the root of the project:
//
//	go run ./internal/speed
//	go run ./internal/speed -groups
//	go run ./internal/speed -typed
//	go run ./internal/speed -everyday
//
// It builds riffle and each program in testdata, runs them in turn, on both engines, in a
// browser and in Python, and compares the shortest times, as measured by the programs
// themselves: other load on the machine only ever lengthens a time. With -groups it
// prints the second table, of the small measurements in testdata/groups, with -typed that
// of cells that use the library, in testdata/typed.txt. With -everyday it measures the
// programs of testdata/everyday, such as students write: whole small programs, with maps,
// errors, closures, interfaces and the library. They aren't interpreted, and there is no
// Python of them. The browser is Node, whose V8 is Chromium's.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	runs := flag.Int("runs", 9, "run each program so many times and take the fastest")
	only := flag.String("only", "*", "the programs whose names match")
	inGroups := flag.Bool("groups", false, "measure single operations, in groups")
	inCells := flag.Bool("typed", false, "measure cells that use the library")
	inPrograms := flag.Bool("everyday", false, "measure everyday programs, compiled and by riffle")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	print := table
	switch {
	case *inGroups:
		print = groups
	case *inCells:
		print = typed
	case *inPrograms:
		print = everyday
	}
	if err := print(ctx, os.Stdout, *only, *runs); err != nil {
		fmt.Fprintf(os.Stderr, "speed: %v\n", err)
		os.Exit(1)
	}
}

// table measures all programs and prints a row for each.
func table(ctx context.Context, out *os.File, only string, runs int) error {
	return rows(ctx, out, filepath.Join("internal/speed/testdata", only+".go"), runs, "riffle", "browser", "interpreted", "Python")
}

// everyday does so with everyday programs, in two ways besides compiled.
func everyday(ctx context.Context, out *os.File, only string, runs int) error {
	return rows(ctx, out, filepath.Join("internal/speed/testdata/everyday", only+".go"), runs, "riffle", "browser")
}

// rows measures programs in the first ways besides compiled.
func rows(ctx context.Context, out *os.File, programs string, runs int, others ...string) error {
	files, b, err := start(ctx, programs, runs)
	if err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if err := b.buildBrowser(ctx); err != nil {
		return err
	}
	fmt.Fprintf(out, "| program | | compiled, ms | %s : compiled |\n|---|---|---|%s\n", strings.Join(others, " : compiled | "), strings.Repeat("---|", len(others)))
	var all []ratios
	for _, f := range files {
		r, err := b.measure(ctx, f, 1+len(others))
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		all = append(all, r)
		fmt.Fprintln(out, r)
	}
	fmt.Fprintln(out, mean(all))
	return nil
}

// start finds programs, and builds riffle in a folder that the caller removes.
func start(ctx context.Context, programs string, runs int) (files []string, b bench, err error) {
	if runs < 1 {
		return nil, b, fmt.Errorf("-runs is %d, want 1 or more", runs)
	}
	files, err = filepath.Glob(programs)
	if err != nil || len(files) == 0 {
		return nil, b, fmt.Errorf("no programs %q: run it from the root of the project", programs)
	}
	dir, err := os.MkdirTemp("", "speed")
	if err != nil {
		return nil, b, err
	}
	b = bench{dir: dir, runs: runs}
	if err := goBuild(ctx, b.path("riffle"), "."); err != nil {
		os.RemoveAll(dir)
		return nil, b, err
	}
	return files, b, nil
}

// bench is where the commands are that are compared, and how often they run.
type bench struct {
	dir  string
	runs int
}

func (b bench) path(name string) string { return filepath.Join(b.dir, name+".exe") }

func goBuild(ctx context.Context, out, what string) error {
	if text, err := exec.CommandContext(ctx, "go", "build", "-o", out, what).CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", what, err, text)
	}
	return nil
}

// browser is the program that runs others in a browser.
const browser = "./internal/speed/testdata/browser"

// buildBrowser builds that, and writes what it fetches.
func (b bench) buildBrowser(ctx context.Context) error {
	for _, c := range []*exec.Cmd{
		exec.CommandContext(ctx, "go", "run", browser),
		exec.CommandContext(ctx, "go", "build", "-o", b.path("browser"), browser),
	} {
		c.Env = append(os.Environ(), b.data())
		if c.Args[1] == "build" {
			c.Env = append(c.Env, "GOOS=js", "GOARCH=wasm")
		}
		if text, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", c, err, text)
		}
	}
	return nil
}

// data is the setting that says where the browser's program has what it fetches.
func (b bench) data() string { return "RIFFLE_DATA=" + filepath.Join(b.dir, "data") }

// way is one way to run a program.
type way struct {
	command []string
	// env is a setting for its environment.
	env string
	// own says that the program is another one, whose numbers are drawn by
	// another generator, so that its result may differ.
	own bool
}

// ways are those to run a program: compiled, by riffle, by riffle in a browser, with the
// stack of a web worker, by riffle without machine code, and in Python.
func (b bench) ways(file, name string) []way {
	return []way{
		{command: []string{b.path(name)}},
		{command: []string{b.path("riffle"), "run", file}},
		{command: []string{"node", "--stack-size=450", "internal/test/node/exec.js", b.path("browser"), file}, env: b.data()},
		{command: []string{b.path("riffle"), "run", file}, env: interpreted},
		{command: []string{"python3", strings.TrimSuffix(file, ".go") + ".py"}, own: true},
	}
}

// interpreted is the setting that makes riffle run all of a program on the interpreter.
const interpreted = "RIFFLE_ENGINE=yaegi"

// ratios is a row of the table.
type ratios struct {
	name, what string
	compiled   time.Duration
	others     []float64 // of the other ways, to compiled
}

// measure measures one program in the first n ways: each once, then again, so that other
// load on the machine affects all ways alike.
func (b bench) measure(ctx context.Context, file string, n int) (ratios, error) {
	name := strings.TrimSuffix(filepath.Base(file), ".go")
	what, err := title(file)
	if err != nil {
		return ratios{}, err
	}
	if err := goBuild(ctx, b.path(name), file); err != nil {
		return ratios{}, err
	}
	ways := b.ways(file, name)[:n]
	least := make([]time.Duration, len(ways))
	want := ""
	for range b.runs {
		for i, w := range ways {
			result, took, err := w.run(ctx)
			switch {
			case err != nil:
				return ratios{}, err
			case i == 0:
				want = result
			case result != want && !w.own:
				return ratios{}, fmt.Errorf("%q gives %s, not %s", w.command, result, want)
			}
			if least[i] == 0 || took < least[i] {
				least[i] = took
			}
		}
	}
	r := ratios{name: name, what: what, compiled: least[0]}
	for _, d := range least[1:] {
		r.others = append(r.others, float64(d)/float64(least[0]))
	}
	return r, nil
}

// output is what a program prints.
func (w way) output(ctx context.Context) (string, error) {
	cmd := exec.CommandContext(ctx, w.command[0], w.command[1:]...)
	if w.env != "" {
		cmd.Env = append(os.Environ(), w.env)
	}
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%q: %w", w.command, err)
	}
	return string(out), nil
}

// run runs a program, which prints its result and the nanoseconds it took.
func (w way) run(ctx context.Context) (result string, took time.Duration, err error) {
	out, err := w.output(ctx)
	if err != nil {
		return "", 0, err
	}
	var ns int64
	if _, err := fmt.Sscan(out, &result, &ns); err != nil {
		return "", 0, fmt.Errorf("%q prints %q, want a result and its nanoseconds", w.command, out)
	}
	return result, time.Duration(ns), nil
}

// String is the row.
func (r ratios) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | %s | %.3g |", r.name, r.what, float64(r.compiled)/1e6)
	for _, x := range r.others {
		fmt.Fprintf(&b, " %s |", ratio(x))
	}
	return b.String()
}

// ratio is a ratio in two digits, or in whole numbers.
func ratio(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// mean is the last row: the geometric means.
func mean(rows []ratios) string {
	var b strings.Builder
	b.WriteString("| | geometric mean | |")
	for i := range rows[0].others {
		sum := 0.0
		for _, r := range rows {
			sum += math.Log(r.others[i])
		}
		fmt.Fprintf(&b, " %s |", ratio(math.Exp(sum/float64(len(rows)))))
	}
	return b.String()
}

// title is what a program measures, from its first line.
func title(file string) (string, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	first, _, _ := strings.Cut(string(src), "\n")
	what, ok := strings.CutPrefix(strings.TrimSuffix(first, "."), "// Speed of ")
	if !ok {
		return "", fmt.Errorf("begins with %q, want // Speed of …", first)
	}
	return what, nil
}
