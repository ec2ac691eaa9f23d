// Package tabular finds the tables in values: slices of structs, records, rows of
// numbers, maps and matrices. Begin with World.Table.
package tabular

import (
	"go/types"
	"math/big"
	"reflect"
	"slices"
	"unicode/utf8"

	"riffle/internal/display/table"
)

// piece is a value, or a part of one, with its type in the user's source; nil for a
// type that reflection knows.
type piece struct {
	l *World
	t types.Type
	v reflect.Value
}

// World tells what values are where reflection can't. For compiled programs Open, Plain
// and Method are nil.
type World struct {
	// Open returns a user's value that an interface holds, with its type.
	Open func(v any) (types.Type, reflect.Value, bool)
	// Plain is a user's value in the form of its type, where it is represented
	// differently.
	Plain func(t types.Type, v reflect.Value) reflect.Value
	// Field, unless nil, is a field of a struct that reflection knows.
	Field func(v reflect.Value, i int) reflect.Value
	// HasText reports whether a value prints itself. The type is nil where reflection
	// knows it.
	HasText func(t types.Type, v reflect.Value) bool
	// Text is a value as text of about limit bytes.
	Text func(t types.Type, v reflect.Value, limit int) string
	// Method is a user's method of what an interface holds, nil if there is none.
	Method func(v any, name string) any
}

// pieceOf is the value in an interface.
func (l *World) pieceOf(v any) piece {
	if l.Open != nil {
		if t, plain, ok := l.Open(v); ok {
			return piece{l, t, plain}
		}
	}
	return piece{l, nil, reflect.ValueOf(v)}
}

// of is a piece whose type in the source may be known.
func (l *World) of(t types.Type, v reflect.Value) piece {
	if v.IsValid() && v.Kind() == reflect.Interface && !v.IsNil() {
		if v = v.Elem(); v.CanInterface() {
			return l.pieceOf(v.Interface())
		}
		return piece{l, nil, v}
	}
	if t != nil && v.IsValid() && v.Type().PkgPath() == "" {
		return piece{l, t, l.Plain(t, v)}
	}
	return piece{l, nil, v}
}

// elem is the type of the elements, or of what a pointer points to.
func (x piece) elem() types.Type {
	if x.t == nil {
		return nil
	}
	if u, ok := x.t.Underlying().(interface{ Elem() types.Type }); ok {
		return u.Elem()
	}
	return nil
}

func (x piece) index(i int) piece { return x.l.of(x.elem(), x.v.Index(i)) }

// target is what a pointer points to, or the value itself.
func (x piece) target() piece {
	for range 4 {
		if !x.v.IsValid() || x.v.Kind() != reflect.Pointer || x.v.IsNil() {
			return x
		}
		x = x.l.of(x.elem(), x.v.Elem())
	}
	return x
}

// Table is a value as a table, nil if it isn't one: structs, records, rows of numbers,
// a map or a matrix. What prints itself isn't taken apart.
func (l *World) Table(v any) *table.Table {
	if v == nil {
		return nil
	}
	if rv := reflect.ValueOf(v); rv.Kind() == reflect.Pointer && rv.IsNil() {
		return nil
	}
	x := l.pieceOf(v)
	if !x.v.IsValid() || l.hasText(x) {
		return nil
	}
	if t := l.matrix(v); t != nil {
		return t
	}
	switch x.v.Kind() {
	case reflect.Slice, reflect.Array:
		return l.listTable(x)
	case reflect.Map:
		return l.mapTable(x)
	}
	return nil
}

// hasText reports whether a value prints itself.
func (l *World) hasText(x piece) bool { return x.v.IsValid() && l.HasText(x.t, x.v) }

// dense is a matrix as in gonum.
type dense interface {
	Dims() (r, c int)
	At(i, j int) float64
}

// matrix is a value with the methods of a matrix as a table.
func (l *World) matrix(v any) *table.Table {
	var dims func() (int, int)
	var at func(int, int) float64
	if m, ok := v.(dense); ok {
		dims, at = m.Dims, m.At
	} else if l.Method != nil {
		dims, _ = l.Method(v, "Dims").(func() (int, int))
		at, _ = l.Method(v, "At").(func(int, int) float64)
	}
	if dims == nil || at == nil {
		return nil
	}
	rows, columns := dims()
	if rows <= 0 || columns <= 0 {
		return &table.Table{Kind: "matrix", Prefers: true}
	}
	return &table.Table{
		Rows: rows, Columns: columns, Kind: "matrix", Prefers: true,
		Cell: func(i, j int) table.Cell { return table.Float(at(i, j)) },
	}
}

// listTable is a slice of structs, of maps by names, or of rows.
func (l *World) listTable(x piece) *table.Table {
	n := x.v.Len()
	if n == 0 {
		return nil
	}
	first := l.firstRow(x)
	if !first.v.IsValid() || l.hasText(first) || l.hasText(first.target()) {
		return nil
	}
	switch first = first.target(); first.v.Kind() {
	case reflect.Struct:
		return l.records(x, first)
	case reflect.Map:
		return l.named(x)
	case reflect.Slice, reflect.Array:
		if e := first.v.Type().Elem(); e.Kind() != reflect.Uint8 && e.Kind() != reflect.Struct {
			return l.rows(x)
		}
	}
	return nil
}

