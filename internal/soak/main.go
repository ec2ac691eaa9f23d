// Command soak runs a long session and measures what it leaves behind: memory a
// cell, and how much longer a small cell takes at the end than at the beginning.
//
//	go run ./internal/soak -cells 10000
//
// The cells are those of mix.txt, round after round: each round declares some
// names that no other has, and declares others again. With -sorts each sort of cell
// of sorts.txt has a session of its own, and what it leaves is a row.
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"regexp"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"time"

	"riffle/internal/proto"
	"riffle/internal/session"
)

//go:embed mix.txt
var mix string

//go:embed sorts.txt
var sorts string

func main() {
	cells := flag.Int("cells", 10000, "run so many `cells`")
	only := flag.String("only", "", "run the cells of the mix alone that match `regexp`")
	other := flag.String("mix", "", "run the cells of `file` instead of mix.txt's")
	profile := flag.String("profile", "", "write the heap's profile to `file`")
	each := flag.Bool("sorts", false, "run the cells of each sort alone")
	flag.Parse()
	if *each {
		if err := soakSorts(os.Stdout, *cells); err != nil {
			fmt.Fprintf(os.Stderr, "soak: %v\n", err)
			os.Exit(1)
		}
		return
	}
	if *other != "" {
		text, err := os.ReadFile(*other)
		if err != nil {
			fmt.Fprintf(os.Stderr, "soak: %v\n", err)
			os.Exit(1)
		}
		mix = string(text)
	}
	if err := soak(os.Stdout, *cells, *only, *profile); err != nil {
		fmt.Fprintf(os.Stderr, "soak: %v\n", err)
		os.Exit(1)
	}
}

// soak reports ten times on its way.
func soak(out io.Writer, cells int, only, profile string) error {
	r, err := newRun(only)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "|  cells | heap, MiB | KiB a cell | 1+1, µs |\n|--:|--:|--:|--:|")
	if err := r.cells(tenth); err != nil {
		return err
	}
	start := r.look()
	fmt.Fprintln(out, start.row(start))
	for k := range 10 {
		if err := r.cells(cells*(k+1)/10 - r.n); err != nil {
			return err
		}
		fmt.Fprintln(out, r.look().row(start))
	}
	if profile == "" {
		return nil
	}
	f, err := os.Create(profile)
	if err != nil {
		return err
	}
	defer f.Close()
	return pprof.WriteHeapProfile(f)
}

// soakSorts reports what a cell of each sort leaves, from the fifth of its session on:
// before, it is also what a session needs anyway.
func soakSorts(out io.Writer, cells int) error {
	fmt.Fprintln(out, "| sort | KiB a cell |\n|---|--:|")
	for name, c := range named(sorts) {
		r, err := newRun("")
		if err != nil {
			return err
		}
		r.mix = []cell{c}
		if err := r.cells(cells / 5); err != nil {
			return err
		}
		start := alive()
		if err := r.cells(cells - cells/5); err != nil {
			return err
		}
		each := (float64(alive()) - float64(start)) / float64(cells-cells/5) / 1024
		fmt.Fprintf(out, "| %s | %.2f |\n", name, each)
	}
	return nil
}

// named yields the cells of sorts by their names, in their order.
func named(sorts string) iter.Seq2[string, cell] {
	return func(yield func(string, cell) bool) {
		for _, c := range parse(sorts) {
			if !yield(c.ends, cell{"ok", c.source}) {
				return
			}
		}
	}
}

// tenth is the cell after which the first look is taken.
const tenth = 10

// run is a session and the cells that it has run.
type run struct {
	session *session.Session
	mix     []cell
	n       int
}

func newRun(only string) (*run, error) {
	runtime.MemProfileRate = 64 << 10
	s, err := session.New(session.Options{})
	if err != nil {
		return nil, err
	}
	match, err := regexp.Compile(only)
	if err != nil {
		return nil, err
	}
	cells := slices.DeleteFunc(parse(mix), func(c cell) bool { return !match.MatchString(c.source) })
	return &run{session: s, mix: cells}, nil
}

// cell is a cell of a round.
type cell struct {
	ends   string // ok, or the name of its error
	source string
}

var header = regexp.MustCompile(`(?m)^-- (.*) --\n`)

// parse reads a mix.
func parse(text string) []cell {
	var cells []cell
	heads := header.FindAllStringSubmatchIndex(text, -1)
	for i, h := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		cells = append(cells, cell{text[h[2]:h[3]], strings.TrimSpace(text[h[1]:end])})
	}
	return cells
}

// cells runs the next n cells of the mix.
func (r *run) cells(n int) error {
	for range n {
		c := r.mix[r.n%len(r.mix)]
		source := strings.ReplaceAll(c.source, "#", strconv.Itoa(1+r.n/len(r.mix)))
		ends := "ok"
		res := r.run(source)
		if res.Err != nil {
			ends = res.Err.Name
		}
		if ends != c.ends {
			return fmt.Errorf("cell %d ends as %s, want %s: %v\n%s", r.n, ends, c.ends, res.Err, source)
		}
	}
	return nil
}

// run runs a cell.
func (r *run) run(source string) proto.Result {
	r.n++
	return r.session.Run(context.Background(), proto.Cell{Source: source, N: r.n}, proto.Discard{})
}

// sample is a look at the session.
type sample struct {
	cells int
	heap  uint64 // bytes alive
	small time.Duration
}

// look measures what is alive, and the median of some small cells, which aren't
// counted.
func (r *run) look() sample {
	s := sample{cells: r.n}
	var took []time.Duration
	for range 21 {
		start := time.Now()
		r.run("1+1")
		took = append(took, time.Since(start))
	}
	r.n = s.cells
	s.small = slices.Sorted(slices.Values(took))[len(took)/2]
	s.heap = alive()
	return s
}

// alive is the heap in use after a collection; a second one frees what the first
// one's finalizers let go.
func alive() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// row is a row of the table: since is the first look.
func (s sample) row(since sample) string {
	each := 0.0
	if n := s.cells - since.cells; n > 0 {
		each = (float64(s.heap) - float64(since.heap)) / float64(n) / 1024
	}
	return fmt.Sprintf("| %d | %.1f | %.1f | %.0f |", s.cells, float64(s.heap)/(1<<20), each, float64(s.small)/1e3)
}
