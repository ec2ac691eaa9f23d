package rt

import (
	"reflect"
	"sync"

	"riffle/internal/relied"
)

// Relied are the facts of Go that the run-time rests on.
func Relied() []relied.Fact {
	return []relied.Fact{
		{Of: "Go", What: "the state of sync.Mutex and sync.RWMutex", File: "internal/rt/lock.go", Else: "unlocking what isn't locked ends the process", Check: relied.When(locksAreSeen)},
		{Of: "Go", What: "where a reflect.Value marks what comes from an unexported field", File: "internal/rt/cycles.go", Else: "values with unexported fields can't be displayed", Check: relied.When(unexportedIsReadable)},
		{Of: "Go", What: "the types of the run-time's errors", File: "internal/rt/runtimeerror.go", Else: "panics of machine code have riffle's own types", Check: relied.When(errorsAreMade)},
		{Of: "Go", What: "the register or the word that has the current goroutine", File: "internal/rt/goroutine_asm.go", Else: "goroutines are mistaken for each other", Check: relied.When(goroutinesDiffer)},
	}
}

func locksAreSeen() bool {
	var m sync.Mutex
	var rw sync.RWMutex
	ok := !isLocked(&m) && !isReading(&rw) && !isWriting(&rw)
	m.Lock()
	ok = ok && isLocked(&m)
	m.Unlock()
	rw.RLock()
	ok = ok && isReading(&rw) && !isWriting(&rw)
	rw.RUnlock()
	rw.Lock()
	ok = ok && isWriting(&rw) && !isReading(&rw)
	rw.Unlock()
	return ok && !isLocked(&m) && !isReading(&rw) && !isWriting(&rw)
}

func unexportedIsReadable() bool {
	v := reflect.ValueOf(struct{ a int }{7}).Field(0)
	return !v.CanInterface() && Readable(v).CanInterface() && Readable(v).Interface() == 7
}

func errorsAreMade() bool {
	ts := errorStrings()
	const text = "runtime error: slice bounds out of range [:5] with capacity 3"
	err, ok := bounds(text).(error)
	return ts.marked.Kind() == reflect.String && ts.plain.Kind() == reflect.String && ok && err.Error() == text
}

func goroutinesDiffer() bool {
	mine, other := goroutineID(), make(chan int64)
	go func() { other <- goroutineID() }()
	return <-other != mine && goroutineID() == mine
}
