// Package drawn lets the measures of fair and check answer every draw of the function that
// they measure, whatever it draws from: math/rand, math/rand/v2, crypto/rand. A session,
// which runs such functions, makes a Host and sends their draws through it; a measure
// begins a Play on the Host that is Here. A compiled program has none: its functions call
// the library itself, where nobody can answer instead.
package drawn

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"riffle/shuffle"
)

// Host is a session, as measures see it.
type Host struct {
	// Goroutine is the number of the goroutine that calls it.
	Goroutine func() int64
	// Variables are the session's variables that the running cell can reach by names.
	Variables func() []Variable
	// Explain returns what a panic says; it is false for a panic that must go on.
	Explain func(panicked any) (text string, stopped bool)
	// Line is the place of a draw and its line of source, empty if that isn't the user's.
	Line func(place int) (where, source string)
	// Quiet drops what the user's code prints until restore is called.
	Quiet func() (restore func())
	// GiveUp ends the cell, because a function doesn't end.
	GiveUp func(sentence string)

	own   atomic.Int64 // the goroutine that measures
	place int
	play  atomic.Pointer[Play]
	bound map[unsafe.Pointer]Method
}

// Variable is a variable of the session: addressable.
type Variable struct {
	Name  string
	Value reflect.Value
}

// Method is what a method value was made of.
type Method struct {
	// Func is the method with its receiver first.
	Func     reflect.Value
	Receiver reflect.Value
}

// hosts are the hosts of the goroutines that may measure.
var hosts struct {
	of        sync.Map // by goroutine
	goroutine atomic.Pointer[func() int64]
}

// Enter makes the host the one of the calling goroutine, until Leave.
func (h *Host) Enter() {
	h.own.Store(h.Goroutine())
	h.bound = map[unsafe.Pointer]Method{}
	hosts.goroutine.Store(&h.Goroutine)
	hosts.of.Store(h.own.Load(), h)
}

// Leave undoes Enter. Any goroutine may call it.
func (h *Host) Leave() {
	hosts.of.CompareAndDelete(h.own.Load(), h)
	h.bound = nil
}

// Move makes the host that of the calling goroutine, for who measures on another one than
// the cell's. A nil Host stays nil.
func (h *Host) Move() {
	if h != nil {
		hosts.of.CompareAndDelete(h.own.Load(), h)
		h.own.Store(h.Goroutine())
		hosts.of.Store(h.own.Load(), h)
	}
}

// Here is the host of the calling goroutine, nil if there is none.
func Here() *Host {
	g := hosts.goroutine.Load()
	if g == nil {
		return nil
	}
	h, _ := hosts.of.Load((*g)())
	host, _ := h.(*Host)
	return host
}

// maxBound is how many method values of a cell are remembered.
const maxBound = 10_000

// Bind records what a method value was made of.
func (h *Host) Bind(value, receiver, method any) {
	if h.bound != nil && len(h.bound) < maxBound && h.Goroutine() == h.own.Load() {
		h.bound[closureOf(value)] = Method{reflect.ValueOf(method), reflect.ValueOf(receiver)}
	}
}

// MethodOf is what a function was made of, if it is a method value of the running cell.
func (h *Host) MethodOf(f any) (Method, bool) {
	m, ok := h.bound[closureOf(f)]
	return m, ok
}

// closureOf is the address of a function's closure.
func closureOf(f any) unsafe.Pointer {
	v := reflect.ValueOf(f)
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return *(*unsafe.Pointer)(p.UnsafePointer())
}

// At notes the place of the draws that follow.
func (h *Host) At(place int) { h.place = place }

// Playing is the play that answers a draw of the calling goroutine, nil if the library
// must answer it.
func (h *Host) Playing() *Play {
	p := h.play.Load()
	if p == nil {
		return nil
	}
	if h.Goroutine() != h.own.Load() {
		p.Foreign.Store(true)
		return nil
	}
	return p
}

// Begin begins a play whose draws come from a generator; End ends it. The host is nil in a
// compiled program.
func Begin(h *Host, p *Play, rng shuffle.PRNG) {
	p.begin(h, rng)
	if h != nil {
		h.play.Store(p)
	}
}

// End ends the play.
func End(h *Host) {
	if h != nil {
		h.play.Store(nil)
	}
}
