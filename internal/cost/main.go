// Command cost measures what it takes to split experiments: it prints the tables of
// doc/cluster.md, "What it costs". From the root of the project, in two minutes and with
// 2 GB of the folder for temporary files:
//
//	go run ./internal/cost
//	go run ./internal/cost -only merge
//
// It builds riffle, runs it as users do, and takes the least of some times, as other load
// on the machine only ever lengthens a time. Processes get one core each (GOMAXPROCS=1):
// what shards and merging cost is the time that they had a core, so that it holds on a
// busy machine too. The server of the last tables is that of the tests, which builds it
// once with the go command and the network.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"time"
)

func main() {
	only := flag.String("only", "", "one table alone: shard, merge, workers or messages")
	rounds := flag.Int("rounds", 3, "take the least of so many times")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, *only, *rounds); err != nil {
		fmt.Fprintf(os.Stderr, "cost: %v\n", err)
		os.Exit(1)
	}
}

// run prints the tables.
func run(ctx context.Context, out io.Writer, only string, rounds int) (err error) {
	if only != "" && !slices.Contains([]string{"shard", "merge", "workers", "messages"}, only) {
		return fmt.Errorf("-only is %s, want shard, merge, workers or messages", only)
	}
	b, err := newBench(ctx, rounds)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	for _, t := range []struct {
		name  string
		print func(io.Writer) error
	}{
		{"shard", b.shards}, {"merge", b.merges}, {"workers", b.speedup}, {"messages", b.messages}, {"paper", b.paper},
	} {
		if only != "" && only != t.name {
			continue
		}
		if err := t.print(out); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		fmt.Fprintln(out)
	}
	return nil
}

// bench is where everything lies, and what is known so far.
type bench struct {
	ctx    context.Context
	dir    string
	rounds int

	// What the paper's calculation is made of: seconds, and stretches a second.
	trial, shard, part, rate float64
}

func newBench(ctx context.Context, rounds int) (*bench, error) {
	if rounds < 1 {
		return nil, fmt.Errorf("-rounds is %d, want 1 or more", rounds)
	}
	dir, err := os.MkdirTemp("", "riffle-cost-")
	if err != nil {
		return nil, err
	}
	b := &bench{ctx: ctx, dir: dir, rounds: rounds}
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", b.riffle(), ".").CombinedOutput(); err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("go build, from the root of the project: %w\n%s", err, out)
	}
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			os.RemoveAll(dir)
			return nil, err
		}
	}
	return b, nil
}

// programs are the experiments; their argument is the number of runs.
var programs = map[string]string{
	"empty.go":  start,
	"dice.go":   start + "fmt.Println(trials.Run(n, func(rng PRNG) int { return 2 + rng.IntN(6) + rng.IntN(6) }))\n",
	"matrix.go": start + "fmt.Println(fair.Matrix(Riffle(7), 52, n).Verdict())\n",
	"wait.go":   start + "fmt.Println(trials.Run(n, func(rng PRNG) bool { time.Sleep(10 * time.Millisecond); return true }))\n",
}

const start = "Seed(1)\nn, _ := strconv.Atoi(os.Args[1])\n"

func (b *bench) riffle() string { return filepath.Join(b.dir, "riffle.exe") }

// command is a process of riffle with one core.
func (b *bench) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(b.ctx, b.riffle(), args...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	return cmd
}

// took is how long a process lived, and had a core, and the memory that it needed at
// most, 0 where the system doesn't say.
type took struct {
	lived, busy time.Duration
	memory      int64
}

// time runs a process to its end.
func (b *bench) time(args ...string) (t took, err error) {
	cmd := b.command(args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return t, fmt.Errorf("riffle %q: %w\n%s", args, err, &said)
	}
	s := cmd.ProcessState
	return took{time.Since(began), s.UserTime() + s.SystemTime(), peak(s)}, nil
}

// least runs some processes in turn, before each what prepares it, and returns the least
// that each took.
func (b *bench) least(rounds int, prepare func() error, commands ...[]string) ([]took, error) {
	least := make([]took, len(commands))
	for round := range rounds {
		for i, args := range commands {
			if err := prepare(); err != nil {
				return nil, err
			}
			t, err := b.time(args...)
			if err != nil {
				return nil, err
			}
			if l := &least[i]; round == 0 {
				*l = t
			} else {
				*l = took{min(l.lived, t.lived), min(l.busy, t.busy), min(l.memory, t.memory)}
			}
		}
	}
	return least, nil
}

// machine says what was measured on.
func machine() string {
	return fmt.Sprintf("%s/%s, %d cores, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
}

// digits is a number with three digits, or all before the point.
func digits(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x >= 1:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

func milliseconds(d time.Duration) string { return digits(float64(d) / 1e6) }

func seconds(d time.Duration) string { return digits(d.Seconds()) }
