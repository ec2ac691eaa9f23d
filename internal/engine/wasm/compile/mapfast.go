package compile

import (
	"go/token"
	"math"
	"reflect"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// What Go does with a map depends on how its keys are hashed and compared, and on the
// sizes and pointers of its keys and elements, not on type names. So the host reads a
// map[ID]*Player as a map[uint64]unsafe.Pointer, in one call and without reflection.
// mapsAreShared checks that this works.

// mapOps are the host functions of a map type.
type mapOps struct {
	read, write, remove machine.HostFunc
	add                 machine.HostFunc // m[k] += v, nil for elements without one
}

// take makes a value of the words from a[0] on; words is how many. give is the inverse.
type wordCodec[T any] struct {
	words int
	take  func(c *machine.Context, a []uint64) T
	give  func(c *machine.Context, x T, a []uint64)
}

// sliceHeader is a slice of any elements, which is counted in them.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

// takeList is the slice of any elements of three words, and giveList is the inverse.
func takeList(c *machine.Context, a []uint64) []byte {
	s := sliceHeader{c.Ptr(a[0]), int(a[1]), int(a[2])}
	return *(*[]byte)(unsafe.Pointer(&s))
}

func giveList(c *machine.Context, a []uint64, x []byte) {
	a[0], a[1], a[2] = c.GiveNew(unsafe.Pointer(unsafe.SliceData(x)), cap(x)), uint64(len(x)), uint64(cap(x))
}

func numberCodec[T uint8 | uint16 | uint32 | uint64]() wordCodec[T] {
	return wordCodec[T]{1,
		func(_ *machine.Context, a []uint64) T { return T(a[0]) },
		func(_ *machine.Context, x T, a []uint64) { a[0] = uint64(x) }}
}

var (
	nothingCodec = wordCodec[struct{}]{0,
		func(*machine.Context, []uint64) struct{} { return struct{}{} },
		func(*machine.Context, struct{}, []uint64) {}}
	floatCodec = wordCodec[float64]{1,
		func(_ *machine.Context, a []uint64) float64 { return math.Float64frombits(a[0]) },
		func(_ *machine.Context, x float64, a []uint64) { a[0] = math.Float64bits(x) }}
	stringCodec = wordCodec[string]{2,
		func(c *machine.Context, a []uint64) string { return c.String(a[0], a[1]) },
		func(c *machine.Context, x string, a []uint64) { a[0], a[1] = c.GiveString(x) }}
	pointerCodec = wordCodec[unsafe.Pointer]{1,
		func(c *machine.Context, a []uint64) unsafe.Pointer { return c.Ptr(a[0]) },
		func(c *machine.Context, x unsafe.Pointer, a []uint64) { a[0] = c.Give(x) }}
	referenceCodec = wordCodec[unsafe.Pointer]{1,
		func(_ *machine.Context, a []uint64) unsafe.Pointer { return machine.Native(a[0]) },
		func(c *machine.Context, x unsafe.Pointer, a []uint64) { a[0] = c.Ref(x) }}
	sliceCodec = wordCodec[[]byte]{3,
		func(c *machine.Context, a []uint64) []byte { return takeList(c, a) },
		func(c *machine.Context, x []byte, a []uint64) { giveList(c, a, x) }}
	faceCodec = wordCodec[any]{2,
		func(_ *machine.Context, a []uint64) any { return faceOf(a[0], a[1]) },
		func(c *machine.Context, x any, a []uint64) { giveFace(c, a, x) }}
	// an interface with methods
	tableCodec = wordCodec[words2]{2,
		func(_ *machine.Context, a []uint64) words2 {
			return words2{machine.Native(a[0]), machine.Native(a[1])}
		},
		func(c *machine.Context, x words2, a []uint64) { a[0], a[1] = uint64(uintptr(x[0])), c.Ref(x[1]) }}
)

// fast are the host functions of a map type, nil if it needs reflection.
func (t mapType) fast() *mapOps {
	if !mapsAreShared() {
		return nil
	}
	switch k := t.key.typ; k.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return opsOf(numberCodec[uint8](), t.elem)
	case reflect.Int32, reflect.Uint32:
		return opsOf(numberCodec[uint32](), t.elem)
	case reflect.Int, reflect.Uint, reflect.Int64, reflect.Uint64, reflect.Uintptr:
		return opsOf(numberCodec[uint64](), t.elem)
	case reflect.Float64:
		return opsOf(floatCodec, t.elem)
	case reflect.String:
		return opsOf(stringCodec, t.elem)
	case reflect.Interface:
		if k.NumMethod() == 0 {
			return opsOf(faceCodec, t.elem)
		}
	case reflect.Array:
		switch integersIn(k) {
		case 2:
			return opsOf(integersCodec(t.key, func(a []uint64) [2]uint64 { return [2]uint64(a) }), t.elem)
		case 3:
			return opsOf(integersCodec(t.key, func(a []uint64) [3]uint64 { return [3]uint64(a) }), t.elem)
		}
	}
	return nil
}

// integersIn is how many 8-byte integers an array consists of, such as a pair used as a
// key, 0 if it has anything else. Structs made by reflection aren't hashed like arrays.
func integersIn(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Int, reflect.Uint, reflect.Int64, reflect.Uint64, reflect.Uintptr:
		return 1
	case reflect.Array:
		return t.Len() * integersIn(t.Elem())
	}
	return 0
}

