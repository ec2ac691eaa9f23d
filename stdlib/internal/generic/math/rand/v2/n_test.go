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
