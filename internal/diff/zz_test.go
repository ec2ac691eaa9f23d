package diff

import (
	"fmt"
	"os"
	"testing"
	"time"
)

func TestZCount(t *testing.T) {
	f, _ := os.Create("/tmp/diff/wrong.txt")
	defer f.Close()
	reportWrong = func(c check, err error) { fmt.Fprintf(f, "%s: %v\n%s\n", c.label, err, c.body) }
	defer func() { reportWrong = nil }()
	for _, c := range corpora[5:] {
		start := time.Now()
		all := c.checks(c.random())
		gen := time.Since(start)
		start = time.Now()
		n, m := 0, 0
		for _, b := range c.batches() {
			n += len(b.checks)
			b, err := b.right()
			if err != nil {
				t.Error(c.name, err)
			}
			m += len(b.checks)
		}
		t.Log(c.name, len(all), gen, n, m, time.Since(start))
	}
}
