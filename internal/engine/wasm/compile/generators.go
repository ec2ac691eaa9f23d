package compile

import (
	"reflect"
	"slices"
	"sort"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
	"riffle/shuffle"
)

// Natives that take a generator get its words as an any, and make a PRNG of them.

var prngType = reflect.TypeFor[shuffle.PRNG]()

var (
	prngCodec = wordCodec[shuffle.PRNG]{2, takePRNG, nil}
	// prngsCodec and noPRNGs are for an optional generator, present and omitted.
	prngsCodec = wordCodec[[]shuffle.PRNG]{2, func(c *machine.Context, a []uint64) []shuffle.PRNG {
		return []shuffle.PRNG{takePRNG(c, a)}
	}, nil}
	noPRNGs = wordCodec[[]shuffle.PRNG]{0, func(*machine.Context, []uint64) []shuffle.PRNG { return nil }, nil}
)

func takePRNG(_ *machine.Context, a []uint64) shuffle.PRNG {
	g, _ := faceOf(a[0], a[1]).(shuffle.PRNG) // nil stays nil
	return g
}

// ownGenerator reports whether a type is one of the library's generators whose methods
// use only their own state. One that draws from another source may run any code.
func ownGenerator(t reflect.Type) bool { return slices.Contains(ownGenerators[:], t) }

var ownGenerators = [...]reflect.Type{
	reflect.TypeFor[*shuffle.Xoshiro](), reflect.TypeFor[*shuffle.Stream](), reflect.TypeFor[*shuffle.Java](),
	reflect.TypeFor[*shuffle.Congruential](), reflect.TypeFor[*shuffle.Borland](), reflect.TypeFor[*shuffle.Commons](),
	reflect.TypeFor[*shuffle.Twister](), reflect.TypeFor[*shuffle.PCG64](), reflect.TypeFor[*shuffle.ChaCha](),
}

// parameters are the types that n arguments are passed as, and their letters; ok is false
// for variadic functions, unless the variadic part is at most one generator.
func parameters(t reflect.Type, n int) (ts []reflect.Type, letters []byte, ok bool) {
	fixed := t.NumIn()
	if t.IsVariadic() {
		fixed--
		if t.In(fixed).Elem() != prngType || n != fixed && n != fixed+1 {
			return nil, nil, false
		}
	} else if n != fixed {
		return nil, nil, false
	}
	for i := range fixed {
		l := lettersOf(t.In(i))
		if t.In(i) == prngType {
			l = []byte{'g'}
		}
		ts, letters = append(ts, t.In(i)), append(letters, l...)
	}
	switch {
	case n > fixed:
		ts, letters = append(ts, prngType), append(letters, 'v')
	case t.IsVariadic():
		letters = append(letters, 'n')
	}
	return ts, letters, true
}

// byValue is a host function that calls the func of a type whose word comes first.
func byValue(call caller) machine.HostFunc {
	return func(c *machine.Context, sp uint32, a []uint64) {
		p := c.Ptr(a[0])
		if p == nil {
			rt.NilDereference()
		}
		copy(a, a[1:])
		call(p)(c, sp, a)
	}
}

// passesAs reports whether operands are passed as values of these types.
func (p *plan) passesAs(xs []core.Expr, ts []reflect.Type) bool {
	for i, x := range xs {
		if !p.passesOne(x, ts[i]) && !(ts[i] == prngType && p.mayDraw(x)) {
			return false
		}
	}
	return true
}

// mayDraw reports whether an operand is one of the library's generators, or an any.
func (p *plan) mayDraw(x core.Expr) bool {
	t := p.types.layout(x.Type()).typ
	return (t == anyType || ownGenerator(t)) && p.passesOne(x, t)
}

// wordsAs are locals with the words of operands as values of these types; a PRNG is an
// any.
func (f *function) wordsAs(xs []core.Expr, ts []reflect.Type) (words []code.Local) {
	for i, x := range xs {
		if ts[i] == prngType {
			f.exprAs(x, core.Empty)
			words = append(words, f.popWords(f.c.layout(core.Empty).slots)...)
		} else {
			words = append(words, f.wordsOf(xs[i:i+1])...)
		}
	}
	return words
}

// generated calls a function that gets a PRNG as itself, and pushes its results; ok is
// false if something else must be converted.
func (f *function) generated(c called, results []*core.Type, live analysis.Set) (ok bool) {
	ls, ok := f.c.slotsOfResults(results, c.typ)
	if !ok {
		return false
	}
	host, ts := c.hostOf(f.plan, f.c.rt)
	if host == nil {
		return false
	}
	words := f.wordsAs(c.args, ts)
	f.full(live, len(words), len(ls), func() { f.push(words) }, host)
	f.narrowAll(ls)
	return true
}

// isPlain reports whether a value passed as a type needs no conversion, or is a
// generator, and couldn't be told to stop waiting, as what is sorted couldn't.
func isPlain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice:
		k := t.Elem().Kind()
		return k <= reflect.Complex128 || k == reflect.String
	case reflect.Interface:
		return t == prngType || t == reflect.TypeFor[sort.Interface]()
	}
	return !slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Struct}, t.Kind())
}
