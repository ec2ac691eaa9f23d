//go:build !race

package plain_test

import (
	"strings"
	"testing"

	"riffle/internal/display/plain"
)

// A list that a goroutine changes is printed as something.
func TestHeldWhileChanged(t *testing.T) {
	l, stop, done := listOf(1, 2, 3), make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				l.Remove(l.PushBack(4))
				l.MoveToFront(l.Back())
			}
		}
	}()
	for range 20_000 {
		if got := (plain.Style{Limit: 100}).Text(l); !strings.HasPrefix(got, "[") {
			t.Fatal(got)
		}
	}
	close(stop)
	<-done
}
