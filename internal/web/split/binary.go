package split

import (
	"encoding/binary"
	"errors"
)

// decoder reads the remaining bytes of a module or a part of it. After an error it reads zeros.
type decoder struct {
	data []byte
	err  error
}

func (d *decoder) failWith(why string) {
	if d.err == nil {
		d.err = errors.New(why)
	}
	d.data = nil
}

func (d *decoder) bytes(n uint32) []byte {
	if uint64(n) > uint64(len(d.data)) {
		d.failWith("it ends too early")
		return nil
	}
	b := d.data[:n:n]
	d.data = d.data[n:]
	return b
}

func (d *decoder) byte() byte {
	if b := d.bytes(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

// readU32 reads an unsigned number of 32 bits.
func (d *decoder) readU32() uint32 {
	n, size := binary.Uvarint(d.data)
	if size <= 0 || n > 1<<32-1 {
		d.failWith("a number that is cut or too large")
		return 0
	}
	d.data = d.data[size:]
	return uint32(n)
}

// skipNumber passes a number of any kind.
func (d *decoder) skipNumber() {
	for d.byte()&0x80 != 0 {
	}
}

func (d *decoder) readString() string { return string(d.bytes(d.readU32())) }

// eachElement reads a list.
func (d *decoder) eachElement(read func()) {
	for n := d.readU32(); n > 0 && d.err == nil; n-- {
		read()
	}
}

// since is what read reads, as it is encoded.
func (d *decoder) since(read func()) string {
	before := d.data
	read()
	return string(before[:len(before)-len(d.data)])
}

func (d *decoder) functionType() string {
	return d.since(func() {
		d.byte()
		d.bytes(d.readU32())
		d.bytes(d.readU32())
	})
}

func (d *decoder) limits() {
	if d.byte()&1 != 0 {
		d.readU32()
	}
	d.readU32()
}

// readConstant reads an expression that is a number, and gives it as one of 32 bits.
func (d *decoder) readConstant() (n uint32) {
	op := d.byte()
	switch op {
	case opI32Const, opI64Const:
		for shift := 0; ; shift += 7 {
			b := d.byte()
			n |= uint32(b&0x7f) << shift
			if b&0x80 == 0 {
				break
			}
		}
	default:
		d.failWith("a constant that isn't a number, which Go's programs don't have")
	}
	if d.byte() != opEnd {
		d.failWith("a constant without its end")
	}
	return n
}

// encoder is a module, or a part of it, that is being written.
type encoder []byte

func uvarint(n uint32) encoder { return binary.AppendUvarint(nil, uint64(n)) }

func encodeName(s string) encoder { return append(uvarint(uint32(len(s))), s...) }

// sized writes something behind its length.
func (e *encoder) sized(part encoder) {
	*e = append(append(*e, uvarint(uint32(len(part)))...), part...)
}

func (e *encoder) encodeSection(id byte, content []byte) {
	*e = append(*e, id)
	e.sized(content)
}

// extended writes a section with one more element in its list.
func (e *encoder) extended(s section, more ...encoder) {
	d := decoder{data: s.content}
	content := uvarint(d.readU32() + 1)
	content = append(content, d.data...)
	for _, part := range more {
		content = append(content, part...)
	}
	e.encodeSection(s.id, content)
}

func (e *encoder) export(n string, kind byte, index uint32) {
	*e = append(append(append(*e, encodeName(n)...), kind), uvarint(index)...)
}

func (e *encoder) encodeImport(n string, kind byte, typ string) {
	*e = append(append(append(append(*e, encodeName(firstName)...), encodeName(n)...), kind), typ...)
}

// encodeRun begins a list of n functions that are next to each other in the table.
func (e *encoder) encodeRun(slot uint32, n int) {
	*e = append(*e, 0)
	e.encodeConstant(slot)
	*e = append(append(*e, opEnd), uvarint(uint32(n))...)
}

// encodeConstant writes the instruction that has a number of 32 bits as its result.
func (e *encoder) encodeConstant(n uint32) {
	*e = append(*e, opI32Const)
	v := int32(n)
	for {
		b := byte(v & 0x7f)
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			*e = append(*e, b)
			return
		}
		*e = append(*e, b|0x80)
	}
}

func (e *encoder) encodeCall(f uint32) { *e = append(append(*e, opCall), uvarint(f)...) }

// indirect writes a call by the table.
func (e *encoder) indirect(kind uint32) {
	*e = append(append(append(*e, opCallIndirect), uvarint(kind)...), 0)
}
