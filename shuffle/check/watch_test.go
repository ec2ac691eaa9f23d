package check

import (
	"runtime"
	"testing"
	"time"
)

func TestCounted(t *testing.T) {
	const s = time.Second
	for _, c := range []struct{ passed, had, waited, want time.Duration }{
		{s, s, 0, s},                 // alone
		{s, 0, 0, s},                 // asleep
		{s, s / 4, 0, s},             // asleep most of the time
		{s, s / 4, 3 * s / 4, s / 4}, // one of four
		{s, s, s, s / 2},             // two threads, each with half a processor
		{s, s, -s, s},                // a thread has ended
		{s, -s, s, s / 5},
		{s, 0, s, s / 5},
	} {
		if got := counted(c.passed, c.had, c.waited); got != c.want {
			t.Errorf("of %v with %v on a processor and %v in wait for one %v count, want %v", c.passed, c.had, c.waited, got, c.want)
		}
	}
}

// TestProcessor compares what the process is told to have had with what it does.
func TestProcessor(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells")
	}
	had, waited := processor()
	for begun := time.Now(); time.Since(begun) < 200*time.Millisecond; {
	}
	more, longer := processor()
	if used, kept := more-had, longer-waited; used+kept < 100*time.Millisecond {
		t.Errorf("in 200 ms of work the process had %v and waited %v", used, kept)
	}
}
