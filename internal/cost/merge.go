package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"riffle/shuffle/trials"
)

// trialsOfBlock is how many trials a block of a large experiment has.
const trialsOfBlock = 4096

// merges prints how long it takes to add parts up, from the start of the process to its
// end. The parts are copies of the first block's, under the names and with the plans of
// others: so many trials would take their time.
func (b *bench) merges(out io.Writer) error {
	fmt.Fprintln(out, "| parts | counts of | a part, bytes | s | of a core, s | a part, ms | memory, MB |\n|---|---|---|---|---|---|---|")
	for _, program := range []string{"dice.go", "matrix.go"} {
		for _, parts := range []int{1, 1_000, 100_000} {
			if err := b.merge(out, program, parts); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bench) merge(out io.Writer, program string, parts int) error {
	dir := filepath.Join(b.dir, "merged")
	defer os.RemoveAll(dir)
	blocks := max(parts, 2000)
	n := fmt.Sprint(blocks * trialsOfBlock)
	size, err := b.copies(dir, program, n, blocks, parts)
	if err != nil {
		return err
	}
	rounds := b.rounds
	if parts > 1000 {
		rounds = min(2, rounds)
	}
	t, err := b.least(rounds, func() error { return nil }, []string{"run", "--parts", dir, program, n})
	if err != nil {
		return err
	}
	each := t[0].busy.Seconds() / float64(parts)
	fmt.Fprintf(out, "| %s | %s | %s | %s | %s | %s | %s |\n", grouped(parts), program, grouped(size), seconds(t[0].lived), seconds(t[0].busy), digits(1e3*each), grouped(int(t[0].memory>>20)))
	if parts > 1 {
		b.part = max(b.part, each)
	}
	return nil
}

// copies writes the parts of an experiment, and says how long one is. The first blocks of
// the first and of the last part are played, as they are played again.
func (b *bench) copies(dir, program, n string, blocks, parts int) (size int, err error) {
	for _, i := range []int{1, blocks - blocks/parts + 1} { // shards of a block each
		if _, err := b.time("run", "--shard", fmt.Sprintf("%d/%d", i, blocks), "--parts", dir, program, n); err != nil {
			return 0, err
		}
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.part"))
	if err != nil {
		return 0, err
	}
	ends := make([]*trials.Part, len(names))
	for i, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return 0, err
		}
		if ends[i], err = trials.DecodePart(data); err != nil {
			return 0, err
		}
		if err := os.Remove(name); err != nil {
			return 0, err
		}
	}
	var writers sync.WaitGroup
	sizes, errs := make([]int, runtime.NumCPU()), make([]error, runtime.NumCPU())
	for w := range sizes {
		writers.Go(func() {
			for i := w; i < parts && errs[w] == nil; i += len(sizes) {
				p := *ends[0]
				if i == parts-1 {
					p = *ends[len(ends)-1]
				}
				p.From, p.To = blocks/parts*i, blocks/parts*(i+1)
				p.Made = p.Plan.Trials(p.From, p.To)
				sizes[w], errs[w] = write(dir, &p)
			}
		})
	}
	writers.Wait()
	return slices.Max(sizes), errors.Join(errs...)
}

// write writes a part, and says how long it is.
func write(dir string, p *trials.Part) (size int, err error) {
	data, err := p.Encode()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, p.Name()), data, 0o644)
	}
	return len(data), err
}
