// Package split divides a WebAssembly program that Go has linked into two modules: a first
// part with the functions that a first value needs, and the rest, which is fetched when one
// of its functions is first called. Call [Split].
//
// A function that moves to the rest leaves a stub behind, so that all functions keep their
// numbers. The stub calls the function by the table of Go's indirect calls, in which the
// rest enters its functions when it is instantiated. The first call of a stub has that done
// by riffle.rest, a function that the program imports:
//
//	enter(block, slot):
//	  if not here { rest(); here = 1 }
//	  call function slot of the table with block
//
// Nothing else changes. The rest shares the program's memory, with the goroutines' stacks
// and all data, and the globals that hold Go's registers. A function of the rest calls
// those of the rest by their numbers and all others by the table.
package split

import (
	"crypto/sha256"
	"errors"
	"fmt"
)

// Split divides a program whose functions still have names. Those that later selects move
// to the rest, except functions that are exported, call JavaScript or aren't Go's. The
// parts have no names.
//
// The rest imports the exports of the first part, as a module named "first". One of them
// is named after the program, so that the parts of different programs can't be joined.
// Code that instantiates the rest unasked sets the global "here" of the first part to 1.
func Split(program []byte, later func(name string) bool) (first, rest []byte, err error) {
	p, err := readProgram(program)
	if err != nil {
		return nil, nil, fmt.Errorf("WebAssembly program: %w", err)
	}
	if len(p.names) == 0 {
		return nil, nil, errors.New("WebAssembly program: its functions have no names: link it without -s")
	}
	d := &division{program: p, id: fmt.Sprintf("%x", sha256.Sum256(program))[:16], moved: map[uint32]uint32{}}
	if err := d.chooseRest(later); err != nil {
		return nil, nil, fmt.Errorf("WebAssembly program: %w", err)
	}
	first, err = d.first()
	if err != nil {
		return nil, nil, err
	}
	rest, err = d.restModule()
	return first, rest, err
}

// division is a program and where each of its functions goes.
type division struct {
	*program
	id    string
	moved map[uint32]uint32 // functions that move to the rest, and their numbers there
	order []uint32          // the same in their order
}

// chooseRest chooses the functions of the rest.
func (d *division) chooseRest(later func(name string) bool) error {
	for i, body := range d.bodies {
		f := d.imported + uint32(i)
		if !later(d.names[f]) || d.types[d.kinds[i]] != goFunction || d.exported[f] {
			continue
		}
		if _, ok := d.slots[f]; !ok {
			continue
		}
		movable := true
		err := eachCall(body, func(callee uint32) {
			_, ok := d.slots[callee]
			movable = movable && ok
		})
		if err != nil {
			return fmt.Errorf("%s: %w", d.names[f], err)
		}
		if movable {
			d.moved[f] = uint32(len(d.order))
			d.order = append(d.order, f)
		}
	}
	return nil
}

// The names that the parts know each other by.
const (
	firstName = "first" // the module whose exports the rest imports
	hereName  = "here"  // the global that says whether the rest is loaded
	hostName  = "riffle"
	restName  = "rest" // hostName's function that loads it
	tableName = "table"
)

// first encodes the program without the functions that are moved to the rest.
func (d *division) first() ([]byte, error) {
	call, enter := uint32(len(d.types)), uint32(len(d.types))+1
	numbers := uint32(d.imported) + 1 + uint32(len(d.kinds)) // of enter
	out := encoder(magic)
	for _, s := range d.sections {
		switch s.id {
		case customID:
			if !s.isCustom(namesSection) {
				out.encodeSection(s.id, s.content)
			}
		case typeID:
			out.encodeSection(s.id, d.allTypes())
		case importID:
			out.extended(s, encodeName(hostName), encodeName(restName), encoder{0}, uvarint(call))
		case functionID:
			out.extended(s, uvarint(enter))
		case globalID:
			out.extended(s, encoder{i32, 1, opI32Const, 0, opEnd})
		case exportID:
			out.encodeSection(s.id, d.exports())
		case elementID:
			out.encodeSection(s.id, d.tableElements())
		case codeID:
			code, err := d.firstBodies(numbers)
			if err != nil {
				return nil, err
			}
			out.encodeSection(s.id, code)
		default:
			out.encodeSection(s.id, s.content)
		}
	}
	return out, nil
}

// shiftedNumber is a function's number in the first part, which imports one more.
func (d *division) shiftedNumber(f uint32) uint32 {
	if f < d.imported {
		return f
	}
	return f + 1
}

