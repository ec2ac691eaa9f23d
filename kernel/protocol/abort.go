package protocol

import (
	"context"
	"time"
)

// failure is the error of a cell. It stops the cells that were sent before anybody knew
// of it: "run all" sends every cell at once, and those after the one that failed must not
// run.
type failure struct {
	// upTo is the last request that had arrived.
	upTo uint64
	// at is the time of the error, a little before its reply is sent.
	at time.Time
}

const (
	// stragglers is how long the reply to an error waits for cells in transit. A client
	// that has seen the reply is never aborted.
	stragglers = time.Millisecond
	// relay is how long cells may take through a notebook server that passes them on one
	// by one; those are recognised by the time they were sent.
	relay = 250 * time.Millisecond
)

// failureOf makes the failure of a cell that ends now. After an interrupt, which takes a
// human longer, nothing is in transit.
func (k *Kernel) failureOf(ctx context.Context) failure {
	f := failure{at: time.Now()}
	select {
	case <-time.After(stragglers):
	case <-ctx.Done():
		f.at = f.at.Add(-stragglers)
	}
	f.upTo = k.arrived.Load()
	return f
}

// aborts reports whether the error was still unknown when r was sent. Clocks of
// other machines may be slow, so a header's date counts only while nobody can have
// read the error and typed. Some clocks tick in milliseconds; the error's time is
// that much earlier than its reply.
func (f failure) aborts(r *request) bool {
	if r.seq <= f.upTo {
		return true
	}
	if r.arrived.Sub(f.at) >= relay {
		return false
	}
	sent, err := time.Parse(time.RFC3339Nano, r.Header.Date)
	return err == nil && sent.Before(f.at)
}