// firstRow is the first element that isn't nil; all must be of one type.
func (l *World) firstRow(x piece) piece {
	for i := range min(x.v.Len(), 100) {
		e := x.index(i)
		if !e.v.IsValid() || e.v.Kind() == reflect.Interface || e.v.Kind() == reflect.Pointer && e.v.IsNil() {
			continue
		}
		if x.v.Type().Elem().Kind() == reflect.Interface && !l.alike(x, e) {
			return piece{}
		}
		return e
	}
	return piece{}
}

// alike reports whether the elements of a slice of interfaces are structs of one type.
func (l *World) alike(x, first piece) bool {
	if first.target().v.Kind() != reflect.Struct {
		return false
	}
	for i := range x.v.Len() {
		e := x.index(i)
		if !e.v.IsValid() || e.v.Type() != first.v.Type() || (e.t == nil) != (first.t == nil) || e.t != nil && !types.Identical(e.t, first.t) {
			return false
		}
	}
	return true
}

// field is a column of structs.
type field struct {
	name string
	path []int
}

// fields are the columns of a struct; those of an embedded one take its place.
func (l *World) fields(x piece, path []int) []field {
	var list []field
	for i := range x.v.NumField() {
		name, embedded := x.fieldName(i)
		if name == "_" {
			continue
		}
		at := append(slices.Clone(path), i)
		if f := x.field(i); embedded && f.v.Kind() == reflect.Struct && len(path) < 4 && !l.hasText(f) {
			list = append(list, l.fields(f, at)...)
			continue
		}
		list = append(list, field{name, at})
	}
	return list
}

func (x piece) fieldName(i int) (name string, embedded bool) {
	if s, ok := x.structType(); ok {
		return s.Field(i).Name(), s.Field(i).Embedded()
	}
	f := x.v.Type().Field(i)
	return f.Name, f.Anonymous
}

func (x piece) structType() (*types.Struct, bool) {
	if x.t == nil {
		return nil, false
	}
	s, ok := x.t.Underlying().(*types.Struct)
	return s, ok
}

func (x piece) field(i int) piece {
	if s, ok := x.structType(); ok {
		return x.l.of(s.Field(i).Type(), x.v.Field(i))
	}
	if x.l.Field != nil {
		return x.l.of(nil, x.l.Field(x.v, i))
	}
	return x.l.of(nil, x.v.Field(i))
}

func (x piece) at(path []int) piece {
	for _, i := range path {
		x = x.field(i)
	}
	return x
}

// records is a slice of structs, or of pointers to them.
func (l *World) records(x, first piece) *table.Table {
	fields := l.fields(first, nil)
	if len(fields) == 0 {
		return nil
	}
	t := &table.Table{Rows: x.v.Len(), Columns: len(fields), Prefers: true}
	for _, f := range fields {
		t.Head = append(t.Head, f.name)
	}
	t.Cell = func(i, j int) table.Cell {
		e := x.index(i).target()
		if !e.v.IsValid() || e.v.Kind() != reflect.Struct {
			return nothing(j)
		}
		return l.cell(e.at(fields[j].path))
	}
	return t
}

// named is a slice of maps by names, as in decoded JSON.
func (l *World) named(x piece) *table.Table {
	var head []string
	for i := range min(x.v.Len(), 100) {
		m := x.index(i).target()
		if m.v.Kind() != reflect.Map || m.v.Type().Key().Kind() != reflect.String {
			return nil
		}
		for _, k := range l.SortedKeys(m.v) {
			if !slices.Contains(head, k.String()) {
				head = append(head, k.String())
			}
		}
	}
	if len(head) == 0 {
		return nil
	}
	return &table.Table{Head: head, Rows: x.v.Len(), Columns: len(head), Prefers: true, Cell: func(i, j int) table.Cell {
		m := x.index(i).target()
		v := m.v.MapIndex(reflect.ValueOf(head[j]).Convert(m.v.Type().Key()))
		if !v.IsValid() {
			return table.Cell{}
		}
		return l.cell(l.of(m.elem(), v))
	}}
}

// rows is a slice of slices.
func (l *World) rows(x piece) *table.Table {
	t := &table.Table{Rows: x.v.Len()}
	for i := range t.Rows {
		if r := x.index(i).target(); r.v.Kind() == reflect.Slice || r.v.Kind() == reflect.Array {
			t.Columns = max(t.Columns, r.v.Len())
		}
	}
	if t.Columns == 0 {
		return nil
	}
	t.Cell = func(i, j int) table.Cell {
		r := x.index(i).target()
		if j >= r.v.Len() {
			return table.Cell{}
		}
		return l.cell(r.index(j))
	}
	if x.v.Type().Elem().Kind() == reflect.Slice && x.v.Type().Elem().Elem().Kind() == reflect.String {
		return csv(t)
	}
	t.Prefers = isGrid(x.v, t.Columns)
	return t
}

