package transport

import (
	"bytes"
	"strconv"
	"testing"
)

// TestClassesKeepOrder publishes messages of all classes, which take different ways to
// the connection.
func TestClassesKeepOrder(t *testing.T) {
	p := publisher(t, &Group{}, local)
	sub := rawAt(t, p.Addr(), "SUB", "")
	sub.subscribe("")
	ways := [][]Class{
		{Final}, {Joined, Final}, {Bulk, Joined, Final}, {Vital, Bulk, Joined, Joined, Final}, {Joined, Bulk}, {Joined, Vital},
	}
	n := 0
	for range 50 {
		for _, classes := range ways {
			for _, class := range classes {
				p.Publish(numbered(n, n%3), class)
				n++
			}
		}
	}
	for i := range n {
		sub.want("a", strconv.Itoa(i), string(bytes.Repeat([]byte("x"), i%3)))
	}
}

// TestFinalFillsTheConnection publishes what the connection takes in part only.
func TestFinalFillsTheConnection(t *testing.T) {
	p := publisher(t, &Group{}, local)
	sub := rawAt(t, p.Addr(), "SUB", "")
	sub.subscribe("")
	const n = 4000
	size := func(i int) int { return i * 37 % (maxPush - 100) }
	within(t, "publishing to somebody who doesn't read", func() {
		for i := range n {
			p.Publish(numbered(i, size(i)), Final)
		}
	})
	for i := range n {
		if got := sub.next(); got[1] != strconv.Itoa(i) || len(got[2]) != size(i) {
			t.Fatalf("got message %s with %d bytes, want %d with %d", got[1], len(got[2]), i, size(i))
		}
	}
	until(t, "the end of the accounts", func() bool { return p.group.holds() == 0 })
}