// allTypes are the program's types and those of rest and enter, in both parts.
func (d *division) allTypes() encoder {
	out := uvarint(uint32(len(d.types)) + 2)
	for _, t := range d.types {
		out = append(out, t...)
	}
	return append(out, "\x60\x00\x00"+"\x60\x02\x7f\x7f\x01\x7f"...)
}

// exports are the program's exports, and those that the rest imports.
func (d *division) exports() encoder {
	out := uvarint(uint32(len(d.exportList) + len(d.globals) + 2))
	for _, e := range d.exportList {
		out.export(e.name, e.kind, d.renumbered(e))
	}
	out.export(tableName+" "+d.id, tableKind, 0)
	for i := range d.globals {
		out.export(globalName(i), globalKind, uint32(i))
	}
	out.export(hereName, globalKind, uint32(len(d.globals)))
	return out
}

func (d *division) renumbered(e export) uint32 {
	if e.kind == functionKind {
		return d.shiftedNumber(e.index)
	}
	return e.index
}

func globalName(i int) string { return fmt.Sprint("global ", i) }

// tableElements are the table's.
func (d *division) tableElements() encoder {
	out := uvarint(uint32(len(d.runs)))
	for _, r := range d.runs {
		out.encodeRun(r.slot, len(r.functions))
		for _, f := range r.functions {
			out = append(out, uvarint(d.shiftedNumber(f))...)
		}
	}
	return out
}

// firstBodies are those of the first part's functions, of which enter is the last.
func (d *division) firstBodies(enter uint32) (encoder, error) {
	out := uvarint(uint32(len(d.bodies)) + 1)
	for i, body := range d.bodies {
		f := d.imported + uint32(i)
		if _, ok := d.moved[f]; ok {
			stub := encoder{0, opLocalGet, 0}
			stub.encodeConstant(d.slots[f])
			stub.encodeCall(enter)
			out.sized(append(stub, opEnd))
			continue
		}
		moved, err := rewrite(body, func(out *encoder, callee uint32) { out.encodeCall(d.shiftedNumber(callee)) })
		if err != nil {
			return nil, err
		}
		out.sized(moved)
	}
	here := uint32(len(d.globals))
	body := encoder{0, opGlobalGet}
	body = append(append(body, uvarint(here)...), opI32Eqz, opIf, nothing)
	body.encodeCall(d.imported) // rest
	body.encodeConstant(1)
	body = append(append(append(body, opGlobalSet), uvarint(here)...), opEnd, opLocalGet, 0, opLocalGet, 1)
	body.indirect(d.kindOfGo())
	out.sized(append(body, opEnd))
	return out, nil
}

// kindOfGo is the type of Go's functions.
func (d *division) kindOfGo() uint32 {
	for i, t := range d.types {
		if t == goFunction {
			return uint32(i)
		}
	}
	return 0 // nothing is moved
}

// restModule encodes the module of the functions that are moved to the rest.
func (d *division) restModule() ([]byte, error) {
	out := encoder(magic)
	out.encodeSection(typeID, d.allTypes())
	imports := uvarint(uint32(len(d.globals) + 2))
	imports.encodeImport(memoryName, memoryKind, d.memory)
	imports.encodeImport(tableName+" "+d.id, tableKind, d.table)
	for i, g := range d.globals {
		imports.encodeImport(globalName(i), globalKind, g)
	}
	out.encodeSection(importID, imports)
	kinds, bodies := uvarint(uint32(len(d.order))), uvarint(uint32(len(d.order)))
	for _, f := range d.order {
		kinds = append(kinds, uvarint(d.kinds[f-d.imported])...)
		body, err := rewrite(d.bodies[f-d.imported], d.callFromRest)
		if err != nil {
			return nil, err
		}
		bodies.sized(body)
	}
	out.encodeSection(functionID, kinds)
	out.encodeSection(elementID, d.restElements())
	out.encodeSection(codeID, bodies)
	return out, nil
}

// callFromRest writes a call of one of the program's functions.
func (d *division) callFromRest(out *encoder, callee uint32) {
	if number, ok := d.moved[callee]; ok {
		out.encodeCall(number)
		return
	}
	out.encodeConstant(d.slots[callee])
	out.indirect(d.kinds[callee-d.imported])
}

// restElements puts the rest's functions into the table.
func (d *division) restElements() encoder {
	var runs [][]uint32
	for i, f := range d.order {
		if i == 0 || d.slots[f] != d.slots[d.order[i-1]]+1 {
			runs = append(runs, nil)
		}
		last := len(runs) - 1
		runs[last] = append(runs[last], f)
	}
	out := uvarint(uint32(len(runs)))
	for _, r := range runs {
		out.encodeRun(d.slots[r[0]], len(r))
		for _, f := range r {
			out = append(out, uvarint(d.moved[f])...)
		}
	}
	return out
}
