package code

import (
	"encoding/binary"
	"math"
)

// Func is a function of a module: an import, or one whose body is built by calling
// its methods.
type Func struct {
	Name string
	Signature
	module   *Module
	from     importName // of an import
	index    uint32
	numbered bool
	locals   []Type
	code     []byte
	calls    []callAt
	labels   []label // of the enclosing blocks, from the outermost
	compared int     // the size right after a comparison of integers, see invert
	masks    masks
}

// label is what a branch must know about a block.
type label struct{ loop, results bool }

// callAt is a place in the code for a function's index.
type callAt struct {
	at int
	f  *Func
}

// Local is a parameter or a local variable of a function.
type Local uint32

// Label is a block, loop or if that a branch can name. Labels number the enclosing
// blocks, from the outermost.
type Label int

// Size is the length of the code so far, in bytes.
func (f *Func) Size() int { return len(f.code) }

// NewLocal adds a local variable.
func (f *Func) NewLocal(t Type) Local {
	f.locals = append(f.locals, t)
	return Local(len(f.Params) + len(f.locals) - 1)
}

// Locals is the number of parameters and local variables.
func (f *Func) Locals() int { return len(f.Params) + len(f.locals) }

// Reset empties the function's body.
func (f *Func) Reset() {
	f.locals, f.code, f.calls, f.labels, f.compared, f.masks = nil, nil, nil, nil, 0, masks{}
}

// TypeOf is the type of a parameter or local variable.
func (f *Func) TypeOf(l Local) Type {
	if int(l) < len(f.Params) {
		return f.Params[l]
	}
	return f.locals[int(l)-len(f.Params)]
}

func (f *Func) op(b ...byte)       { f.code = append(f.code, b...) }
func (f *Func) immediate(v uint64) { f.code = unsigned(f.code, v) }

func (f *Func) memory(op byte, align byte, offset uint32) {
	f.op(op, align)
	f.immediate(uint64(offset))
}

// ---- blocks ----

const noResult = 0x40

func (f *Func) open(op byte, results []Type) Label {
	f.op(op)
	switch len(results) {
	case 0:
		f.op(noResult)
	case 1:
		f.op(byte(results[0]))
	default:
		f.code = signed(f.code, int64(f.module.typeIndex(Signature{Results: results})))
	}
	f.labels = append(f.labels, label{loop: op == opLoop, results: len(results) > 0})
	return f.depth()
}

func (f *Func) depth() Label { return Label(len(f.labels)) }

// Block begins a block; a branch to it goes to its end.
func (f *Func) Block(results ...Type) Label { return f.open(0x02, results) }

const opLoop = 0x03

// Loop begins a loop; a branch to it goes to its beginning.
func (f *Func) Loop(results ...Type) Label { return f.open(opLoop, results) }

// If takes a condition and begins a block that runs if it isn't 0.
func (f *Func) If(results ...Type) Label { return f.open(0x04, results) }

// Else begins the other half of an If.
func (f *Func) Else() { f.op(0x05) }

// Rarely is If for a block that hardly ever runs, doesn't reach its end and has no Else:
// wazero places the Else half of an If after the function's other code.
func (f *Func) Rarely() {
	inverted := f.invert()
	f.If()
	if inverted {
		f.Else()
	}
}

// End ends the innermost block.
func (f *Func) End() {
	f.op(end)
	if f.labels[len(f.labels)-1].results {
		f.masked()
	}
	f.labels = f.labels[:len(f.labels)-1]
}

// Br branches to a label.
func (f *Func) Br(l Label) { f.branch(0x0c, l) }

// BrIf takes a condition and branches if it isn't 0.
//
// It avoids the instruction br_if: if several branches lead to a block, wazero inserts a
// block of its own, and then no longer fuses the comparison with the jump. A forward
// branch is taken to be rare.
func (f *Func) BrIf(l Label) {
	to := f.labels[l-1]
	switch {
	case to.results && !to.loop:
		f.branch(0x0d, l)
		return
	case to.loop:
		f.If()
	default:
		f.Rarely()
	}
	f.Br(l)
	f.End()
}

func (f *Func) branch(op byte, l Label) {
	f.op(op)
	f.immediate(uint64(f.depth() - l))
}

// The comparisons of integers.
const (
	opI32Eqz, opI32Eq, opI32GeU = 0x45, 0x46, 0x4f
	opI64Eqz, opI64Eq, opI64GeU = 0x50, 0x51, 0x5a
)

// inverse are the inverses of eq, ne, lt_s, lt_u, gt_s, gt_u, le_s, le_u, ge_s, ge_u, as
// distances from eq.
var inverse = [...]byte{1, 0, 8, 9, 6, 7, 4, 5, 2, 3}

