package adapt

import (
	"fmt"
	randv1 "math/rand"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"

	"riffle/shuffle"
	"riffle/shuffle/drawn"
	"riffle/shuffle/internal/arg"
)

// Enumerating is a generator that plays every sequence of draws. Sampled ends a play
// whose draws it can't enumerate, and says why.
type Enumerating interface{ Sampled(why string) }

// function is a function of somebody's that is called with draws that the caller answers.
type function struct {
	call string
	what string // "shuffle", "lottery"
	fn   reflect.Value
	t    reflect.Type
	host *drawn.Host // nil in a compiled program
	play drawn.Play
	// given says that the function is given a generator.
	given bool
	args  []argument
	// receiver is a method value's; invalid for other functions.
	receiver reflect.Value
	// variables are the session's that the function may change, and initial what they were
	// before the first call; nil if they are too large.
	variables []drawn.Variable
	initial   *saved
}

// checked is a function as a value. It refuses what is none, in the name of a call: what
// says what the function would be, takes what it is wanted to take, and shapes all that it
// may be.
func checked(call, what, takes, shapes string, f any) reflect.Value {
	v := reflect.ValueOf(f)
	switch {
	case !v.IsValid(), v.Kind() == reflect.Func && v.IsNil():
		arg.Refuse(call, "the %s is nil, want a function of %s", what, takes)
	case v.Kind() != reflect.Func:
		arg.Refuse(call, "the %s is of type %s, want %s", what, typeText(v.Type()), shapes)
	}
	return v
}

// bind makes f a function that is called in the name of a call. A method value becomes its
// method, whose first argument is the receiver.
func (f *function) bind(call, what string, v reflect.Value) {
	f.call, f.what, f.fn, f.t, f.host = call, what, v, v.Type(), drawn.Here()
	if f.host == nil {
		return
	}
	f.variables = f.host.Variables()
	if m, ok := f.host.MethodOf(v.Interface()); ok {
		f.fn, f.t, f.receiver = m.Func, m.Func.Type(), m.Receiver
		f.args = append(f.args, cards)
	}
}

// attempt makes a call to learn from, which may be refused, and puts back what it changes.
func (f *function) attempt(call func()) {
	defer func() {
		if v := recover(); v != nil {
			if _, refused := v.(*shuffle.ArgError); !refused {
				panic(v)
			}
		}
		f.close()
	}()
	call()
}

// close puts back what the function's calls have changed.
func (f *function) close() {
	if f.initial != nil {
		f.initial.restore(nil)
	}
}

// argument is what is passed for a parameter.
type argument int

// The arguments.
const (
	unknown  argument = iota
	cards             // what holds the deck
	count             // a number of cards
	prng              // a generator as package shuffle has them
	rand1             // one of math/rand
	rand2             // one of math/rand/v2
	xoshiro           // one that NewPRNG makes
	drawIntN          // a func(n int) int
	seed              // a seed
)

var (
	plainType = reflect.TypeFor[func([]int, shuffle.PRNG)]()
	intNType  = reflect.TypeFor[func(int) int]()
	errorType = reflect.TypeFor[error]()
)

// argumentOf is what a parameter of a type takes.
func argumentOf(t reflect.Type) argument {
	switch {
	case t.Kind() == reflect.Interface && t.NumMethod() > 0 && reflect.TypeFor[*noted]().Implements(t):
		return prng
	case t == reflect.TypeFor[*randv1.Rand]():
		return rand1
	case t == reflect.TypeFor[*rand.Rand]():
		return rand2
	case t == reflect.TypeFor[*shuffle.Xoshiro]():
		return xoshiro
	case t == intNType:
		return drawIntN
	case t.Kind() == reflect.Int:
		return count
	case t.Kind() == reflect.Int64 || t.Kind() == reflect.Uint64 || t.Kind() == reflect.Uint32:
		return seed
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Pointer || t.Kind() == reflect.Struct:
		return cards
	}
	return unknown
}

// generator reports whether an argument is a generator.
func (a argument) generator() bool {
	return a == prng || a == rand1 || a == rand2 || a == xoshiro || a == drawIntN
}

// noted is a PRNG that a function is given: the play notes its draws.
type noted struct {
	shuffle.PRNG
	play *drawn.Play
}

// IntN draws a number below n.
func (g *noted) IntN(n int) int {
	if n < 1 {
		return g.PRNG.IntN(n)
	}
	return int(g.play.IntN("IntN", uint64(n)))
}

// Float64 draws a real.
func (g *noted) Float64() float64 { return g.play.Float64("Float64") }

// Uint64 draws 64 bits.
func (g *noted) Uint64() uint64 { return g.play.Word("Uint64", 64) }

// Uint32 draws 32 bits.
func (g *noted) Uint32() uint32 { return uint32(g.play.Word("Uint32", 32)) }