// integersCodec is for keys of a layout, which of makes from words.
func integersCodec[K any](l *layout, of func([]uint64) K) wordCodec[K] {
	if l.indirect(maxKeyWords) {
		return wordCodec[K]{words: 1, take: func(c *machine.Context, a []uint64) K { return *(*K)(c.Ptr(a[0])) }}
	}
	return wordCodec[K]{words: len(l.slots), take: func(_ *machine.Context, a []uint64) K { return of(a) }}
}

// opsOf chooses by the element.
func opsOf[K comparable](key wordCodec[K], elem *layout) *mapOps {
	switch elem.typ.Kind() {
	case reflect.Struct:
		if elem.size() == 0 {
			return mapOpsOf(key, nothingCodec)
		}
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return adding(mapOpsOf(key, numberCodec[uint8]()), addNumber[K, uint8](key.take, key.words))
	case reflect.Int32, reflect.Uint32:
		return adding(mapOpsOf(key, numberCodec[uint32]()), addNumber[K, uint32](key.take, key.words))
	case reflect.Int, reflect.Uint, reflect.Int64, reflect.Uint64, reflect.Uintptr:
		return adding(mapOpsOf(key, numberCodec[uint64]()), addNumber[K, uint64](key.take, key.words))
	case reflect.Float64:
		return adding(mapOpsOf(key, floatCodec), addAny(key, floatCodec))
	case reflect.String:
		return adding(mapOpsOf(key, stringCodec), addAny(key, stringCodec))
	case reflect.Slice:
		return mapOpsOf(key, sliceCodec)
	case reflect.Pointer, reflect.Func, reflect.UnsafePointer:
		return mapOpsOf(key, pointerCodec)
	case reflect.Map, reflect.Chan:
		return mapOpsOf(key, referenceCodec)
	case reflect.Interface:
		if elem.typ.NumMethod() == 0 {
			return mapOpsOf(key, faceCodec)
		}
		return mapOpsOf(key, tableCodec)
	}
	return nil
}

func adding(ops *mapOps, add machine.HostFunc) *mapOps {
	ops.add = add
	return ops
}

// mapOf is a map that compiled code passed.
func mapOf[K comparable, V any](word uint64) map[K]V {
	p := machine.Native(word)
	return *(*map[K]V)(unsafe.Pointer(&p))
}

func mapOpsOf[K comparable, V any](key wordCodec[K], elem wordCodec[V]) *mapOps {
	take, n := key.take, key.words
	found := elem.words
	return &mapOps{
		read: func(c *machine.Context, _ uint32, a []uint64) {
			v, ok := mapOf[K, V](a[0])[take(c, a[1:])]
			elem.give(c, v, a)
			if found == machine.MaxResults { // not requested
				return
			}
			if a[found] = 0; ok {
				a[found] = 1
			}
		},
		write: func(c *machine.Context, _ uint32, a []uint64) {
			mapOf[K, V](a[0])[take(c, a[1:])] = elem.take(c, a[1+n:])
		},
		remove: func(c *machine.Context, _ uint32, a []uint64) {
			delete(mapOf[K, V](a[0]), take(c, a[1:]))
		},
	}
}

func addNumber[K comparable, V uint8 | uint32 | uint64](take func(*machine.Context, []uint64) K, n int) machine.HostFunc {
	return func(c *machine.Context, _ uint32, a []uint64) {
		mapOf[K, V](a[0])[take(c, a[1:])] += V(a[1+n])
	}
}

func addAny[K comparable, V float64 | string](key wordCodec[K], elem wordCodec[V]) machine.HostFunc {
	return func(c *machine.Context, _ uint32, a []uint64) {
		mapOf[K, V](a[0])[key.take(c, a[1:])] += elem.take(c, a[1+key.words:])
	}
}

// mapAdd compiles m[k] += y and m[k] -= y as one host call; ok is false if that needs
// two.
func (f *function) mapAdd(x *core.Index, op token.Token, y core.Expr) (ok bool) {
	t := f.c.mapTypeOf(x.X)
	add := t.adder()
	if add == nil || op != token.ADD && op != token.SUB {
		return false
	}
	f.expr(y)
	if op == token.SUB {
		f.negate(t.elem.slots[0], f.popOne(t.elem.slots[0].typ))
	}
	v := f.passTop(t.elem, maxValueWords)
	m := f.operand(x.X)
	key := f.pass(x.I, f.c.keyType(x.X), t.key, maxKeyWords)
	byHost := func() { f.quick(1+key.n+v.n, 0, func() { f.LocalGet(m); key.push(); v.push() }, add) }
	if s := t.elem.slots[0]; s.class == number {
		f.inSlot(t, m, key, func(p place) {
			f.load(p)
			f.LocalGet(v.locals[0])
			f.emit(token.ADD, s)
			f.storeNear(p, []code.Local{f.popOne(s.typ)})
		}, byHost)
		return true
	}
	byHost()
	return true
}

// adder is m[k] += y, nil if that takes a read and a write.
func (t mapType) adder() machine.HostFunc {
	if ops := t.fast(); ops != nil {
		return ops.add
	}
	return t.addHeld()
}
