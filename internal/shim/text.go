package shim

import (
	"fmt"
	"reflect"
	"strings"

	"riffle/internal/display/linked"
	"riffle/internal/display/plain"
	"riffle/internal/display/table"
	"riffle/internal/display/tabular"
	"riffle/internal/rt"
)

// Text is a value as a cell displays it: like %+v, with strings quoted, and with what
// pointers point to.
func (l *Library) Text(v any) string { return l.TextUpTo(v, 0) }

// TextUpTo is Text, cut off after about limit bytes if that isn't 0.
func (l *Library) TextUpTo(v any, limit int) string {
	style := l.style()
	style.Limit = limit
	if x, ok := v.(reflect.Value); ok {
		return style.Cut(fmt.Sprintf("%+v", x))
	}
	return style.Text(v)
}

// Table is a value as a table, nil if it isn't one: structs, records, rows of numbers,
// a map or a matrix. What has its own text isn't taken apart.
func (l *Library) Table(v any) *table.Table { return tabular.Table(v, l.style()) }

// Nodes are the nodes of a list, tree or graph of the program's, nil for another value.
func (l *Library) Nodes(v any, limit int) *linked.Graph { return l.linked(linked.Of, v, limit) }

// Elements are those of a list or ring of the library, nil for another value.
func (l *Library) Elements(v any) *linked.Graph { return l.linked(linked.Elements, v, 0) }

// Heap is a heap of the program's as a tree, nil for another value.
func (l *Library) Heap(v any) *linked.Graph { return l.linked(linked.Heap, v, 0) }

// linked finds nodes. Those that a goroutine changes meanwhile may be none.
func (l *Library) linked(find func(any, plain.Style) *linked.Graph, v any, limit int) (g *linked.Graph) {
	defer func() {
		if x := recover(); rt.Unstoppable(x) {
			panic(x)
		} else if x != nil {
			g = nil
		}
	}()
	style := l.style()
	style.Limit = limit
	return find(v, style)
}

func (l *Library) style() plain.Style { return plain.Style{Own: l.ownText, Enter: rt.Nested} }

// ownText is the text of a value that prints itself. What its method panics with is in the
// text, as with package fmt, unless it ends the cell.
func (l *Library) ownText(v any) (text string) {
	if rt.TypeOf(v) == nil {
		if _, ok := v.(error); ok && rt.HoldsItself(v) {
			return "(an error that wraps itself)"
		}
		return nilText(v, fmt.Sprint(v))
	}
	var s textState
	method := ""
	defer func() {
		x := recover()
		switch {
		case x == nil:
			return
		case rt.Unstoppable(x):
			panic(x)
		}
		l.rt.Left()
		text = nilText(v, "<nil>")
		if text == "nil" {
			return
		}
		text = s.String() + fmt.Sprintf("%%!v(PANIC=%s method: %v)", method, l.rt.Translate(x))
	}()
	switch v := v.(type) {
	case fmt.Formatter:
		method = "Format"
		v.Format(&s, 'v')
		return s.String()
	case error:
		method = "Error"
		return v.Error()
	case fmt.Stringer:
		method = "String"
		return v.String()
	}
	return fmt.Sprint(v)
}

// nilText is the text of a value, or nil for a nil pointer that its own method can't print.
func nilText(v any, text string) string {
	if x := reflect.ValueOf(v); text == "<nil>" && x.Kind() == reflect.Pointer && x.IsNil() {
		return "nil"
	}
	return text
}

// textState is the fmt.State of %+v.
type textState struct{ strings.Builder }

// Width reports that no width is set.
func (*textState) Width() (int, bool) { return 0, false }

// Precision reports that no precision is set.
func (*textState) Precision() (int, bool) { return 0, false }

// Flag reports the plus.
func (s *textState) Flag(c int) bool { return c == '+' }
