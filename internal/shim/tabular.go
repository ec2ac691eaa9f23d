package shim

import (
	"go/types"
	"math/big"
	"reflect"
	"slices"

	"riffle/internal/display/table"
	"riffle/internal/rt"
)

// piece is a value, or a part of one, with its type in the user's source; nil for a
// type that reflection knows.
type piece struct {
	t types.Type
	v reflect.Value
}

// pieceOf is the value in an interface.
func pieceOf(v any) piece {
	if b, ok := rt.BoxOf(v); ok {
		return piece{b.T.T, unwrapRecursive(b.T.T, reflect.ValueOf(b.V))}
	}
	return piece{nil, reflect.ValueOf(v)}
}

// of is a piece whose type in the source may be known.
func of(t types.Type, v reflect.Value) piece {
	if v.IsValid() && v.Kind() == reflect.Interface && !v.IsNil() {
		if v = v.Elem(); v.CanInterface() {
			return pieceOf(v.Interface())
		}
		return piece{nil, v}
	}
	if t != nil && v.IsValid() && v.Type().PkgPath() == "" {
		return piece{t, unwrapRecursive(t, v)}
	}
	return piece{nil, v}
}

// elem is the type of the elements, or of what a pointer leads to.
func (x piece) elem() types.Type {
	if x.t == nil {
		return nil
	}
	if u, ok := x.t.Underlying().(interface{ Elem() types.Type }); ok {
		return u.Elem()
	}
	return nil
}

func (x piece) index(i int) piece { return of(x.elem(), x.v.Index(i)) }

// target is what a pointer leads to, or the value itself.
func (x piece) target() piece {
	for range 4 {
		if !x.v.IsValid() || x.v.Kind() != reflect.Pointer || x.v.IsNil() {
			return x
		}
		x = of(x.elem(), x.v.Elem())
	}
	return x
}

// Table is a value as a table, nil if it isn't one: structs, records, rows of numbers,
// a map or a matrix. What prints itself isn't taken apart.
func (l *Library) Table(v any) *table.Table {
	if v == nil {
		return nil
	}
	if rv := reflect.ValueOf(v); rv.Kind() == reflect.Pointer && rv.IsNil() {
		return nil
	}
	x := pieceOf(v)
	if !x.v.IsValid() || l.hasText(x) {
		return nil
	}
	if t := matrix(v); t != nil {
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
func (l *Library) hasText(x piece) bool {
	if x.t != nil {
		d := l.rt.Known(x.t)
		return d != nil && (d.Func("String").IsValid() || d.Func("Error").IsValid() || d.Func("Format").IsValid())
	}
	return x.v.IsValid() && printsItself(x.v)
}

// dense is a matrix as gonum has it.
type dense interface {
	Dims() (r, c int)
	At(i, j int) float64
}

// matrix is a value with the methods of a matrix as a table.
func matrix(v any) *table.Table {
	var dims func() (int, int)
	var at func(int, int) float64
	if b, ok := rt.BoxOf(v); ok {
		if !b.Has("Dims") || !b.Has("At") {
			return nil
		}
		dims, _ = b.Bound("Dims").(func() (int, int))
		at, _ = b.Bound("At").(func(int, int) float64)
	} else if m, ok := v.(dense); ok {
		dims, at = m.Dims, m.At
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
func (l *Library) listTable(x piece) *table.Table {
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
func (l *Library) firstRow(x piece) piece {
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
func (l *Library) alike(x, first piece) bool {
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
func (l *Library) fields(x piece, path []int) []field {
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
		return of(s.Field(i).Type(), x.v.Field(i))
	}
	return of(nil, x.v.Field(i))
}

func (x piece) at(path []int) piece {
	for _, i := range path {
		x = x.field(i)
	}
	return x
}

// records is a slice of structs, or of pointers to them.
func (l *Library) records(x, first piece) *table.Table {
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

// named is a slice of maps by names, as decoded JSON has it.
func (l *Library) named(x piece) *table.Table {
	var head []string
	for i := range min(x.v.Len(), 100) {
		m := x.index(i).target()
		if m.v.Kind() != reflect.Map || m.v.Type().Key().Kind() != reflect.String {
			return nil
		}
		for _, k := range sortedKeys(m.v) {
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
		return l.cell(of(m.elem(), v))
	}}
}

// rows is a slice of slices.
func (l *Library) rows(x piece) *table.Table {
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
	return t
}

// csv is a table of strings: what reads as a number is aligned as one. Its first row is
// the head if it has names only, all different, and a column below holds numbers.
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
func (l *Library) mapTable(x piece) *table.Table {
	if x.v.Len() == 0 {
		return nil
	}
	keys := sortedKeys(x.v)
	t := &table.Table{Head: []string{"key", "value"}, Labels: 1, Rows: len(keys), Columns: 2}
	key := func(i int) table.Cell {
		var k types.Type
		if m, ok := x.mapType(); ok {
			k = m.Key()
		}
		return l.cell(of(k, keys[i]))
	}
	value := func(i int) piece { return of(x.elem(), x.v.MapIndex(keys[i])) }
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

// nothing is a column of a row that is a nil pointer: the first says so.
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
func (l *Library) cell(x piece) table.Cell {
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
	return whole(s[:maxCell]) + "…"
}

// brief is the text of a piece, shortened.
func (l *Library) brief(x piece) string {
	s := textState{plus: false, limit: maxCell}
	p := formatter{State: &s, r: l.rt, verb: 'v', cell: true, out: &s, inner: true}
	switch {
	case x.t != nil:
		p.value(x.t, x.v, 0, true)
	default:
		p.nativePart(x.v, 0)
	}
	return shortened(s.String())
}
