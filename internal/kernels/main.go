// Command kernels measures how fast shuffles are: it prints the tables of
// doc/shuffles.md. From the root of the project, in a minute or two and 400 MB:
//
//	go run ./internal/kernels
//	go run ./internal/kernels -only 'Deck*' -vectors=false
//	go run ./internal/kernels -processor 'AMD Zen 4'
//
// Each row names the processor, as the system calls it unless the flag does.
//
// The jobs are those of the benchmarks of package shuffle, whose TestMeasure times
// them: round by round, by the time that the thread ran, so that the ratios hold on a
// busy machine too. With vectors the test is built with GOEXPERIMENT=simd; without, the
// jobs named simd are missing. Experiments and attacks are benchmarks of their packages,
// run five times each.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
)

func main() {
	only := flag.String("only", "*", "the tasks whose names match, such as Deck52 or Huge/*")
	vectors := flag.Bool("vectors", runtime.GOARCH == "amd64", "build with GOEXPERIMENT=simd")
	processor := flag.String("processor", systemsName(), "the processor's name in the tables")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	patterns := []string{*only}
	if *only == "*" {
		patterns = append(patterns, "*/*") // a star stops at a slash
	}
	var all []measured
	for _, p := range patterns {
		some, err := measure(ctx, p, *vectors)
		fail(err)
		all = append(all, some...)
	}
	experiments, err := measureBenchmarks(ctx, *only)
	fail(err)
	all = append(all, experiments...)
	if len(all) == 0 {
		fmt.Fprintf(os.Stderr, "kernels: no task matches %q\n", *only)
		os.Exit(1)
	}
	printTables(os.Stdout, all, *processor)
}

func fail(err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "kernels: %v\n", err)
		os.Exit(1)
	}
}

// systemsName is what Linux calls the processor; elsewhere it is known by its kind only.
func systemsName() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		if _, name, ok := strings.Cut(string(text), "model name\t: "); ok {
			name, _, _ = strings.Cut(name, "\n")
			return name
		}
	}
	return runtime.GOARCH
}

// measured is what a line of TestMeasure says.
type measured struct {
	Task, What, Job string
	Nanoseconds     float64 // for each thing that is made
}

// measure runs TestMeasure.
func measure(ctx context.Context, pattern string, vectors bool) ([]measured, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "./shuffle", "-count=1", "-v", "-run", "^TestMeasure$", "-measure", pattern)
	if vectors {
		cmd.Env = append(os.Environ(), "GOEXPERIMENT=simd")
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s, from the root of the project: %w\n%s", cmd, err, out)
	}
	return parse(bytes.NewReader(out))
}

// parse reads the lines that are JSON.
func parse(out io.Reader) (all []measured, err error) {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if !strings.HasPrefix(lines.Text(), "{") {
			continue
		}
		var m measured
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return nil, fmt.Errorf("%q: %w", lines.Text(), err)
		}
		all = append(all, m)
	}
	return all, lines.Err()
}

// printTables prints a table of the tasks, and one of the generators.
func printTables(out io.Writer, all []measured, processor string) {
	base, begun := map[string]float64{}, false
	for _, m := range all {
		if m.Job == "std" {
			base[m.Task] = m.Nanoseconds
		}
	}
	for _, m := range all {
		if m.Task == "Generators" || base[m.Task] == 0 {
			continue
		}
		if !begun {
			fmt.Fprintln(out, "| task | job | processor | ns | | times as fast as std |\n|---|---|---|---|---|---|")
			begun = true
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s | %s | %s |\n", m.Task, m.Job, processor, digits(m.Nanoseconds), article(m.What), digits(base[m.Task]/m.Nanoseconds))
	}
	printGenerators(out, all, processor)
	printAttacks(out, all, processor)
}

// printGenerators has both ways to call a generator in a row.
func printGenerators(out io.Writer, all []measured, processor string) {
	through := map[string]float64{}
	for _, m := range all {
		if name, ok := strings.CutSuffix(m.Job, "-interface"); ok {
			through[name] = m.Nanoseconds
		}
	}
	if len(through) == 0 {
		return
	}
	fmt.Fprintln(out, "\n| generator | processor | ns a word | through the interface |\n|---|---|---|---|")
	for _, m := range all {
		if other, ok := through[m.Job]; ok && m.Task == "Generators" {
			fmt.Fprintf(out, "| %s | %s | %s | %s |\n", m.Job, processor, digits(m.Nanoseconds), digits(other))
		}
	}
}

// printAttacks has the tasks that nothing in the standard library does.
func printAttacks(out io.Writer, all []measured, processor string) {
	begun := false
	for _, m := range all {
		if !isAttack(m.Task) {
			continue
		}
		if !begun {
			fmt.Fprintln(out, "\n| attack | job | processor | time | |\n|---|---|---|---|---|")
			begun = true
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s | %s |\n", m.Task, m.Job, processor, withUnit(m.Nanoseconds), article(m.What))
	}
}

func withUnit(ns float64) string {
	switch {
	case ns >= 1e6:
		return digits(ns/1e6) + " ms"
	case ns >= 1e3:
		return digits(ns/1e3) + " µs"
	}
	return digits(ns) + " ns"
}

func isAttack(task string) bool { return strings.HasPrefix(task, "Crack") }

// digits returns three digits of a number, and all before the point.
func digits(x float64) string {
	switch {
	case x < 0.1:
		return strconv.FormatFloat(x, 'g', 3, 64)
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// article puts one before a noun.
func article(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "an " + noun
	}
	return "a " + noun
}
