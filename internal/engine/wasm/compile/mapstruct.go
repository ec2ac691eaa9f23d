package compile

import (
	"reflect"
	"sync"
	"unsafe"

	"riffle/internal/engine/wasm/machine"
)

// Maps that only reflection can read, such as those with structs as keys: Go hashes a
// struct made by reflection field by field, unlike any map type that we could substitute.
// What is made for a call is reused by the next, since most of reflection's time goes
// into allocation.

// held are a map, a key and an element as package reflect needs them.
type held struct {
	m, key, elem    reflect.Value
	mapAt, at, into unsafe.Pointer
}

// holder makes and keeps them.
func (t mapType) holder() *sync.Pool {
	return &sync.Pool{New: func() any {
		m, key, elem := reflect.New(t.typ), reflect.New(t.key.typ), reflect.New(t.elem.typ)
		return &held{m.Elem(), key.Elem(), elem.Elem(), m.UnsafePointer(), key.UnsafePointer(), elem.UnsafePointer()}
	}}
}

// hold gets the map and the key of a call, and returns how many words they are.
func (t mapType) hold(pool *sync.Pool, c *machine.Context, a []uint64) (h *held, key reflect.Value, n int) {
	h = pool.Get().(*held)
	*(*unsafe.Pointer)(h.mapAt) = machine.Native(a[0])
	if t.key.indirect(maxKeyWords) {
		return h, reflect.NewAt(t.key.typ, c.Ptr(a[1])).Elem(), 2
	}
	takeWords(c, h.at, t.key.slots, a[1:])
	return h, h.key, 1 + len(t.key.slots)
}

// drop forgets what was held.
func (t mapType) drop(pool *sync.Pool, h *held) {
	*(*unsafe.Pointer)(h.mapAt) = nil
	if t.key.scanned {
		h.key.SetZero()
	}
	if t.elem.scanned {
		h.elem.SetZero()
	}
	pool.Put(h)
}

// readHeld is a map's reader.
func (t mapType) readHeld() machine.HostFunc {
	pool := t.holder()
	return func(c *machine.Context, _ uint32, a []uint64) {
		h, key, _ := t.hold(pool, c, a)
		e := h.m.MapIndex(key)
		found := uint64(0)
		if e.IsValid() {
			h.elem.Set(e)
			found = 1
		} else {
			h.elem.SetZero()
		}
		if t.elem.indirect(maxResultWords) {
			v := reflect.New(t.elem.typ)
			v.Elem().Set(h.elem)
			a[0], a[1] = c.GiveMade(v.UnsafePointer(), int(t.elem.size()), t.elem.scanned), found
		} else {
			giveWords(c, h.into, t.elem.slots, a)
			a[len(t.elem.slots)] = found
		}
		t.drop(pool, h)
	}
}

// writeHeld is a map's writer.
func (t mapType) writeHeld() machine.HostFunc {
	pool := t.holder()
	return func(c *machine.Context, _ uint32, a []uint64) {
		h, key, n := t.hold(pool, c, a)
		elem := h.elem
		if t.elem.indirect(maxValueWords) {
			elem = reflect.NewAt(t.elem.typ, c.Ptr(a[n])).Elem()
		} else {
			takeWords(c, h.into, t.elem.slots, a[n:])
		}
		h.m.SetMapIndex(key, elem)
		t.drop(pool, h)
	}
}

// addHeld is m[k] += v, nil for elements that aren't numbers of 64 bits.
func (t mapType) addHeld() machine.HostFunc {
	switch t.elem.typ.Kind() {
	case reflect.Int, reflect.Uint, reflect.Int64, reflect.Uint64, reflect.Uintptr:
	default:
		return nil
	}
	pool := t.holder()
	return func(c *machine.Context, _ uint32, a []uint64) {
		h, key, n := t.hold(pool, c, a)
		if e := h.m.MapIndex(key); e.IsValid() {
			h.elem.Set(e)
		} else {
			h.elem.SetZero()
		}
		*(*uint64)(h.into) += a[n]
		h.m.SetMapIndex(key, h.elem)
		t.drop(pool, h)
	}
}

// removeHeld deletes a key.
func (t mapType) removeHeld() machine.HostFunc {
	pool := t.holder()
	return func(c *machine.Context, _ uint32, a []uint64) {
		h, key, _ := t.hold(pool, c, a)
		h.m.SetMapIndex(key, reflect.Value{})
		t.drop(pool, h)
	}
}
