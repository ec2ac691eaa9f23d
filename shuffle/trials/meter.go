package trials

import (
	"context"
	"sync/atomic"
	"time"

	"riffle/shuffle/internal/turn"
)

// Meter watches an experiment: it counts the trials, reports progress, and says
// when to stop. Use it in loops that make their trials one after the other:
//
//	m := trials.Begin("decks", runs)
//	defer m.End()
//	for m.Next() {
//		…
//	}
type Meter struct {
	options Options
	total   int
	done    int
	// look is the number of trials after which to look at the clock.
	look    int
	started time.Time
	due     time.Time // of the next report
	spoken  bool      // a report was made, so the end needs one too
	stopped atomic.Bool
	release func() bool
}

// Begin starts watching a loop of total trials.
func Begin(label string, total int, options ...Options) *Meter {
	o := defaults.watched()
	o.Label = label
	for _, g := range options {
		o = o.with(g)
	}
	return begin(total, o)
}

// running counts the meters between Begin and End; stops counts all that were
// ever told to stop.
var running, stops atomic.Int64

// Running returns how many experiments are running, and how many were stopped by
// their context so far. It tells a session whether an interrupt reached one.
func Running() (now, stopped int) { return int(running.Load()), int(stops.Load()) }

// begin starts the clock and watches the context.
func begin(total int, o Options) *Meter {
	if o.Late != nil && o.Context != nil && o.Context.Err() != nil {
		o.Late()
	}
	running.Add(1)
	now := time.Now()
	m := &Meter{options: o, total: total, started: now, due: now.Add(firstReport), release: func() bool { return true }}
	if o.Context != nil {
		m.stopped.Store(o.Context.Err() != nil)
		m.release = context.AfterFunc(o.Context, func() {
			stops.Add(1) // first, as the experiment may end at once
			m.stopped.Store(true)
		})
	}
	return m
}

// Next reports whether to make another trial: false after the last, and when the
// experiment must stop.
func (m *Meter) Next() bool {
	if m.done >= m.total || m.Stopped() {
		return false
	}
	if m.done >= m.look {
		m.tell(m.done)
		// A sixty-fourth more until the next look at the clock: often enough
		// for slow trials, next to nothing for fast ones.
		m.look = m.done + m.done/64 + 1
	}
	m.done++
	return true
}

// Expect corrects the number of trials, for loops that learn it on the way. It is
// at least the number already begun.
func (m *Meter) Expect(total int) { m.total = max(total, m.done) }

// Done returns how many trials were begun.
func (m *Meter) Done() int { return m.done }

// Stopped reports whether the experiment was told to stop.
func (m *Meter) Stopped() bool {
	turn.Give() // or nobody tells it
	return m.stopped.Load()
}

// End reports the end. Calling it twice does no harm.
func (m *Meter) End() {
	if m.release == nil {
		return
	}
	m.release()
	m.release = nil
	running.Add(-1)
	if m.spoken {
		m.report(m.done, true)
	}
}

const (
	// firstReport is how long an experiment runs before its first report: most
	// are over by then.
	firstReport = 300 * time.Millisecond
	reportEvery = 100 * time.Millisecond
)

// tell reports progress when a report is due.
func (m *Meter) tell(done int) {
	if now := time.Now(); m.options.Progress != nil && now.After(m.due) {
		m.due, m.spoken = now.Add(reportEvery), true
		m.report(done, false)
	}
}

func (m *Meter) report(done int, over bool) {
	p := Progress{Label: m.options.Label, Done: done, Total: m.total, Over: over}
	if done > 0 && !over {
		p.Left = time.Duration(float64(time.Since(m.started)) * float64(m.total-done) / float64(done))
	}
	m.options.Progress(p)
}