// csv is a table of strings: what reads as a number is aligned as one. Its first row is
// the head if it has only names, all different, and a column below holds numbers.
func csv(t *table.Table) *table.Table {
	text := t.Cell
	t.Cell = func(i, j int) table.Cell { return table.Parse(text(i, j).Text) }
	seen := map[string]bool{}
	below := false
	for j := range t.Columns {
		c := t.Cell(0, j)
		if c.Text == "" || c.Right || seen[c.Text] {
			return t
		}
		seen[c.Text] = true
		below = below || t.Rows > 1 && t.Cell(1, j).Right
	}
	if !below {
		return t
	}
	for j := range t.Columns {
		t.Head = append(t.Head, t.Cell(0, j).Text)
	}
	cell := t.Cell
	t.Rows, t.Prefers = t.Rows-1, true
	t.Cell = func(i, j int) table.Cell { return cell(i+1, j) }
	return t
}

// mapTable is a map by its sorted keys; structs give a column for each field.
func (l *World) mapTable(x piece) *table.Table {
	if x.v.Len() == 0 {
		return nil
	}
	keys := l.SortedKeys(x.v)
	t := &table.Table{Head: []string{"key", "value"}, Labels: 1, Rows: len(keys), Columns: 2}
	key := func(i int) table.Cell {
		var k types.Type
		if m, ok := x.mapType(); ok {
			k = m.Key()
		}
		return l.cell(l.of(k, keys[i]))
	}
	value := func(i int) piece { return x.l.of(x.elem(), x.v.MapIndex(keys[i])) }
	t.Cell = func(i, j int) table.Cell {
		if j == 0 {
			return key(i)
		}
		return l.cell(value(i))
	}
	first := value(0)
	if kind := x.v.Type().Elem().Kind(); kind == reflect.Interface || l.hasText(first) || l.hasText(first.target()) || first.target().v.Kind() != reflect.Struct {
		return t
	}
	fields := l.fields(first.target(), nil)
	t.Head, t.Columns, t.Prefers = []string{"key"}, len(fields)+1, true
	for _, f := range fields {
		t.Head = append(t.Head, f.name)
	}
	t.Cell = func(i, j int) table.Cell {
		if j == 0 {
			return key(i)
		}
		if e := value(i).target(); e.v.Kind() == reflect.Struct {
			return l.cell(e.at(fields[j-1].path))
		}
		return nothing(j - 1)
	}
	return t
}

// nothing is a cell of a row that is a nil pointer: the first column says so.
func nothing(column int) table.Cell {
	if column == 0 {
		return table.Cell{Text: "nil"}
	}
	return table.Cell{}
}

func (x piece) mapType() (*types.Map, bool) {
	if x.t == nil {
		return nil, false
	}
	m, ok := x.t.Underlying().(*types.Map)
	return m, ok
}

// maxCell is how much of a value is shown in a cell.
const maxCell = 120

// cell is a piece in a cell of a table.
func (l *World) cell(x piece) table.Cell {
	if !x.v.IsValid() {
		return table.Cell{Text: "nil"}
	}
	if x.v.CanInterface() {
		if n, ok := x.v.Interface().(*big.Int); ok && n != nil {
			return table.Whole(n.String())
		}
	}
	if x.v.CanInterface() && l.hasText(x) || x.t != nil && l.hasText(x) {
		return table.Cell{Text: l.brief(x)}
	}
	switch k := x.v.Kind(); {
	case x.v.CanInt():
		return table.Int(x.v.Int())
	case k != reflect.Uintptr && x.v.CanUint():
		return table.Uint(x.v.Uint())
	case x.v.CanFloat():
		return table.Float(x.v.Float())
	case k == reflect.String:
		return table.Cell{Text: shortened(x.v.String())}
	}
	return table.Cell{Text: l.brief(x)}
}

func shortened(s string) string {
	if len(s) <= maxCell {
		return s
	}
	return Whole(s[:maxCell]) + "…"
}

// brief is the text of a piece, shortened.
func (l *World) brief(x piece) string { return shortened(l.Text(x.t, x.v, maxCell)) }

// Whole removes an incomplete character from the end of a text.
func Whole(s string) string {
	for n := 0; n < utf8.UTFMax && len(s) > 0; n++ {
		if r, size := utf8.DecodeLastRuneInString(s); r != utf8.RuneError || size > 1 {
			break
		}
		s = s[:len(s)-1]
	}
	return s
}

// isGrid reports whether rows are a matrix of numbers: equally long, and more than one
// row and column.
func isGrid(v reflect.Value, columns int) bool {
	if v.Len() < 2 || columns < 2 {
		return false
	}
	elem := v.Type().Elem()
	if k := elem.Kind(); k != reflect.Slice && k != reflect.Array {
		return false
	}
	if k := elem.Elem().Kind(); k < reflect.Int || k > reflect.Float64 {
		return false
	}
	for i := range v.Len() {
		if v.Index(i).Len() != columns {
			return false
		}
	}
	return true
}
