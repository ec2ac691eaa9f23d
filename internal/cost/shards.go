package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// ofShards is into how many shards the experiments of the table are split.
const ofShards = 16

// shards prints what a shard costs besides its trials: it is compared with its share of
// the time that one process takes for all of them, but for its start.
func (b *bench) shards(out io.Writer) error {
	fmt.Fprintf(out, "%s\n\n| experiment | one process, ms | a shard of %d, ms | its share of the trials, ms | besides, ms |\n|---|---|---|---|---|\n", machine(), ofShards)
	parts := filepath.Join(b.dir, "shard-parts")
	clean := func() error { return os.RemoveAll(parts) }
	for _, e := range []struct {
		program string
		runs    int
	}{{"dice.go", 16_000_000}, {"matrix.go", 3_000_000}} {
		n := fmt.Sprint(e.runs)
		t, err := b.least(b.rounds, clean,
			[]string{"run", "empty.go", n},
			[]string{"run", e.program, n},
			[]string{"run", "--shard", fmt.Sprintf("8/%d", ofShards), "--parts", parts, e.program, n})
		if err != nil {
			return err
		}
		whole, shard := t[1].busy, t[2].busy
		share := (whole - t[0].busy) / ofShards
		fmt.Fprintf(out, "| %s of %s | %s | %s | %s | %s |\n", e.program, grouped(e.runs), milliseconds(whole), milliseconds(shard), milliseconds(share), milliseconds(shard-share))
		b.shard = max(b.shard, (shard - share).Seconds())
		if e.program == "dice.go" {
			b.trial = (whole - t[0].busy).Seconds() / float64(e.runs)
		}
		if e.program == "matrix.go" {
			fmt.Fprintf(out, "\nOf that, the start of a process: %s ms.\n", milliseconds(t[0].busy))
		}
	}
	return nil
}

// grouped is a number with commas.
func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", grouped(n/1000), n%1000)
}

// perSecond is how many of something there are in a second.
func perSecond(n int, d time.Duration) float64 {
	return float64(n) / max(d, time.Microsecond).Seconds()
}
