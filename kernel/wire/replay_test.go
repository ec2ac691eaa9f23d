package wire

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"riffle/kernel/message"
)

// signed is the i-th message of a session, dated i seconds after an epoch.
func signed(session string, i int) (signature []byte, h message.Header) {
	sum := sessionKey(fmt.Sprint(session, i))
	return hex.AppendEncode(nil, append(sum[:], sum[:]...)), message.Header{Session: session, Date: message.Date(time.Unix(1e9+int64(i), 0))}
}

// TestNoReplayIsEverTaken sends ten times what is remembered, of sessions whose
// clocks are years apart, and all of it again.
func TestNoReplayIsEverTaken(t *testing.T) {
	a := arrivals{size: 100}
	skew := map[string]int{"right": 0, "late": -1e8, "early": 1e8}
	for i := range 1000 {
		for session, s := range skew {
			if !a.recordArrival(signed(session, s+i)) {
				t.Fatalf("message %d of %s is refused", i, session)
			}
			if a.recordArrival(signed(session, s+i)) {
				t.Fatalf("message %d of %s is taken twice in a row", i, session)
			}
		}
	}
	for i := range 1000 {
		for session, s := range skew {
			if a.recordArrival(signed(session, s+i)) {
				t.Fatalf("message %d of %s is taken again", i, session)
			}
		}
	}
}

// TestReorderedMessagesAreTaken mixes what is sent within a generation.
func TestReorderedMessagesAreTaken(t *testing.T) {
	a := arrivals{size: 100}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < 1000; i += 50 {
		for _, j := range rng.Perm(50) {
			if !a.recordArrival(signed("s", i+j)) {
				t.Fatalf("message %d is refused", i+j)
			}
		}
	}
}

// TestManySessions forgets the sessions themselves.
func TestManySessions(t *testing.T) {
	a := arrivals{size: 1000}
	const n = 3 * maxFloors
	if !a.recordArrival(signed("years early", 1e8)) {
		t.Fatal("an early clock is refused")
	}
	for i := range n {
		if !a.recordArrival(signed(fmt.Sprint(i), i)) {
			t.Fatalf("session %d is refused", i)
		}
	}
	for i := range n {
		if a.recordArrival(signed(fmt.Sprint(i), i)) {
			t.Fatalf("session %d is taken again", i)
		}
	}
	if !a.recordArrival(signed("new", n)) {
		t.Error("a new session is refused")
	}
	if len(a.floors) > maxFloors {
		t.Errorf("%d sessions are remembered, want at most %d", len(a.floors), maxFloors)
	}
}

// TestUndatedMessages: without a date a message counts as old, once its session
// has messages that are forgotten.
func TestUndatedMessages(t *testing.T) {
	a := arrivals{size: 10}
	undatedMessage := func(i int) ([]byte, message.Header) {
		signature, h := signed("s", i)
		h.Date = "yesterday"
		return signature, h
	}
	for i := range 10 {
		if !a.recordArrival(undatedMessage(i)) {
			t.Fatalf("message %d is refused", i)
		}
	}
	for i := range 100 {
		a.recordArrival(signed("other", i))
	}
	for i := range 10 {
		if a.recordArrival(undatedMessage(i)) {
			t.Fatalf("message %d is taken again", i)
		}
	}
}

func TestDateOf(t *testing.T) {
	want := time.Date(2026, 1, 2, 3, 4, 5, 678901000, time.UTC).UnixNano()
	for _, date := range []string{"2026-01-02T03:04:05.678901Z", "2026-01-02T04:04:05.678901+01:00", "2026-01-02T03:04:05.678901"} {
		if got := dateOf(date); got != want {
			t.Errorf("%s: %d, want %d", date, got, want)
		}
	}
	for _, date := range []string{"", "soon", "2026-13-01T00:00:00Z"} {
		if got := dateOf(date); got != undated {
			t.Errorf("%s: %d, want none", date, got)
		}
	}
}
