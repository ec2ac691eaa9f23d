// Package iter replaces what the original does with the runtime's coroutines
// by goroutines that take turns.
package iter

import (
	"iter"
	"runtime"
)

// Pull turns seq into a function that asks for the next value and one that
// stops early.
func Pull[V any](seq iter.Seq[V]) (next func() (V, bool), stop func()) {
	var v V
	step, stop := turns(func(yield func() bool) {
		seq(func(x V) bool {
			v = x
			return yield()
		})
	})
	next = func() (V, bool) {
		var zero V
		if !step() {
			return zero, false
		}
		x := v
		v = zero
		return x, true
	}
	return next, stop
}

// Pull2 is Pull for pairs.
func Pull2[K, V any](seq iter.Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	var k K
	var v V
	step, stop := turns(func(yield func() bool) {
		seq(func(x K, y V) bool {
			k, v = x, y
			return yield()
		})
	})
	next = func() (K, V, bool) {
		var zeroK K
		var zeroV V
		if !step() {
			return zeroK, zeroV, false
		}
		x, y := k, v
		k, v = zeroK, zeroV
		return x, y, true
	}
	return next, stop
}

// turns runs body in a goroutine of its own, but never at the same time as its
// caller: step lets it run until it yields or ends, and reports which; stop
// makes the yield that it waits in return false, and waits for its end. Panics
// and Goexit of body come out of step and stop. The goroutine starts with the
// first step, so that an iterator nobody asks costs nothing.
func turns(body func(yield func() bool)) (step func() bool, stop func()) {
	var (
		started, done, inside bool // inside: body's turn
		yielded, returned     bool
		failure               any
		mine, theirs          = make(chan bool), make(chan bool)
	)
	run := func() {
		defer func() {
			failure = recover()
			done, yielded = true, false
			mine <- true
		}()
		body(func() bool {
			if done {
				return false
			}
			if !inside {
				panic("iter.Pull: yield called again before next")
			}
			inside, yielded = false, true
			mine <- true
			<-theirs
			return !done
		})
		returned = true
	}
	turn := func() {
		if started {
			theirs <- true
		} else {
			started = true
			go run()
		}
		<-mine
		if !done {
			return
		}
		if p := failure; p != nil {
			failure = nil
			panic(p)
		}
		if !returned {
			returned = true
			runtime.Goexit()
		}
	}
	step = func() bool {
		if done {
			return false
		}
		if inside {
			panic("iter.Pull: next called again before yield")
		}
		inside, yielded = true, false
		turn()
		return yielded
	}
	stop = func() {
		if done {
			return
		}
		done = true
		if started && !inside {
			turn()
		}
	}
	return step, stop
}
