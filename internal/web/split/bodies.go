package split

import "fmt"

// The instructions that are written, or whose operands aren't just numbers.
const (
	opBlock        = 0x02
	opIf           = 0x04
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opCall         = 0x10
	opCallIndirect = 0x11
	opLocalGet     = 0x20
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opLoad         = 0x28 // the first that reads or writes memory
	opStore        = 0x3e // the last
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opI32Eqz       = 0x45
	opSignExtend   = 0xc4 // the last that has no operands in the code
	opMore         = 0xfc // and a number

	nothing = 0x40 // the type of a block without a result
)

// eachCall calls f for each function that a body calls by its number.
func eachCall(body []byte, f func(callee uint32)) error {
	_, err := rewrite(body, func(_ *encoder, callee uint32) { f(callee) })
	return err
}

// rewrite copies a body, except that call writes each call of a function by its number.
func rewrite(body []byte, call func(out *encoder, callee uint32)) (encoder, error) {
	d := &decoder{data: body}
	out := make(encoder, 0, len(body)+len(body)/8)
	out = append(out, d.since(d.locals)...)
	from := d.data
	for d.err == nil && len(d.data) > 0 {
		before := len(d.data)
		if d.data[0] != opCall {
			d.instruction()
			continue
		}
		out = append(out, from[:len(from)-before]...)
		d.byte()
		call(&out, d.readU32())
		from = d.data
	}
	if d.err != nil {
		return nil, d.err
	}
	return append(out, from...), nil
}

// locals passes the declarations of variables.
func (d *decoder) locals() {
	d.eachElement(func() {
		d.readU32()
		d.byte()
	})
}

// instruction passes an instruction.
func (d *decoder) instruction() {
	switch op := d.byte(); {
	case op == opBrTable:
		d.eachElement(d.skipNumber)
		d.skipNumber()
	case op >= opBlock && op <= opIf, op == opBr, op == opBrIf, op >= opLocalGet && op <= opGlobalSet,
		op == opI32Const, op == opI64Const, op == opMemorySize, op == opMemoryGrow:
		d.skipNumber()
	case op == opCallIndirect, op >= opLoad && op <= opStore:
		d.skipNumber()
		d.skipNumber()
	case op == opF32Const:
		d.bytes(4)
	case op == opF64Const:
		d.bytes(8)
	case op == opMore:
		d.more()
	case op > opSignExtend, op > opGlobalSet && op < opLoad, op > 0x11 && op < 0x1a, op > 0x1b && op < opLocalGet, op > 0x05 && op < opEnd:
		d.failWith(fmt.Sprintf("instruction %#x, which Go's programs don't have", op))
	}
}

// more passes an instruction of two numbers: conversions that saturate, and those on many
// bytes.
func (d *decoder) more() {
	const saturating, memoryCopy, memoryFill = 7, 10, 11
	switch op := d.readU32(); {
	case op <= saturating:
	case op == memoryCopy:
		d.bytes(2)
	case op == memoryFill:
		d.bytes(1)
	default:
		d.failWith(fmt.Sprintf("instruction %#x %d, which Go's programs don't have", opMore, op))
	}
}
