// Command speed measures how fast interpreted programs run: it prints the table
// of doc/speed.md. From the root of the project:
//
//	go run ./internal/speed
//
// It builds riffle, the bare engine and each program in testdata, runs them in
// turn, and compares the shortest times, as measured by the programs themselves:
// other load on the machine only ever lengthens a time.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	runs := flag.Int("runs", 9, "run each program so many times and take the fastest")
	only := flag.String("only", "*", "the programs whose names match")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := table(ctx, os.Stdout, *only, *runs); err != nil {
		fmt.Fprintf(os.Stderr, "speed: %v\n", err)
		os.Exit(1)
	}
}

// table measures all programs and prints a row for each.
func table(ctx context.Context, out *os.File, only string, runs int) error {
	if runs < 1 {
		return fmt.Errorf("-runs is %d, want 1 or more", runs)
	}
	files, err := filepath.Glob(filepath.Join("internal/speed/testdata", only+".go"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no programs %q: run it from the root of the project", only)
	}
	dir, err := os.MkdirTemp("", "speed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := bench{dir: dir, runs: runs}
	if err := b.build(ctx); err != nil {
		return err
	}
	fmt.Fprintln(out, "| program | | compiled, ms | riffle, ms | riffle : compiled | riffle : bare engine |\n|---|---|---|---|---|---|")
	for _, f := range files {
		row, err := b.row(ctx, f)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		fmt.Fprintln(out, row)
	}
	return nil
}

// bench holds the commands that are compared.
type bench struct {
	dir  string
	runs int
}

func (b bench) path(name string) string { return filepath.Join(b.dir, name+".exe") }

func (b bench) build(ctx context.Context) error {
	if err := goBuild(ctx, b.path("riffle"), "."); err != nil {
		return err
	}
	return goBuild(ctx, b.path("yaegi"), "github.com/traefik/yaegi/cmd/yaegi")
}

func goBuild(ctx context.Context, out, what string) error {
	if text, err := exec.CommandContext(ctx, "go", "build", "-o", out, what).CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", what, err, text)
	}
	return nil
}

// row measures one program: each way once, then again, so that other load on the
// machine affects all ways alike.
func (b bench) row(ctx context.Context, file string) (string, error) {
	name := strings.TrimSuffix(filepath.Base(file), ".go")
	if err := goBuild(ctx, b.path(name), file); err != nil {
		return "", err
	}
	ways := [][]string{{b.path(name)}, {b.path("riffle"), "run", file}, {b.path("yaegi"), "run", file}}
	times := make([][]time.Duration, len(ways))
	want := ""
	for range b.runs {
		for i, way := range ways {
			result, took, err := measure(ctx, way)
			switch {
			case err == nil && want == "":
				want = result
			case err == nil && result != want:
				err = fmt.Errorf("%q gives %s, not %s", way[0], result, want)
			}
			if err != nil && i < 2 {
				return "", err
			}
			if err == nil {
				times[i] = append(times[i], took)
			}
		}
	}
	return b.format(name, file, times)
}

// measure runs a program, which prints its result and the nanoseconds it took.
func measure(ctx context.Context, way []string) (result string, took time.Duration, err error) {
	out, err := exec.CommandContext(ctx, way[0], way[1:]...).Output()
	if err != nil {
		return "", 0, err
	}
	var ns int64
	if _, err := fmt.Sscan(string(out), &result, &ns); err != nil {
		return "", 0, fmt.Errorf("%q prints %q, want a result and its nanoseconds", way[0], out)
	}
	return result, time.Duration(ns), nil
}

// format is a row; if the bare engine fails, its column says so.
func (b bench) format(name, file string, times [][]time.Duration) (string, error) {
	what, err := title(file)
	if err != nil {
		return "", err
	}
	compiled, riffle := slices.Min(times[0]), slices.Min(times[1])
	bare := "refused or wrong"
	if len(times[2]) > 0 {
		bare = fmt.Sprintf("%.1f", float64(riffle)/float64(slices.Min(times[2])))
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %.0f | %s |", name, what, ms(compiled), ms(riffle), float64(riffle)/float64(compiled), bare), nil
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

func ms(d time.Duration) string { return fmt.Sprintf("%.3g", float64(d)/1e6) }
