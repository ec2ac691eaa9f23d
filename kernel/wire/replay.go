package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"math"
	"slices"
	"time"

	"riffle/kernel/message"
)

// arrivals refuses messages that came before, for as long as a kernel lives and
// in 30 MB at most. Only messages with a good signature get here.
//
// The signatures of the last generationSize messages at least are remembered
// one by one. Of older ones it keeps the newest date, session by session: a message that
// its session dates no later than that is refused as a replay, since its clock has moved
// on. An honest message would have to be overtaken by all those others to be mistaken for
// one. A message without a date counts as very old.
//
// The zero value is ready.
type arrivals struct {
	size       int // of a generation, 0 for generationSize
	young, old generation
	// floors are the newest dates forgotten, by session, and floor the newest
	// of those sessions that are forgotten themselves.
	floors map[fingerprint]int64
	floor  int64
}

const (
	generationSize = 1 << 17
	maxFloors      = 1 << 14
)

// fingerprint is a signature or the hash of a session's name, cut to what can't
// collide by chance.
type fingerprint [16]byte

// generation is a stretch of messages.
type generation struct {
	seen   map[fingerprint]struct{}
	newest map[fingerprint]int64 // by session
}

func newGeneration() generation {
	return generation{make(map[fingerprint]struct{}), make(map[fingerprint]int64)}
}

// Dates in nanoseconds since 1970, with two before all others.
const (
	never   = math.MinInt64
	undated = never + 1
)

// recordArrival records a message and reports whether it is new.
func (a *arrivals) recordArrival(signature []byte, h message.Header) bool {
	var key fingerprint
	if _, err := hex.Decode(key[:], signature[:min(len(signature), 2*len(key))]); err != nil {
		return false
	}
	if a.young.seen == nil {
		a.young, a.old, a.floors, a.floor = newGeneration(), newGeneration(), make(map[fingerprint]int64), never
		if a.size == 0 {
			a.size = generationSize
		}
	}
	session, date := sessionKey(h.Session), dateOf(h.Date)
	if a.young.hasKey(key) || a.old.hasKey(key) || date <= a.forgotten(session) {
		return false
	}
	a.young.addKey(key, session, date)
	if len(a.young.seen) >= a.size {
		a.age()
	}
	return true
}

// age forgets the old generation except for its dates.
func (a *arrivals) age() {
	for session, date := range a.old.newest {
		a.floors[session] = max(a.forgotten(session), date)
	}
	if len(a.floors) > maxFloors {
		a.forgetSessions()
	}
	a.young, a.old = newGeneration(), a.young
}

// forgetSessions drops the sessions whose messages are oldest, and raises the floor to
// the newest of them: a new session's clock is past that. A clock that is years ahead is
// among the last to go, and so shuts nobody out.
func (a *arrivals) forgetSessions() {
	dates := slices.Sorted(maps.Values(a.floors))
	a.floor = max(a.floor, dates[len(dates)-maxFloors/2])
	maps.DeleteFunc(a.floors, func(_ fingerprint, date int64) bool { return date <= a.floor })
}

// forgotten is the newest date among a session's forgotten messages.
func (a *arrivals) forgotten(session fingerprint) int64 {
	if date, known := a.floors[session]; known {
		return date
	}
	return a.floor
}

func (g generation) hasKey(key fingerprint) bool {
	_, ok := g.seen[key]
	return ok
}

func (g generation) addKey(key, session fingerprint, date int64) {
	g.seen[key] = struct{}{}
	if newest, known := g.newest[session]; !known || newest < date {
		g.newest[session] = date
	}
}

func sessionKey(session string) fingerprint {
	sum := sha256.Sum256([]byte(session))
	return fingerprint(sum[:len(fingerprint{})])
}

// dateOf reads a header's date.
func dateOf(date string) int64 {
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
		if t, err := time.Parse(layout, date); err == nil {
			return t.UnixNano()
		}
	}
	return undated
}
