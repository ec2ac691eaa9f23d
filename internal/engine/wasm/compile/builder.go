package compile

import (
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
)

// Writes to a strings.Builder are inlined as long as its buffer has room: they go beyond
// the buffer's length, where nothing else reads.

// builderLayout is where a Builder keeps its own address, which shows that it wasn't
// copied, and its buffer.
type builderLayout struct{ self, buffer uint32 }

var builderIsKnown = sync.OnceValues(func() (l builderLayout, ok bool) {
	t := reflect.TypeFor[strings.Builder]()
	self, ok1 := t.FieldByName("addr")
	buffer, ok2 := t.FieldByName("buf")
	if !ok1 || !ok2 || self.Type != reflect.PointerTo(t) || buffer.Type != reflect.TypeFor[[]byte]() || t.NumField() != 2 {
		return l, false
	}
	l = builderLayout{uint32(self.Offset), uint32(buffer.Offset)}
	b := new(strings.Builder)
	b.Grow(8)
	b.WriteString("ab")
	p := unsafe.Pointer(b)
	buf := (*[]byte)(unsafe.Add(p, l.buffer))
	if *(*unsafe.Pointer)(unsafe.Add(p, l.self)) != p || string(*buf) != "ab" || cap(*buf) < 8 {
		return l, false
	}
	*buf = append(*buf, 'c')
	return l, b.String() == "abc" && b.Len() == 3
})

// written compiles a write to a Builder; ok is false for other methods.
func (f *function) written(x *core.Call, m *core.Method, fn reflect.Value, live analysis.Set) (ok bool) {
	b, known := builderIsKnown()
	if f.c.layout(m.X.Type()).typ != reflect.TypeFor[*strings.Builder]() || !known {
		return false
	}
	switch m.Name {
	case "WriteByte", "WriteRune", "WriteString":
	default:
		return false
	}
	f.expr(x.Args[0])
	what := f.pop(f.c.layout(x.Args[0].Type()).slots)
	builder := f.operand(m.X)
	n := f.temp(code.I64)
	if m.Name == "WriteString" {
		f.LocalGet(what[1])
	} else {
		f.I64Const(1)
	}
	f.LocalSet(n)
	done := f.Block()
	slow := f.Block()
	if m.Name == "WriteString" && !f.facts.isNear(x.Args[0]) {
		f.isFar(place{base: what[0], there: true})
		f.BrIf(slow)
	}
	if m.Name == "WriteRune" { // the host writes runes of several bytes
		f.LocalGet(what[0])
		f.I32Const(0x80)
		f.I32GeU()
		f.BrIf(slow)
	}
	end := f.room(builder, b, n, slow)
	f.LocalGet(end)
	f.LocalGet(what[0])
	if m.Name == "WriteString" {
		f.LocalGet(n)
		f.I32WrapI64()
		f.MemoryCopy()
	} else {
		f.I32Store8(0)
	}
	f.Br(done)
	f.End()
	f.typed(fn, append([]core.Expr{m.X}, x.Args...), m.T.Results, live, true)
	f.Drop()
	f.Drop()
	if m.Name != "WriteByte" {
		f.LocalSet(n)
	}
	f.End()
	if m.Name != "WriteByte" {
		f.LocalGet(n)
	}
	f.zero(f.c.layout(core.Empty)) // a Builder has no errors
	return true
}

// room takes n bytes of a Builder's buffer, and returns their offset. It branches if
// there are too few.
func (f *function) room(builder code.Local, b builderLayout, n code.Local, slow code.Label) (end code.Local) {
	f.mustBeNear(builder, slow)
	f.LocalGet(builder)
	f.I64Load(b.self)
	f.LocalGet(builder)
	f.I64ExtendI32U()
	f.I64Const(int64(f.c.m.Base()))
	f.I64Add()
	f.I64Ne()
	f.BrIf(slow)
	length, more := f.temp(code.I64), f.temp(code.I64)
	f.LocalGet(builder)
	f.I64Load(b.buffer + 8)
	f.LocalTee(length)
	f.LocalGet(n)
	f.I64Add()
	f.LocalTee(more)
	f.LocalGet(builder)
	f.I64Load(b.buffer + 16)
	f.I64GtU()
	f.BrIf(slow)
	f.LocalGet(builder)
	f.I64Load(b.buffer)
	data := f.nearOr(slow)
	f.LocalGet(builder)
	f.LocalGet(more)
	f.I64Store(b.buffer + 8)
	f.LocalGet(data)
	f.LocalGet(length)
	f.I32WrapI64()
	f.I32Add()
	return f.popOne(code.I32)
}
