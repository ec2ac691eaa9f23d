//go:build !race

package linked

import (
	"testing"

	"riffle/internal/display/plain"
)

// A list that a goroutine changes is drawn as something, or not at all.
func TestLinkedWhileChanged(t *testing.T) {
	first := &double{Next: &double{Value: 1}}
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				n := &double{first, first.Next, i}
				first.Next = n
				if i%50 == 0 {
					first.Next = nil
				}
			}
		}
	}()
	for range 3000 {
		func() {
			defer func() { recover() }() // as the session does
			if g := of(first, plain.Style{Limit: 100}, here); g != nil {
				g.Text(80)
			}
		}()
	}
	close(stop)
	<-done
}
