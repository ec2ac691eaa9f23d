package check

import "time"

// watch measures time as a program sees it that has the machine to itself: of the time
// between two looks it counts the share that the process had of the processor time it
// wanted. So a right answer isn't too slow because thirty others are checked beside it.
type watch struct {
	shows       time.Duration
	at          time.Time
	had, waited time.Duration
}

func startWatch() *watch {
	w := &watch{at: time.Now()}
	w.had, w.waited = processor()
	return w
}

// look brings what the watch shows up to date.
func (w *watch) look() {
	now := time.Now()
	had, waited := processor()
	w.shows += counted(now.Sub(w.at), had-w.had, waited-w.waited)
	w.at, w.had, w.waited = now, had, waited
}

// counted is how much of the time passed counts for a process that had some processor
// time and waited for more. One that wants none, because it sleeps, isn't kept from
// anything. A fifth counts in any case: a user waits for the end of an endless call, and
// nbgrader for half a minute at most.
func counted(passed, had, waited time.Duration) time.Duration {
	// Threads that ended in between take their figures with them.
	had, waited = max(had, 0), max(waited, 0)
	if waited == 0 {
		return passed
	}
	return time.Duration(float64(passed) * max(0.2, float64(had)/float64(had+waited)))
}
