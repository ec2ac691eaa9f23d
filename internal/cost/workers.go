package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"riffle/internal/test/natstest"
)

// workersOf are how many workers play.
var workersOf = []int{1, 2, 4}

// farm is a server with workers of a core each.
type farm struct {
	b       *bench
	server  *natstest.Server
	workers []*exec.Cmd
}

func (b *bench) farm() (*farm, error) {
	file, err := natstest.Install()
	if err != nil {
		return nil, fmt.Errorf("a NATS server: %w", err)
	}
	dir, err := os.MkdirTemp(b.dir, "nats")
	if err != nil {
		return nil, err
	}
	server, err := natstest.Run(file, dir)
	if err != nil {
		return nil, err
	}
	return &farm{b: b, server: server}, nil
}

// grow starts workers until there are so many.
func (f *farm) grow(n int) error {
	for len(f.workers) < n {
		cmd := f.b.command("work", "--stream", "RIFFLE", f.server.URL())
		said, err := cmd.StderrPipe()
		if err != nil {
			return err
		}
		if err := cmd.Start(); err != nil {
			return err
		}
		f.workers = append(f.workers, cmd)
		lines := bufio.NewScanner(said)
		there := false
		for !there && lines.Scan() {
			there = strings.Contains(lines.Text(), "takes blocks")
		}
		if !there {
			return errors.New("a worker doesn't begin")
		}
		go io.Copy(io.Discard, said)
	}
	return nil
}

func (f *farm) close() {
	for _, w := range f.workers {
		w.Process.Kill()
		w.Wait()
	}
	f.server.Stop()
}

// play is how long an experiment takes that the workers play.
func (f *farm) play(rounds int, program string, runs int) (time.Duration, error) {
	t, err := f.b.least(rounds, func() error { return nil }, []string{"run", "--on", f.server.URL(), program, fmt.Sprint(runs)})
	if err != nil {
		return 0, err
	}
	return t[0].lived, nil
}

// loads are what workers play: trials that need a core, and trials that wait, which as
// many can do at once as there are workers, as if each had a machine of its own.
var loads = []struct {
	program, what string
	runs          int
}{
	{"matrix.go", "compute", 6_000_000},
	{"wait.go", "wait", 512},
}

// speedup prints how much faster workers are than one process.
func (b *bench) speedup(out io.Writer) error {
	f, err := b.farm()
	if err != nil {
		return err
	}
	defer f.close()
	rounds := max(1, b.rounds/2)
	alone := make([]time.Duration, len(loads))
	for i, l := range loads {
		t, err := b.least(rounds, func() error { return nil }, []string{"run", l.program, fmt.Sprint(l.runs)})
		if err != nil {
			return err
		}
		alone[i] = t[0].lived
	}
	fmt.Fprintf(out, "%s\n\n| workers of a core | trials that compute, s | times as fast as one process | trials that wait, s | times as fast |\n|---|---|---|---|---|\n", machine())
	fmt.Fprintf(out, "| none, one process | %s | 1.00 | %s | 1.00 |\n", seconds(alone[0]), seconds(alone[1]))
	for _, n := range workersOf {
		if err := f.grow(n); err != nil {
			return err
		}
		row := fmt.Sprintf("| %d |", n)
		for i, l := range loads {
			t, err := f.play(rounds, l.program, l.runs)
			if err != nil {
				return err
			}
			row += fmt.Sprintf(" %s | %s |", seconds(t), digits(alone[i].Seconds()/t.Seconds()))
		}
		fmt.Fprintln(out, row)
	}
	return nil
}

// messages prints how fast stretches of blocks go through the server if they have next
// to nothing to play: an experiment of as many as a task has is compared with one of a
// single stretch.
func (b *bench) messages(out io.Writer) error {
	f, err := b.farm()
	if err != nil {
		return err
	}
	defer f.close()
	fmt.Fprintln(out, "| workers of a core | an experiment of one stretch, ms | of 256, ms | stretches a second | messages a second |\n|---|---|---|---|---|")
	for _, n := range workersOf {
		if err := f.grow(n); err != nil {
			return err
		}
		one, err := f.play(b.rounds, "dice.go", 1)
		if err != nil {
			return err
		}
		many, err := f.play(b.rounds, "dice.go", stretches)
		if err != nil {
			return err
		}
		rate := perSecond(stretches-1, many-one)
		fmt.Fprintf(out, "| %d | %s | %s | %s | %s |\n", n, milliseconds(one), milliseconds(many), digits(rate), digits(rate*messagesEach))
		b.rate = max(b.rate, rate)
	}
	return nil
}

const (
	// stretches is how many an experiment of some hundred blocks is cut into.
	stretches = 256
	// messagesEach is how many messages each is: it is put on the queue, fetched, its part
	// is published and fetched, and it is acknowledged. The server's answers aren't
	// counted.
	messagesEach = 5
)
