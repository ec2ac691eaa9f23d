package rand

import (
	"testing"
	"time"
)

func TestN(t *testing.T) {
	seen := map[time.Duration]bool{}
	for range 1000 {
		seen[N(3*time.Nanosecond)] = true
	}
	if len(seen) != 3 || !seen[0] || !seen[1] || !seen[2] {
		t.Errorf("drawn: %v", seen)
	}
	defer func() {
		if p := recover(); p != "invalid argument to N" {
			t.Errorf("N(0): %v", p)
		}
	}()
	N(0)
}

func TestShuffle(t *testing.T) {
	deck := make([]int, 40)
	for i := range deck {
		deck[i] = i
	}
	last := len(deck)
	Shuffle(len(deck), func(i, j int) {
		if i != last-1 || j < 0 || j > i {
			t.Errorf("after %d, swap(%d, %d)", last, i, j)
		}
		last = i
		deck[i], deck[j] = deck[j], deck[i]
	})
	if last != 1 {
		t.Errorf("the last is %d", last)
	}
	defer func() {
		if p := recover(); p != "invalid argument to Shuffle" {
			t.Errorf("Shuffle(-1): %v", p)
		}
	}()
	Shuffle(-1, nil)
}
