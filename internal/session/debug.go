package session

import (
	"context"
	"encoding/json"
	"errors"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/core"
	"riffle/internal/debugger"
	"riffle/internal/magic"
	"riffle/internal/rt"
)

// Debug answers a request of the debug adapter protocol, also while a cell runs. Events
// go to Options.DebugEvent.
func (s *Session) Debug(request json.RawMessage) json.RawMessage { return s.debugger.Handle(request) }

// newDebugger makes the session's debugger.
func (s *Session) newDebugger(event func(json.RawMessage)) *debugger.Debugger {
	if event == nil {
		event = func(json.RawMessage) {}
	}
	return debugger.New(debugged{s}, func() *rt.Runtime { return s.rt }, event)
}

// debugged is the session as its debugger sees it.
type debugged struct{ s *Session }

var _ debugger.World = debugged{}

// Place finds a position in the user's source.
func (w debugged) Place(pos token.Pos) (source string, line int, ok bool) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	return w.s.compiler.Origin(pos)
}

// Lines are those on which a statement begins in a cell, magics apart.
func (w debugged) Lines(source string) ([]int, error) {
	src := &cell.Source{Text: source}
	parts := []magic.Part{{End: len(source)}}
	if magic.May(source) {
		parts, _ = w.s.magics.Cut(source)
	}
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	var all []int
	for _, p := range parts {
		for _, g := range p.Go() {
			lines, errs := w.s.compiler.StatementLines(src.Window(g.Start, g.End))
			if errs != nil {
				return nil, compileError(errs)
			}
			all = append(all, lines...)
		}
	}
	return all, nil
}

// Eval evaluates a source while a cell is paused.
func (w debugged) Eval(source string, locals []debugger.Variable) (any, bool, error) {
	s := w.s
	vs := make([]cell.Variable, len(locals))
	for i, l := range locals {
		vs[i] = cell.Variable{Name: l.Name, Type: l.Type.(types.Type), Var: &core.Var{Kind: core.Global, Memory: &l.Address}}
	}
	s.mu.Lock()
	unit, errs := s.compiler.CompileAmong(context.Background(), &cell.Source{Text: source}, vs)
	s.mu.Unlock()
	if errs != nil {
		return nil, false, errors.New(errs[0].Message)
	}
	// Tracked, it can be given up; it is interpreted, since it runs once.
	program := s.debugger.Expression(unit.Program, source)
	program.Main().Hooked = true
	code, cerr := s.loadProgram(unit, program)
	if cerr != nil {
		return nil, false, cerr
	}
	s.rt.Shown()
	if cerr := s.callGuarded(code); cerr != nil {
		return nil, false, errors.New(cerr.Message)
	}
	shown := s.rt.Shown()
	if len(shown) == 0 {
		return nil, unit.Shows, nil
	}
	return shown[0], true, nil
}

// Globals are the variables of the running cell, and all of the session's.
func (w debugged) Globals() (own, all []debugger.Variable) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	for _, v := range w.s.compiler.Variables() {
		x := debugger.Variable{Name: v.Name, Type: v.Type, Address: w.s.store.Global(v.Var).Addr().Interface()}
		all = append(all, x)
		if v.Cell == w.s.n {
			own = append(own, x)
		}
	}
	return own, all
}

// Value is a variable's.
func (w debugged) Value(typ, address any) reflect.Value { return w.s.rt.At(typ.(types.Type), address) }

// TypeText is a type as the user writes it.
func (w debugged) TypeText(t reflect.Type) string {
	return strings.NewReplacer("main.", "", "interface {}", "any").Replace(t.String())
}

// Text is a value in one line.
func (w debugged) Text(v any) string { return w.s.short(v) }

// List is the text of a list on one line, "" for any other value.
func (w debugged) List(v any) string { return w.s.listText(v) }

// Show draws a value.
func (w debugged) Show(v any) (data, metadata map[string]any) {
	b := w.s.drawValue(v, w.s.formatValue(v))
	return b.Data, b.Metadata
}

// Print writes a line into the cell's output.
func (w debugged) Print(line string) { w.s.stdout.Write([]byte(strings.TrimSuffix(line, "\n") + "\n")) }

// Changed makes the session look up the methods of values in interfaces again.
func (w debugged) Changed() { w.s.rt.Sweep() }

// followedProgram is a unit's program as it should run now.
func (s *Session) followedProgram(unit *cell.Unit) *core.Program {
	if unit.Frames {
		s.debugger.Keep()
	}
	program := s.measured(unit.Program)
	if !s.debugger.Active() {
		return program
	}
	return s.debugger.Program(program)
}
