package protocol

import (
	"log"
	"maps"
	"slices"
	"sync"
	"time"
)

// Journal logs what goes wrong outside cells. Anybody who reaches a port can cause any
// number of errors, so the first of a kind is written and the rest are counted, with one
// line a minute for their sum. The zero value is ready to use.
type Journal struct {
	// Logger gets the lines, nil for the standard one.
	Logger *log.Logger

	mu     sync.Mutex
	kinds  map[string]*tally
	minute *time.Timer // runs while anything is counted
}

// tally counts the events that are not written.
type tally struct {
	n    int
	last string
}

const (
	// journalPeriod is the least time between two lines of a kind.
	journalPeriod = time.Minute
	// maxReason bounds what a line quotes.
	maxReason = 200
)

// Note logs that something happened, and why.
func (j *Journal) Note(what, why string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(why) > maxReason {
		why = why[:maxReason] + "…"
	}
	if t := j.kinds[what]; t != nil {
		t.n++
		t.last = why
		return
	}
	if j.kinds == nil {
		j.kinds = make(map[string]*tally)
	}
	j.kinds[what] = &tally{}
	j.printf("riffle kernel: %s: %s", what, why)
	if j.minute == nil {
		j.minute = time.AfterFunc(journalPeriod, j.writeCounts)
	}
}

// writeCounts writes the counts, and keeps counting what still happens.
func (j *Journal) writeCounts() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.writeLine()
	if j.minute = nil; len(j.kinds) > 0 {
		j.minute = time.AfterFunc(journalPeriod, j.writeCounts)
	}
}

// Close writes the counts.
func (j *Journal) Close() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.minute != nil {
		j.minute.Stop()
	}
	j.writeLine()
}

func (j *Journal) writeLine() {
	for _, what := range slices.Sorted(maps.Keys(j.kinds)) {
		t := j.kinds[what]
		if t.n == 0 {
			delete(j.kinds, what)
			continue
		}
		j.printf("riffle kernel: %s: %d more; the last: %s", what, t.n, t.last)
		*t = tally{}
	}
}

func (j *Journal) printf(format string, args ...any) {
	if j.Logger == nil {
		log.Printf(format, args...)
		return
	}
	j.Logger.Printf(format, args...)
}
