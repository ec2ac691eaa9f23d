package rtype

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
)

// block is the memory of a descriptor with all that must follow it.
type block struct {
	at      unsafe.Pointer
	un      *uncommon
	params  []unsafe.Pointer // of a function type: its parameters and results
	methods []method
	home    *region
	promise int // words of room for tables of later methods
}

// kept is what descriptors and stubs refer to and nothing else keeps alive.
var kept struct {
	sync.Mutex
	tags  []unsafe.Pointer
	funcs [][]unsafe.Pointer
}

// hashes counts the descriptors.
var hashes atomic.Uint32

// newBlock is a copy of from's descriptor under a hash of its own, with room for
// parameters and methods, and a promise of room for a table of as many methods as later.
func newBlock(from reflect.Type, params, methods, later int) block {
	kind := descriptorOf(from.Kind()).Size()
	uncommonAt := uintptr(wordSize) + kind
	paramsAt := uncommonAt + unsafe.Sizeof(uncommon{})
	methodsAt := paramsAt + uintptr(params*wordSize)
	b := block{promise: later * methodWords}
	var tag unsafe.Pointer
	b.home, tag = takeMemory(words(methodsAt)+methods*methodWords, b.promise)
	b.at = unsafe.Add(tag, wordSize)
	b.un = (*uncommon)(unsafe.Add(tag, uncommonAt))
	b.params = unsafe.Slice((*unsafe.Pointer)(unsafe.Add(tag, paramsAt)), params)
	b.methods = unsafe.Slice((*method)(unsafe.Add(tag, methodsAt)), methods)
	copy(unsafe.Slice((*uintptr)(b.at), words(kind)), unsafe.Slice((*uintptr)(address(from)), words(kind)))
	h := b.header()
	h.flag = h.flag&(flagRegular|flagDirect|flagMaskLater) | flagMade
	h.ptrToThis = 0
	h.hash = hashes.Add(1) * 0x9e3779b1 // odd: each block's is another
	return b
}

// methodWords are the words of an entry of a table.
const methodWords = int(unsafe.Sizeof(method{})) / wordSize

// entries is room for tables of later methods.
func (b *block) entries(n int) ([]method, error) {
	at, err := b.home.takeTable(n*methodWords, b.promise)
	if err != nil {
		return nil, err
	}
	b.promise = 0
	return unsafe.Slice((*method)(at), n), nil
}

// takeBack says that the type gets no more methods.
func (b *block) takeBack() {
	b.home.takeBack(b.promise)
	b.promise = 0
}

func (b block) header() *descriptor { return (*descriptor)(b.at) }
func (b block) typ() reflect.Type   { return typeAt(b.at) }

// tag is where a made type has its tag: in front of its descriptor.
func tag(t reflect.Type) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(address(t), -wordSize))
}

// Tag is what SetTag has given to a type for which Made is true, nil at first.
func Tag(t reflect.Type) unsafe.Pointer { return atomic.LoadPointer(tag(t)) }

// SetTag gives a pointer to a made type, which keeps alive what it points to. There is one
// for each type, or few.
func SetTag(t reflect.Type, p unsafe.Pointer) {
	kept.Lock()
	kept.tags = append(kept.tags, p)
	kept.Unlock()
	atomic.StorePointer(tag(t), p)
}
