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
	methods unsafe.Pointer
}

// blocks keeps the memory of all descriptors for ever.
var blocks struct {
	sync.Mutex
	kept []any
}

// newBlock is a copy of from's descriptor under a hash of its own, with room for
// parameters and methods.
func newBlock(from reflect.Type, params, methods int) block {
	kind := descriptorOf(from.Kind())
	t := reflect.StructOf([]reflect.StructField{
		{Name: "Tag", Type: reflect.TypeFor[unsafe.Pointer]()},
		{Name: "Descriptor", Type: kind},
		{Name: "Uncommon", Type: reflect.TypeFor[uncommon]()},
		{Name: "Params", Type: reflect.ArrayOf(params, reflect.TypeFor[unsafe.Pointer]())},
		{Name: "Methods", Type: reflect.ArrayOf(methods+1, reflect.TypeFor[method]())},
	})
	memory := reflect.New(t)
	part := func(i int) unsafe.Pointer { return unsafe.Add(memory.UnsafePointer(), t.Field(i).Offset) }
	b := block{at: part(1), un: (*uncommon)(part(2)), params: unsafe.Slice((*unsafe.Pointer)(part(3)), params), methods: part(4)}
	b.un.offset = uint32(uintptr(b.methods) - uintptr(unsafe.Pointer(b.un)))

	memory.Elem().Field(1).Set(reflect.NewAt(kind, address(from)).Elem())
	h := b.header()
	h.flag = h.flag&(flagRegular|flagDirect|flagMaskLater) | flagMade
	h.ptrToThis = 0

	blocks.Lock()
	defer blocks.Unlock()
	blocks.kept = append(blocks.kept, memory.Interface())
	h.hash = uint32(len(blocks.kept)) * 0x9e3779b1 // odd: each block's is another
	return b
}

func (b block) header() *descriptor { return (*descriptor)(b.at) }
func (b block) typ() reflect.Type   { return typeAt(b.at) }

// tag is where a made type has its tag: in front of its descriptor.
func tag(t reflect.Type) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(address(t), -int(unsafe.Sizeof(uintptr(0)))))
}

// Tag is what SetTag has given to a type for which Made is true, nil at first.
func Tag(t reflect.Type) unsafe.Pointer { return atomic.LoadPointer(tag(t)) }

// SetTag gives a pointer to a made type, which keeps alive what it points to.
func SetTag(t reflect.Type, p unsafe.Pointer) { atomic.StorePointer(tag(t), p) }
