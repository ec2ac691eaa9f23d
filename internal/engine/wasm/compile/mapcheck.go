package compile

import (
	"reflect"
	"sync"
	"unsafe"
)

// mapsAreShared reports whether maps of different types with the same kinds of keys and
// elements are interchangeable to Go. It checks once.
var mapsAreShared = sync.OnceValue(func() bool {
	type (
		number int64
		small  int8
		name   string
		flag   bool
		ratio  float64
		pair   [2]number
		triple [3]number
	)
	elem := reflect.TypeFor[*number]()
	return shares[uint64](reflect.TypeFor[number](), elem, func(i int) (uint64, reflect.Value) {
		return uint64(i), reflect.ValueOf(number(i))
	}) && shares[uint8](reflect.TypeFor[small](), elem, func(i int) (uint8, reflect.Value) {
		return uint8(i), reflect.ValueOf(small(i))
	}) && shares[string](reflect.TypeFor[name](), elem, func(i int) (string, reflect.Value) {
		return string(rune(i)), reflect.ValueOf(name(rune(i)))
	}) && shares[uint8](reflect.TypeFor[flag](), elem, func(i int) (uint8, reflect.Value) {
		return uint8(i % 2), reflect.ValueOf(flag(i%2 == 1))
	}) && shares[float64](reflect.TypeFor[ratio](), elem, func(i int) (float64, reflect.Value) {
		return float64(i), reflect.ValueOf(ratio(i))
	}) && shares[[2]uint64](reflect.ArrayOf(2, reflect.TypeFor[number]()), elem, func(i int) ([2]uint64, reflect.Value) {
		return [2]uint64{uint64(i), uint64(i / 3)}, reflect.ValueOf(pair{number(i), number(i / 3)}).Convert(reflect.ArrayOf(2, reflect.TypeFor[number]()))
	}) && shares[[3]uint64](reflect.ArrayOf(3, reflect.TypeFor[number]()), elem, func(i int) ([3]uint64, reflect.Value) {
		return [3]uint64{uint64(i), uint64(i / 3), 7}, reflect.ValueOf(triple{number(i), number(i / 3), 7}).Convert(reflect.ArrayOf(3, reflect.TypeFor[number]()))
	})
})

// shares writes a map as one of two types and reads it as the other, in turn.
func shares[K comparable](key, elem reflect.Type, of func(int) (K, reflect.Value)) bool {
	const n = 200
	by := reflect.MakeMap(reflect.MapOf(key, elem))
	m := mapOf[K, unsafe.Pointer](uint64(uintptr(by.UnsafePointer())))
	for i := range n {
		p := reflect.New(elem.Elem())
		k, v := of(i)
		if i%3 == 0 {
			by.SetMapIndex(v, p)
		} else {
			m[k] = p.UnsafePointer()
		}
		if got := by.MapIndex(v); !got.IsValid() || got.UnsafePointer() != m[k] || m[k] != p.UnsafePointer() {
			return false
		}
	}
	for k, p := range m {
		if p == nil {
			return false
		}
		if delete(m, k); by.Len() != len(m) {
			return false
		}
	}
	return len(m) == 0
}

// mapGroup is where a group of a map type has its slots.
type mapGroup struct {
	slot uint32 // their size
	elem uint32 // where the element is in a slot
}

// mapTypeData is what Go knows of a map type, behind what it knows of any.
type mapTypeData struct {
	_                    [48]byte
	key, elem            unsafe.Pointer
	group, hash          unsafe.Pointer
	groupSize, slot, off uintptr
	flags                uint32
}

const mapIsIndirect = 4 | 8 // flags: slots have the addresses of keys, or of elements

// dataOf is a type as an interface value has it.
func dataOf(t reflect.Type) unsafe.Pointer { return (*(*words2)(unsafe.Pointer(&t)))[1] }

// group is where the slots of a map type are. ok is false if that isn't known, or if they
// have only addresses.
func (t mapType) group() (g mapGroup, ok bool) {
	return groupOf(t.typ), mapsAreGroups() && !(*mapTypeData)(dataOf(t.typ)).indirect()
}

