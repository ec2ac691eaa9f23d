package watch

import (
	"runtime"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// wait fails the test when c stays silent.
func wait(t *testing.T, c <-chan Usage) Usage {
	t.Helper()
	select {
	case u := <-c:
		return u
	case <-time.After(5 * time.Second):
		t.Fatal("the alarm did not ring")
		return Usage{}
	}
}

func TestTotalRings(t *testing.T) {
	defer goleak.VerifyNone(t)
	w := New()
	defer w.Close()
	rang := make(chan Usage, 10)
	limit := Now().Total() + 32<<20
	w.OnTotal(limit, func(u Usage) { rang <- u })
	w.Begin()
	defer w.End()
	b := make([]byte, 64<<20)
	if u := wait(t, rang); u.Total() < limit {
		t.Errorf("rang at %d bytes, before the limit of %d", u.Total(), limit)
	}
	runtime.KeepAlive(b)
}

// deep uses about depth × 1 KiB of stack, then waits for release.
func deep(depth int, release <-chan Usage) byte {
	var frame [1024]byte
	if depth == 0 {
		<-release
		return frame[0]
	}
	return deep(depth-1, release) + frame[depth%len(frame)]
}

func TestStacksRing(t *testing.T) {
	defer goleak.VerifyNone(t)
	w := New()
	defer w.Close()
	rang := make(chan Usage, 1)
	limit := Now().Stacks + 8<<20
	w.OnStacks(limit, func(u Usage) { rang <- u })
	w.Begin()
	defer w.End()
	done := make(chan struct{})
	release := make(chan Usage)
	go func() {
		defer close(done)
		deep(32<<10, release)
	}()
	if u := wait(t, rang); u.Stacks < limit {
		t.Errorf("rang at %d bytes, before the limit of %d", u.Stacks, limit)
	}
	close(release)
	<-done
}

// An alarm rings once for each stretch between Begin and End, and again in the
// next, also when the sampler had gone to sleep between them.
func TestRingsOncePerStretch(t *testing.T) {
	defer goleak.VerifyNone(t)
	w := New()
	defer w.Close()
	rang := make(chan Usage, 100)
	second := make(chan Usage, 100)
	w.OnTotal(1, func(u Usage) { rang <- u })
	w.OnTotal(2, func(u Usage) { second <- u })
	for range 2 {
		w.Begin()
		wait(t, rang)
		wait(t, second)
		w.End()
		for !w.asleep() {
			runtime.Gosched()
		}
	}
	if len(rang) != 0 {
		t.Errorf("rang %d times too often", len(rang))
	}
}

func (w *Watcher) asleep() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.parked
}

func TestSilentOutside(t *testing.T) {
	w := New()
	w.OnTotal(1, func(Usage) { t.Error("rang though nobody watches") })
	w.look(Now())
	w.Close()
	w.Close()
}

func BenchmarkBeginEnd(b *testing.B) {
	w := New()
	defer w.Close()
	for b.Loop() {
		w.Begin()
		w.End()
	}
}

func BenchmarkLook(b *testing.B) {
	m := newMeter()
	for b.Loop() {
		m.read()
	}
}

func TestSamples(t *testing.T) {
	defer goleak.VerifyNone(t)
	w := New()
	defer w.Close()
	samples := make(chan Usage, 1000)
	w.OnSample(func(u Usage) { samples <- u })
	w.Begin()
	for range 3 {
		wait(t, samples)
	}
	w.End()
	time.Sleep(3 * Interval)
	n := len(samples)
	time.Sleep(5 * Interval)
	if more := len(samples) - n; more > 0 {
		t.Errorf("%d samples after the end", more)
	}
}
