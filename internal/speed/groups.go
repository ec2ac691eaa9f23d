package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// groups measures the programs of testdata/groups, each of which measures several
// operations, and prints a table for each.
func groups(ctx context.Context, out *os.File, only string, runs int) error {
	files, b, err := start(ctx, filepath.Join("internal/speed/testdata/groups", only+".go"), runs)
	if err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if err := b.buildBrowser(ctx); err != nil {
		return err
	}
	fmt.Fprint(out, "| | compiled, ms | riffle : compiled | browser : compiled | interpreted : compiled |\n|---|---|---|---|---|\n")
	for _, f := range files {
		what, err := title(f)
		if err != nil {
			return err
		}
		rows, err := b.group(ctx, f)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		fmt.Fprintf(out, "| **%s** | | | | |\n", what)
		for _, r := range rows {
			fmt.Fprintf(out, "| %s | %.3g | %s | %s | %s |\n", r.what, float64(r.compiled)/1e6, ratio(r.others[0]), ratio(r.others[1]), ratio(r.others[2]))
		}
	}
	return nil
}

// group measures the operations of a program.
func (b bench) group(ctx context.Context, file string) ([]ratios, error) {
	name := strings.TrimSuffix(filepath.Base(file), ".go")
	if err := goBuild(ctx, b.path(name), file); err != nil {
		return nil, err
	}
	return b.compare(ctx, b.ways(file, name)[:4])
}

// compare runs programs that measure the same operations, in turn.
func (b bench) compare(ctx context.Context, ways []way) ([]ratios, error) {
	least := make([][]operation, len(ways))
	for range b.runs {
		for i, w := range ways {
			text, err := w.output(ctx)
			if err != nil {
				return nil, err
			}
			ops, err := operations(text)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", w.command, err)
			}
			if least[i], err = faster(least[i], ops, least[0]); err != nil {
				return nil, fmt.Errorf("%q: %w", w.command, err)
			}
		}
	}
	rows := make([]ratios, len(least[0]))
	for k, op := range least[0] {
		rows[k] = ratios{what: op.what, compiled: op.took}
		for _, other := range least[1:] {
			rows[k].others = append(rows[k].others, float64(other[k].took)/float64(op.took))
		}
	}
	return rows, nil
}

// operation is one that a program has measured.
type operation struct {
	what   string
	result int
	took   time.Duration
}

// operations reads what a program prints: lines of a result, nanoseconds and a title.
func operations(text string) (ops []operation, err error) {
	for line := range strings.Lines(text) {
		var op operation
		parts := strings.SplitN(strings.TrimSpace(line), " ", 3)
		_, err := fmt.Sscan(line, &op.result, &op.took)
		if err != nil || len(parts) < 3 {
			return nil, fmt.Errorf("%q, want a result, nanoseconds and a title", line)
		}
		op.what = parts[2]
		ops = append(ops, op)
	}
	return ops, nil
}

// faster are the shorter times of two runs; before is nil at first. The results have to
// be those of compiled Go.
func faster(before, now, compiled []operation) ([]operation, error) {
	for k := range now {
		if compiled != nil && (len(compiled) != len(now) || compiled[k].result != now[k].result) {
			return nil, fmt.Errorf("%s gives %d, not as compiled Go", now[k].what, now[k].result)
		}
		if before != nil {
			now[k].took = min(now[k].took, before[k].took)
		}
	}
	return now, nil
}