func groupOf(t reflect.Type) mapGroup {
	d := (*mapTypeData)(dataOf(t))
	return mapGroup{uint32(d.slot), uint32(d.off)}
}

func (d *mapTypeData) indirect() bool { return d.flags&mapIsIndirect != 0 }

// mapsAreGroups reports whether small maps are laid out as mapslot.go expects. It checks
// once, with keys and elements of several sizes.
var mapsAreGroups = sync.OnceValue(func() bool {
	return grouped(func(i int) uint64 { return uint64(i) << 40 }, func(i int) uint64 { return uint64(i) }) &&
		grouped(func(i int) string { return string(rune('a' + i)) }, func(i int) [3]string { return [3]string{1: string(rune('A' + i))} }) &&
		grouped(func(i int) uint8 { return uint8(i) }, func(i int) struct{} { return struct{}{} }) &&
		grouped(func(i int) int32 { return int32(-i) }, func(i int) uint8 { return uint8(i) }) &&
		grouped(func(i int) [2]int { return [2]int{7, i} }, func(i int) uint16 { return uint16(i) }) &&
		grouped(func(i int) *int { return new(int) }, func(i int) any { return i }) &&
		(*mapTypeData)(dataOf(reflect.TypeFor[map[[200]byte]int]())).indirect() &&
		(*mapTypeData)(dataOf(reflect.TypeFor[map[int][200]byte]())).indirect()
})

// grouped fills and empties a map, and compares its memory with what it contains.
func grouped[K, V comparable](key func(int) K, elem func(int) V) bool {
	t := reflect.TypeFor[map[K]V]()
	d := (*mapTypeData)(dataOf(t))
	if d.key != dataOf(t.Key()) || d.elem != dataOf(t.Elem()) || d.groupSize != groupSlotsAt+groupSlots*d.slot ||
		d.slot > 1<<10 || d.off > d.slot || d.off+t.Elem().Size() > d.slot || d.indirect() {
		return false
	}
	m, keys := map[K]V{}, make([]K, 2*groupSlots)
	for i := range keys {
		keys[i] = key(i)
	}
	for _, step := range []int{3, 1, 2} {
		for i := 0; i < groupSlots; i++ {
			m[keys[i]] = elem(i)
			if i%step == 1 {
				delete(m, keys[i/2])
			}
			if !sameAsGroup(m) {
				return false
			}
		}
		for i := range groupSlots {
			delete(m, keys[i])
		}
	}
	for i, k := range keys {
		m[k] = elem(i)
	}
	for i, k := range keys {
		delete(m, k)
		if i > 0 && isGroup(m) {
			return false
		}
	}
	return true
}

func mapHead[K comparable, V any](m map[K]V) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&m))
}

func isGroup[K comparable, V any](m map[K]V) bool {
	return *(*uint64)(unsafe.Add(mapHead(m), mapTablesAt)) == 0
}

// sameAsGroup compares a small map with its group.
func sameAsGroup[K, V comparable](m map[K]V) bool {
	head, g := mapHead(m), groupOf(reflect.TypeFor[map[K]V]())
	if !isGroup(m) || *(*uint64)(unsafe.Add(head, mapUsedAt)) != uint64(len(m)) || *(*uint8)(unsafe.Add(head, mapWritingAt)) != 0 {
		return false
	}
	if len(m) == 0 {
		return true
	}
	group := *(*unsafe.Pointer)(unsafe.Add(head, mapGroupAt))
	found := 0
	for i := range groupSlots {
		if *(*uint8)(unsafe.Add(group, i))&0x80 != 0 {
			continue
		}
		slot := unsafe.Add(group, groupSlotsAt+i*int(g.slot))
		v, ok := m[*(*K)(slot)]
		if !ok || v != *(*V)(unsafe.Add(slot, g.elem)) {
			return false
		}
		found++
	}
	return found == len(m)
}
