package watch

import (
	"runtime/metrics"
	"testing"
	"time"
)

// TestOnRest: a watcher rests once after the last End, and again after the next.
func TestOnRest(t *testing.T) {
	w := New()
	defer w.Close()
	rests := make(chan time.Time, 10)
	w.mu.Lock()
	w.after = Interval
	w.mu.Unlock()
	w.OnRest(func() { rests <- time.Now() })
	for range 2 {
		w.Begin()
		time.Sleep(2 * (linger + 1) * Interval)
		if len(rests) > 0 {
			t.Fatal("it rests while something is watched")
		}
		w.End()
		<-rests
		time.Sleep(5 * Interval)
		if len(rests) > 0 {
			t.Fatal("it rests twice")
		}
	}
}

// TestGiveBack: garbage goes back to the system.
func TestGiveBack(t *testing.T) {
	const size = 64 << 20
	GiveBack()
	before := held()
	large := make([]byte, size)
	for i := range large {
		large[i] = 1
	}
	if now := held(); now < before+size {
		t.Fatalf("%d bytes are held with a slice of %d, %d without", now, size, before)
	}
	large = nil
	GiveBack()
	if now := held(); now > before+size/2 {
		t.Errorf("%d bytes are held, %d before there was a slice", now, before)
	}
}

// held is the memory that the heap holds from the system.
func held() uint64 {
	m := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
	metrics.Read(m)
	return m[0].Value.Uint64() + m[1].Value.Uint64() + m[2].Value.Uint64()
}
