package split

import (
	"errors"
	"fmt"
)

// magic is what a module begins with.
const magic = "\x00asm\x01\x00\x00\x00"

// The numbers of sections.
const (
	customID = iota
	typeID
	importID
	functionID
	tableID
	memoryID
	globalID
	exportID
	startID
	elementID
	codeID
)

// The kinds of imports and exports.
const (
	functionKind = iota
	tableKind
	memoryKind
	globalKind
)

const (
	namesSection = "name" // the custom section
	memoryName   = "mem"  // what Go exports its memory as
	goFunction   = "\x60\x01\x7f\x01\x7f"
	i32          = 0x7f
)

// program is a decoded module.
type program struct {
	sections   []section
	types      []string // as they are encoded
	imported   uint32   // functions
	kinds      []uint32 // the types of the other functions
	table      string   // its type
	memory     string   // its type
	globals    []string // their types
	exportList []export
	exported   map[uint32]bool // functions
	runs       []run
	slots      map[uint32]uint32 // the places of functions in the table
	bodies     [][]byte
	names      map[uint32]string // of functions
}

type section struct {
	id      byte
	content []byte
}

// isCustom reports whether it is the custom section of that name.
func (s section) isCustom(name string) bool {
	r := decoder{data: s.content}
	return r.readString() == name
}

type export struct {
	name  string
	kind  byte
	index uint32
}

// run are functions that are next to each other in the table.
type run struct {
	slot      uint32
	functions []uint32
}

// readProgram reads a module of the form that Go's linker writes.
func readProgram(data []byte) (*program, error) {
	p := &program{exported: map[uint32]bool{}, slots: map[uint32]uint32{}, names: map[uint32]string{}}
	d := &decoder{data: data}
	if string(d.bytes(uint32(len(magic)))) != magic {
		return nil, errors.New("it has another beginning")
	}
	for d.err == nil && len(d.data) > 0 {
		s := section{id: d.byte()}
		s.content = d.bytes(d.readU32())
		if d.err != nil {
			break
		}
		p.sections = append(p.sections, s)
		in := &decoder{data: s.content}
		if err := p.readSection(s, in); err != nil {
			return nil, fmt.Errorf("section %d: %w", s.id, err)
		}
	}
	if d.err != nil {
		return nil, d.err
	}
	return p, p.checkNumbers()
}

// readSection reads a section.
func (p *program) readSection(s section, in *decoder) error {
	switch s.id {
	case customID:
		if in.readString() == namesSection {
			p.readNames(in)
		}
	case typeID:
		in.eachElement(func() { p.types = append(p.types, in.functionType()) })
	case importID:
		in.eachElement(func() { p.readImport(in) })
	case functionID:
		in.eachElement(func() { p.kinds = append(p.kinds, in.readU32()) })
	case tableID:
		in.eachElement(func() { p.table = in.since(func() { in.byte(); in.limits() }) })
	case memoryID:
		in.eachElement(func() { p.memory = in.since(in.limits) })
	case globalID:
		in.eachElement(func() {
			p.globals = append(p.globals, in.since(func() { in.byte(); in.byte() }))
			in.readConstant()
		})
	case exportID:
		in.eachElement(func() { p.readExport(in) })
	case startID:
		return errors.New("a start function, which Go's programs don't have")
	case elementID:
		in.eachElement(func() { p.readRun(in) })
	case codeID:
		in.eachElement(func() { p.bodies = append(p.bodies, in.bytes(in.readU32())) })
	}
	return in.err
}

func (p *program) readImport(in *decoder) {
	in.readString()
	in.readString()
	if in.byte() != functionKind {
		in.failWith("an import that is no function, which Go's programs don't have")
	}
	in.readU32()
	p.imported++
}

func (p *program) readExport(in *decoder) {
	e := export{name: in.readString(), kind: in.byte(), index: in.readU32()}
	p.exportList = append(p.exportList, e)
	if e.kind == functionKind {
		p.exported[e.index] = true
	}
}

func (p *program) readRun(in *decoder) {
	if in.readU32() != 0 {
		in.failWith("elements that aren't a table's functions, which Go's programs don't have")
	}
	r := run{slot: in.readConstant()}
	in.eachElement(func() {
		f := in.readU32()
		p.slots[f] = r.slot + uint32(len(r.functions))
		r.functions = append(r.functions, f)
	})
	p.runs = append(p.runs, r)
}

// readNames reads the names of functions.
func (p *program) readNames(in *decoder) {
	const functions = 1
	for in.err == nil && len(in.data) > 0 {
		kind := in.byte()
		part := &decoder{data: in.bytes(in.readU32())}
		if kind == functions {
			part.eachElement(func() { p.names[part.readU32()] = part.readString() })
			in.err = errors.Join(in.err, part.err)
		}
	}
}

// checkNumbers checks that all indices are in range.
func (p *program) checkNumbers() error {
	if len(p.kinds) != len(p.bodies) {
		return fmt.Errorf("%d functions with %d bodies", len(p.kinds), len(p.bodies))
	}
	for _, k := range p.kinds {
		if int(k) >= len(p.types) {
			return fmt.Errorf("a function of type %d of %d", k, len(p.types))
		}
	}
	for f := range p.slots {
		if f < p.imported || int(f-p.imported) >= len(p.kinds) {
			return fmt.Errorf("function %d is in the table, of %d", f, len(p.kinds))
		}
	}
	return nil
}
