package rtype

import (
	"errors"
	"sync"
	"unsafe"
)

// A region is memory for descriptors, which fill it from the front, and for tables of
// methods that were declared later, which fill it from the back: a descriptor finds its
// table by an unsigned distance of 32 bits. A descriptor that may get such tables has a
// promise of room for them. When nothing can claim the promise any more it is taken back,
// and other descriptors get the room.
//
// The collector looks for no pointers in regions. What descriptors refer to lives for ever
// by itself: other regions, the program's own data, names (name.go), tags, and what
// reflection remembers of all types that it makes.
type region struct {
	words     []uintptr
	low, high int // what is between is free
	promised  int // words of it
	open      bool
}

const wordSize = int(unsafe.Sizeof(uintptr(0)))

// regionWords are those of a region without large descriptors: 64 KiB.
const regionWords = 1 << 13

// regions are all there are. They are never freed.
var regions struct {
	sync.Mutex
	all  []*region
	open []*region // those that may have room; the last is tried first
}

// words is how many words so many bytes take.
func words(bytes uintptr) int { return (int(bytes) + wordSize - 1) / wordSize }

// takeMemory is zeroed memory for a descriptor, with a promise of more for its tables.
func takeMemory(size, promise int) (*region, unsafe.Pointer) {
	regions.Lock()
	defer regions.Unlock()
	r := openRegion(size + promise)
	at := unsafe.Pointer(&r.words[r.low])
	r.low += size
	r.promised += promise
	return r, at
}

// openRegion is a region with so many free words. Those that have fewer are closed until
// they get a promise back.
func openRegion(n int) *region {
	for last := len(regions.open) - 1; last >= 0; last-- {
		r := regions.open[last]
		if r.free() >= n {
			return r
		}
		r.open, regions.open = false, regions.open[:last]
	}
	size := max(regionWords, n+1)
	// An empty table may be behind the last free word, so that isn't the end of the memory.
	r := &region{words: make([]uintptr, size), high: size - 1, open: true}
	regions.all = append(regions.all, r)
	regions.open = append(regions.open, r)
	return r
}

// free counts the words that aren't used or promised.
func (r *region) free() int { return r.high - r.low - r.promised }

var errNoTable = errors.New("the memory that was meant for them is used up")

// takeTable is memory behind all descriptors of the region: what was promised, or more.
func (r *region) takeTable(n, promise int) (unsafe.Pointer, error) {
	regions.Lock()
	defer regions.Unlock()
	if r.free()+promise < n {
		return nil, errNoTable
	}
	r.promised -= promise
	r.high -= n
	return unsafe.Pointer(&r.words[r.high]), nil
}

// takeBack takes back a promise.
func (r *region) takeBack(promise int) {
	regions.Lock()
	defer regions.Unlock()
	r.promised -= promise
	if !r.open && promise > 0 {
		r.open, regions.open = true, append(regions.open, r)
	}
}

// newArray is an array that descriptors refer to, nil for none.
func newArray[T any](n int) []T {
	if n == 0 {
		return nil
	}
	_, at := takeMemory(words(uintptr(n)*unsafe.Sizeof(*new(T))), 0)
	return unsafe.Slice((*T)(at), n)
}