// compare adds a comparison of integers.
func (f *Func) compare(op byte) {
	f.hide(op)
	f.op(op)
	f.compared = len(f.code)
}

// invert negates the condition on the stack if it is a comparison of integers, and
// reports whether it did.
func (f *Func) invert() bool {
	if f.compared == 0 || f.compared != len(f.code) {
		return false
	}
	switch op := &f.code[len(f.code)-1]; {
	case *op == opI32Eqz:
		f.code = f.code[:len(f.code)-1]
	case *op == opI64Eqz:
		f.code = f.code[:len(f.code)-1]
		f.I64Const(0)
		f.I64Ne()
	case *op >= opI64Eq:
		*op = opI64Eq + inverse[*op-opI64Eq]
	default:
		*op = opI32Eq + inverse[*op-opI32Eq]
	}
	return true
}

// BrTable takes a number and branches to the label with that number, or to other.
func (f *Func) BrTable(labels []Label, other Label) {
	f.op(0x0e)
	f.immediate(uint64(len(labels)))
	for _, l := range append(labels[:len(labels):len(labels)], other) {
		f.immediate(uint64(f.depth() - l))
	}
}

// Return returns what is on the stack.
func (f *Func) Return() { f.op(0x0f) }

// Unreachable traps.
func (f *Func) Unreachable() { f.op(0x00) }

// ---- calls ----

// Call calls a function of the module.
func (f *Func) Call(g *Func) {
	f.op(0x10)
	f.calls = append(f.calls, callAt{len(f.code), g})
}

// CallIndirect takes a table index and calls the function there, which must have the
// signature.
func (f *Func) CallIndirect(s Signature) {
	f.op(0x11)
	f.immediate(uint64(f.module.typeIndex(s)))
	f.op(0)
}

// ---- variables and constants ----

// LocalGet pushes a variable's value.
func (f *Func) LocalGet(l Local) {
	f.op(0x20)
	f.immediate(uint64(l))
	f.plain()
	if f.masks.locals[l] {
		f.masked()
	}
}

// LocalSet pops a value into a variable.
func (f *Func) LocalSet(l Local) {
	f.stores(l)
	f.op(0x21)
	f.immediate(uint64(l))
}

// LocalTee stores the top of the stack in a variable.
func (f *Func) LocalTee(l Local) {
	f.stores(l)
	f.op(0x22)
	f.immediate(uint64(l))
	f.plain()
	if f.masks.locals[l] {
		f.masked()
	}
}

const opI32Const = 0x41

// I32Const pushes a constant.
//
// An offset of 2 GiB or more is the end of a constant of 64 bits: wazero 1.12 takes a
// constant of 32 bits for a signed one where it folds it into an address. There is no
// memory in the last 64 KiB, whose offsets are those of small negative numbers.
func (f *Func) I32Const(v int32) {
	if v < -1<<16 {
		f.I64Const(int64(uint32(v)))
		f.I32WrapI64()
		return
	}
	f.op(opI32Const)
	f.code = signed(f.code, int64(v))
	if v == 0 {
		f.plain()
	}
}

// I64Const pushes a constant.
func (f *Func) I64Const(v int64) {
	f.op(0x42)
	f.code = signed(f.code, v)
	if v == 0 {
		f.plain()
	}
}

// F32Const pushes a constant.
func (f *Func) F32Const(v float32) {
	f.op(0x43)
	f.code = binary.LittleEndian.AppendUint32(f.code, math.Float32bits(v))
}

// F64Const pushes a constant.
func (f *Func) F64Const(v float64) {
	f.op(0x44)
	f.code = binary.LittleEndian.AppendUint64(f.code, math.Float64bits(v))
}

// Zero pushes the zero of a type.
func (f *Func) Zero(t Type) {
	switch t {
	case I32:
		f.I32Const(0)
	case I64:
		f.I64Const(0)
	case F32:
		f.F32Const(0)
	case F64:
		f.F64Const(0)
	}
}

// Drop pops a value.
func (f *Func) Drop() { f.op(0x1a) }

// Select takes two values and a condition: the first value if it isn't 0.
func (f *Func) Select() { f.op(0x1b) }

// ---- tables and blocks of memory ----

// RefNull pushes the null function.
func (f *Func) RefNull() { f.op(0xd0, funcRef) }

// TableSet takes an entry's number and a function.
func (f *Func) TableSet() { f.op(0x26, 0) }

// TableGrow takes a function and a number of entries to add, and pushes the old size, or
// -1.
func (f *Func) TableGrow() { f.op(0xfc, 15, 0) }

// MemoryCopy takes a destination, a source and a number of bytes; they may overlap.
func (f *Func) MemoryCopy() { f.op(0xfc, 10, 0, 0) }

// MemoryFill takes a destination, a byte and a count.
func (f *Func) MemoryFill() { f.op(0xfc, 11, 0) }
