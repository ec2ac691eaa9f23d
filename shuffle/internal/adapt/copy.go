package adapt

import (
	"cmp"
	"reflect"
	"slices"
	"unsafe"

	"riffle/shuffle"
)

// copier makes deep copies. Pointers may lead into the middle of what others lead to: the
// elements of a list.List point to one of its fields, and slices share arrays. So it first
// finds all the memory that a value leads to, then copies each piece once, and leads the
// copies' pointers to where they pointed.
type copier struct {
	pieces []piece // sorted by address and apart, once they are copied
	seen   map[place]bool
	// rng, unless nil, takes the place of generators of package shuffle in interfaces.
	rng shuffle.PRNG
}

// piece is memory that is copied: a variable, or the array of a slice.
type piece struct {
	at   unsafe.Pointer
	t    reflect.Type
	copy reflect.Value // addressable
}

func (p piece) end() uintptr { return uintptr(p.at) + p.t.Size() }

// copyOf is a deep copy of a value, in memory of its own: addressable. Generators of package
// shuffle are replaced by rng.
func copyOf(v reflect.Value, rng shuffle.PRNG) reflect.Value {
	c := &copier{seen: map[place]bool{}, rng: rng}
	if !v.CanAddr() {
		v = variable(v)
	}
	c.findPiece(v.Addr().UnsafePointer(), v.Type())
	c.makePieces()
	at, ok := c.moved(v.Addr().UnsafePointer())
	if !ok { // it has no size
		return variable(v)
	}
	return reflect.NewAt(v.Type(), at).Elem()
}

// variable is a new variable with a value.
func variable(v reflect.Value) reflect.Value {
	x := reflect.New(v.Type()).Elem()
	x.Set(v)
	return x
}

// findPiece notes memory that a value leads to, and what leads on from there.
func (c *copier) findPiece(at unsafe.Pointer, t reflect.Type) {
	if c.seen[place{at, t}] || t.Size() == 0 {
		return
	}
	c.seen[place{at, t}] = true
	c.pieces = append(c.pieces, piece{at: at, t: t})
	c.findPieces(reflect.NewAt(t, at).Elem())
}

// findPieces notes all memory that a value leads to.
func (c *copier) findPieces(v reflect.Value) {
	v = settable(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && copied(v.Type().Elem()) {
			c.findPiece(v.UnsafePointer(), v.Type().Elem())
		}
	case reflect.Slice:
		if v.Len() > 0 {
			c.findPiece(v.UnsafePointer(), reflect.ArrayOf(v.Len(), v.Type().Elem()))
		}
	case reflect.Array:
		for i := 0; i < v.Len() && !plain(v.Type().Elem()); i++ {
			c.findPieces(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			c.findPieces(v.Field(i))
		}
	case reflect.Map:
		for it := v.MapRange(); !plain(v.Type().Elem()) && it.Next(); {
			c.findPieces(variable(it.Value()))
		}
	case reflect.Interface:
		if !v.IsNil() && !c.replaced(v) {
			c.findPieces(variable(v.Elem()))
		}
	}
}

// makePieces copies the pieces. Of those that overlap only the one remains in which the
// others lie; slices of an array that overlap otherwise become one of both.
func (c *copier) makePieces() {
	slices.SortFunc(c.pieces, func(a, b piece) int {
		return cmp.Or(cmp.Compare(uintptr(a.at), uintptr(b.at)), cmp.Compare(b.t.Size(), a.t.Size()))
	})
	apart := c.pieces[:0]
	for _, p := range c.pieces {
		last := len(apart) - 1
		switch {
		case last < 0 || uintptr(p.at) >= apart[last].end():
			apart = append(apart, p)
		case p.end() > apart[last].end():
			elem := p.t.Elem() // only arrays of slices overlap so
			apart[last].t = reflect.ArrayOf(int((p.end()-uintptr(apart[last].at))/elem.Size()), elem)
		}
	}
	c.pieces = apart
	for i, p := range c.pieces {
		c.pieces[i].copy = reflect.New(p.t).Elem()
		c.pieces[i].copy.Set(reflect.NewAt(p.t, p.at).Elem())
	}
	for _, p := range c.pieces {
		c.leadToCopies(p.copy)
	}
}

// moved is where the copy has what is at a place.
func (c *copier) moved(p unsafe.Pointer) (at unsafe.Pointer, ok bool) {
	i, found := slices.BinarySearchFunc(c.pieces, uintptr(p), func(q piece, p uintptr) int { return cmp.Compare(uintptr(q.at), p) })
	if !found {
		i--
	}
	if i < 0 || uintptr(p) >= c.pieces[i].end() {
		return nil, false
	}
	return unsafe.Add(c.pieces[i].copy.Addr().UnsafePointer(), uintptr(p)-uintptr(c.pieces[i].at)), true
}

// leadToCopies makes what a value has lead to the copies.
func (c *copier) leadToCopies(v reflect.Value) {
	v = settable(v)
	switch v.Kind() {
	case reflect.Pointer:
		if at, ok := c.moved(v.UnsafePointer()); ok {
			v.Set(reflect.NewAt(v.Type().Elem(), at).Convert(v.Type()))
		}
	case reflect.Slice:
		if at, ok := c.moved(v.UnsafePointer()); ok && v.Len() > 0 {
			v.Set(reflect.SliceAt(v.Type().Elem(), at, v.Len()).Convert(v.Type()))
		}
	case reflect.Array:
		for i := 0; i < v.Len() && !plain(v.Type().Elem()); i++ {
			c.leadToCopies(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			c.leadToCopies(v.Field(i))
		}
	case reflect.Map:
		if !v.IsNil() {
			v.Set(c.mapOfCopies(v))
		}
	case reflect.Interface:
		switch {
		case v.IsNil():
		case c.replaced(v):
			v.Set(reflect.ValueOf(c.rng))
		case !plain(v.Elem().Type()):
			x := variable(v.Elem())
			c.leadToCopies(x)
			v.Set(x)
		}
	}
}

// mapOfCopies is a map with the entries of another, whose elements lead to the copies.
func (c *copier) mapOfCopies(from reflect.Value) reflect.Value {
	to := reflect.MakeMapWithSize(from.Type(), from.Len())
	for it := from.MapRange(); it.Next(); {
		elem := variable(it.Value())
		c.leadToCopies(elem)
		to.SetMapIndex(it.Key(), elem)
	}
	return to
}

// replaced reports whether the value of an interface is a generator that rng replaces.
func (c *copier) replaced(v reflect.Value) bool {
	if c.rng == nil || v.IsNil() || v.NumMethod() == 0 || !reflect.TypeOf(c.rng).Implements(v.Type()) {
		return false
	}
	g, ok := v.Interface().(shuffle.PRNG)
	t := reflect.TypeOf(g)
	return ok && t.Kind() == reflect.Pointer && t.Elem().PkgPath() == reflect.TypeFor[shuffle.Card]().PkgPath()
}
