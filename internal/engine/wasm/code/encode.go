package code

import "fmt"

// The numbers of sections.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	tableSection    = 4
	memorySection   = 5
	exportSection   = 7
	elementSection  = 9
	codeSection     = 10
)

// What is imported and exported.
const (
	functions = 0
	tables    = 1
	memories  = 2
)

const (
	functionType = 0x60
	funcRef      = 0x70
	hasMaximum   = 1
	end          = 0x0b
)

// Encode is the module in the binary format. It panics if a function isn't properly ended
// or calls one that was dropped, which is a mistake of the caller's.
func (m *Module) Encode() []byte {
	for _, f := range m.funcs { // their types come first
		m.typeIndex(f.Signature)
	}
	imports := m.importEntries()
	m.number()
	out := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	out = section(out, typeSection, m.typeEntries())
	out = section(out, importSection, imports)
	out = section(out, functionSection, m.funcEntries())
	if m.table != nil && m.tableFrom == nil {
		out = section(out, tableSection, [][]byte{m.tableEntry()})
	}
	if m.memory != nil && m.memoryFrom == nil {
		out = section(out, memorySection, [][]byte{m.memory.encode()})
	}
	out = section(out, exportSection, m.exports())
	out = section(out, elementSection, m.elementEntries())
	return section(out, codeSection, m.bodies())
}

// number gives functions their indices, imports first.
func (m *Module) number() {
	for i, f := range append(m.imports[:len(m.imports):len(m.imports)], m.funcs...) {
		f.index, f.numbered = uint32(i), true
	}
}

func section(out []byte, id byte, entries [][]byte) []byte {
	if len(entries) == 0 {
		return out
	}
	n := len(unsigned(nil, uint64(len(entries))))
	for _, e := range entries {
		n += len(e)
	}
	out = unsigned(append(out, id), uint64(n))
	out = unsigned(out, uint64(len(entries)))
	for _, e := range entries {
		out = append(out, e...)
	}
	return out
}

func (m *Module) typeEntries() (out [][]byte) {
	for _, s := range m.types {
		b := unsigned([]byte{functionType}, uint64(len(s.Params)))
		b = append(b, typeBytes(s.Params)...)
		b = unsigned(b, uint64(len(s.Results)))
		out = append(out, append(b, typeBytes(s.Results)...))
	}
	return out
}

func typeBytes(ts []Type) []byte {
	b := make([]byte, len(ts))
	for i, t := range ts {
		b[i] = byte(t)
	}
	return b
}

func (m *Module) importEntries() (out [][]byte) {
	for _, f := range m.imports {
		b := append(f.from.encode(), functions)
		out = append(out, unsigned(b, uint64(m.typeIndex(f.Signature))))
	}
	const noMaximum, atLeast = 0, 0
	if m.tableFrom != nil {
		out = append(out, append(m.tableFrom.encode(), tables, funcRef, noMaximum, atLeast))
	}
	if m.memoryFrom != nil {
		out = append(out, append(m.memoryFrom.encode(), memories, noMaximum, atLeast))
	}
	return out
}

func (n importName) encode() []byte { return text(text(nil, n.module), n.name) }

func (m *Module) tableEntry() []byte { return append([]byte{funcRef}, m.table.encode()...) }

func (l *limits) encode() []byte {
	return unsigned(unsigned([]byte{hasMaximum}, uint64(l.min)), uint64(l.max))
}

func (m *Module) funcEntries() (out [][]byte) {
	for _, f := range m.funcs {
		out = append(out, unsigned(nil, uint64(m.typeIndex(f.Signature))))
	}
	return out
}

func (m *Module) exports() (out [][]byte) {
	for _, f := range m.funcs {
		if f.Name != "" {
			out = append(out, unsigned(append(text(nil, f.Name), functions), uint64(f.index)))
		}
	}
	return out
}

// elementEntries are active segments, one for each run of entries.
func (m *Module) elementEntries() (out [][]byte) {
	for i := 0; i < len(m.elements); {
		j := i + 1
		for j < len(m.elements) && m.elements[j].at == m.elements[j-1].at+1 {
			j++
		}
		b := append(signed([]byte{0, opI32Const}, int64(int32(m.elements[i].at))), end)
		b = unsigned(b, uint64(j-i))
		for _, e := range m.elements[i:j] {
			b = unsigned(b, uint64(e.f.index))
		}
		out = append(out, b)
		i = j
	}
	return out
}

// bodies encodes the functions.
func (m *Module) bodies() (out [][]byte) {
	for _, f := range m.funcs {
		b := append(f.localEntries(), f.body()...)
		b = append(b, end)
		out = append(out, append(unsigned(nil, uint64(len(b))), b...))
	}
	return out
}

// localEntries declares the locals, by runs of one type.
func (f *Func) localEntries() []byte {
	var b []byte
	runs := 0
	for i := 0; i < len(f.locals); {
		j := i
		for j < len(f.locals) && f.locals[j] == f.locals[i] {
			j++
		}
		b = append(unsigned(b, uint64(j-i)), byte(f.locals[i]))
		runs++
		i = j
	}
	return append(unsigned(nil, uint64(runs)), b...)
}

// body is the code with the indices of the functions that it calls.
func (f *Func) body() []byte {
	if f.depth() != 0 {
		panic(fmt.Sprintf("code: %s has %d blocks that aren't ended", f.Name, f.depth()))
	}
	out := make([]byte, 0, len(f.code)+2*len(f.calls))
	at := 0
	for _, c := range f.calls {
		if !c.f.numbered || c.f.module != f.module {
			panic(fmt.Sprintf("code: %s calls %s, which isn't in the module", f.Name, c.f.Name))
		}
		out = append(out, f.code[at:c.at]...)
		out = unsigned(out, uint64(c.f.index))
		at = c.at
	}
	return append(out, f.code[at:]...)
}

// unsigned appends a number in LEB128.
func unsigned(b []byte, v uint64) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

// signed appends a number in signed LEB128.
func signed(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

func text(b []byte, s string) []byte { return append(unsigned(b, uint64(len(s))), s...) }