// value is what is passed for a generator or a seed.
func (f *function) value(a argument, t reflect.Type, rng shuffle.PRNG) reflect.Value {
	var v any
	switch a {
	case prng:
		v = &noted{rng, &f.play}
	case rand1:
		v = f.play.Rand1()
	case rand2:
		v = f.play.Rand2()
	case xoshiro:
		v = shuffle.NewPRNG(int64(rand.Uint64()))
	case drawIntN:
		v = func(n int) int { return int(f.play.IntN("the function that it is given", uint64(n))) }
	default: // another seed each time
		return reflect.ValueOf(rand.Uint64() >> 1).Convert(t)
	}
	return reflect.ValueOf(v)
}

// impatience is how long a call may take.
const impatience = 5 * time.Second

// run calls the function while a generator answers its draws. What panics or doesn't end
// is refused with the draws so far.
func (f *function) run(rng shuffle.PRNG, args []reflect.Value) (results []reflect.Value) {
	if f.host != nil {
		defer f.host.Quiet()()
		if f.host.GiveUp != nil {
			late := time.AfterFunc(impatience, func() { f.host.GiveUp(fmt.Sprintf("%s: the %s didn't end after %v", f.call, f.what, impatience)) })
			defer late.Stop()
		}
	}
	drawn.Begin(f.host, &f.play, rng)
	ended := false
	defer func() {
		drawn.End(f.host)
		if v := recover(); v != nil {
			f.panicked(v)
		} else if !ended {
			return // runtime.Goexit
		}
	}()
	if f.t.IsVariadic() {
		results = f.fn.CallSlice(args)
	} else {
		results = f.fn.Call(args)
	}
	ended = true
	return results
}

// panicked refuses a function that panics. A panic of the generator, or one that nothing
// may stop, goes on.
func (f *function) panicked(v any) {
	if f.play.Answering {
		panic(v)
	}
	text := fmt.Sprint(v)
	if f.host != nil && f.host.Explain != nil {
		explained, stopped := f.host.Explain(v)
		if !stopped {
			panic(v)
		}
		text = explained
	}
	text = strings.TrimPrefix(strings.TrimPrefix(text, "panic: "), "runtime error: ")
	arg.Refuse(f.call, "the %s panics%s: %s", f.what, f.after(), text)
}

// after says which draws have led here.
func (f *function) after() string {
	draws := f.play.Draws
	if len(draws) == 0 {
		return " before it draws"
	}
	var list []string
	for _, d := range draws[max(0, len(draws)-8):] {
		if d.N > 0 {
			list = append(list, fmt.Sprintf("%s(%d) = %d", d.Call, d.N, d.Value))
		} else {
			list = append(list, d.Call+"()")
		}
	}
	text := " after the draws " + strings.Join(list, ", ")
	if where, _ := f.line(draws[len(draws)-1]); where != "" {
		text += " (" + where + ")"
	}
	return text
}

// line is the place of a draw.
func (f *function) line(d drawn.Draw) (where, source string) {
	if f.host == nil || f.host.Line == nil || d.Place == 0 {
		return "", ""
	}
	return f.host.Line(d.Place)
}

// enumerable ends a play whose draws weren't all the generator's, if they should be.
func (f *function) enumerable(rng shuffle.PRNG, changed string) {
	if e, ok := rng.(Enumerating); ok {
		if why := f.unanswered(changed); why != "" {
			e.Sampled(why)
		}
	}
}

// unanswered is why the draws of the last call weren't all the generator's, empty if they
// were.
func (f *function) unanswered(changed string) string {
	switch {
	case f.play.Foreign.Load():
		return "draws in another goroutine, where draws can't be followed"
	case f.play.Own != "":
		return fmt.Sprintf("draws from a generator of its own (%s), whose draws can't be enumerated", f.play.Own)
	case changed != "":
		return fmt.Sprintf("changes %s, which it remembers from call to call", changed)
	case f.host == nil && !f.given:
		return "isn't given a generator, and in a compiled program draws of math/rand can't be followed: let it take a PRNG, or run it in riffle"
	}
	return ""
}

// learn looks at calls of the function to find out which of its seeds never change.
func (f *function) learn(trial func(rng shuffle.PRNG)) {
	var seeds [][]any
	f.play.Spare = true
	for i := range 2 {
		f.play.Same = nil
		trial(shuffle.NewPRNG(int64(i)))
		seeds = append(seeds, append([]any(nil), f.play.Seeds...))
		f.play.Spare = f.play.Spare && f.play.SpareWords()
	}
	f.play.Same = map[any]bool{}
	for _, s := range seeds[0] {
		for _, r := range seeds[1] {
			if s == r && !drawn.OfClock(s) {
				f.play.Same[s] = true
			}
		}
	}
}

// resultIs reports whether the results of a function are one of a type that is, and
// perhaps an error.
func resultIs(t reflect.Type, is func(reflect.Type) bool) bool {
	switch t.NumOut() {
	case 1:
		return is(t.Out(0))
	case 2:
		return is(t.Out(0)) && t.Out(1) == errorType
	}
	return false
}
