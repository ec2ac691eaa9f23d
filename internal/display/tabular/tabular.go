// Package tabular finds the tables in values: slices of structs, records, rows of
// numbers, maps and matrices. Begin with Table.
package tabular

import (
	"math/big"
	"reflect"
	"slices"

	"riffle/internal/display/plain"
	"riffle/internal/display/table"
)

// finder finds tables, whose cells have a style.
type finder struct{ plain.Style }

// dynamic is what an interface holds.
func dynamic(v reflect.Value) reflect.Value {
	if v.IsValid() && v.Kind() == reflect.Interface && !v.IsNil() {
		return v.Elem()
	}
	return v
}

func indexOf(x reflect.Value, i int) reflect.Value { return dynamic(x.Index(i)) }

// targetOf is what a pointer points to, or the value itself.
func targetOf(x reflect.Value) reflect.Value {
	for range 4 {
		if !x.IsValid() || x.Kind() != reflect.Pointer || x.IsNil() {
			return x
		}
		x = dynamic(x.Elem())
	}
	return x
}

// Table is a value as a table, nil if it isn't one: structs, records, rows of numbers,
// a map or a matrix. What prints itself isn't taken apart. Parts are written in a style.
func Table(v any, style plain.Style) *table.Table {
	if v == nil {
		return nil
	}
	if rv := reflect.ValueOf(v); rv.Kind() == reflect.Pointer && rv.IsNil() {
		return nil
	}
	x := reflect.ValueOf(v)
	if plain.PrintsItself(x) {
		return nil
	}
	if t := matrix(v); t != nil {
		return t
	}
	style.Brief, style.Limit = true, maxCell
	l := finder{style}
	switch x.Kind() {
	case reflect.Slice, reflect.Array:
		return l.listTable(x)
	case reflect.Map:
		return l.mapTable(x)
	}
	return nil
}

// dense is a matrix as in gonum.
type dense interface {
	Dims() (r, c int)
	At(i, j int) float64
}

// matrix is a value with the methods of a matrix as a table.
func matrix(v any) *table.Table {
	m, ok := v.(dense)
	if !ok {
		return nil
	}
	rows, columns := m.Dims()
	if rows <= 0 || columns <= 0 {
		return &table.Table{Kind: "matrix", Prefers: true}
	}
	return &table.Table{
		Rows: rows, Columns: columns, Kind: "matrix", Prefers: true,
		Cell: func(i, j int) table.Cell { return table.Float(m.At(i, j)) },
	}
}

// listTable is a slice of structs, of maps by names, or of rows.
func (l finder) listTable(x reflect.Value) *table.Table {
	n := x.Len()
	if n == 0 {
		return nil
	}
	first := firstRow(x)
	if !first.IsValid() || plain.PrintsItself(first) || plain.PrintsItself(targetOf(first)) {
		return nil
	}
	switch first = targetOf(first); first.Kind() {
	case reflect.Struct:
		return l.records(x, first)
	case reflect.Map:
		return l.mapsTable(x)
	case reflect.Slice, reflect.Array:
		if e := first.Type().Elem(); e.Kind() != reflect.Uint8 && e.Kind() != reflect.Struct {
			return l.slicesTable(x)
		}
	}
	return nil
}

// firstRow is the first element that isn't nil; all must be of one type.
func firstRow(x reflect.Value) reflect.Value {
	for i := range min(x.Len(), 100) {
		e := indexOf(x, i)
		if !e.IsValid() || e.Kind() == reflect.Interface || e.Kind() == reflect.Pointer && e.IsNil() {
			continue
		}
		if x.Type().Elem().Kind() == reflect.Interface && !alike(x, e) {
			return reflect.Value{}
		}
		return e
	}
	return reflect.Value{}
}

// alike reports whether the elements of a slice of interfaces are structs of one type.
func alike(x, first reflect.Value) bool {
	if targetOf(first).Kind() != reflect.Struct {
		return false
	}
	for i := range x.Len() {
		e := indexOf(x, i)
		if !e.IsValid() || e.Type() != first.Type() {
			return false
		}
	}
	return true
}

// column is a column of structs.
type column struct {
	name string
	path []int
}

// fieldColumns are the columns of a struct; those of an embedded one take its place.
func fieldColumns(x reflect.Value, path []int) []column {
	var list []column
	for i := range x.NumField() {
		f := x.Type().Field(i)
		if f.Name == "_" {
			continue
		}
		at := append(slices.Clone(path), i)
		if v := fieldOf(x, i); f.Anonymous && v.Kind() == reflect.Struct && len(path) < 4 && !plain.PrintsItself(v) {
			list = append(list, fieldColumns(v, at)...)
			continue
		}
		list = append(list, column{f.Name, at})
	}
	return list
}

func fieldOf(x reflect.Value, i int) reflect.Value { return dynamic(plain.Field(x, i)) }

func fieldAt(x reflect.Value, path []int) reflect.Value {
	for _, i := range path {
		x = fieldOf(x, i)
	}
	return x
}

// records is a slice of structs, or of pointers to them.
func (l finder) records(x, first reflect.Value) *table.Table {
	fields := fieldColumns(first, nil)
	if len(fields) == 0 {
		return nil
	}
	t := &table.Table{Rows: x.Len(), Columns: len(fields), Prefers: true}
	for _, f := range fields {
		t.Head = append(t.Head, f.name)
	}
	t.Cell = func(i, j int) table.Cell {
		e := targetOf(indexOf(x, i))
		if !e.IsValid() || e.Kind() != reflect.Struct {
			return nilCell(j)
		}
		return l.partCell(fieldAt(e, fields[j].path))
	}
	return t
}

// mapsTable is a slice of maps by names, as in decoded JSON.
func (l finder) mapsTable(x reflect.Value) *table.Table {
	var head []string
	for i := range min(x.Len(), 100) {
		m := targetOf(indexOf(x, i))
		if m.Kind() != reflect.Map || m.Type().Key().Kind() != reflect.String {
			return nil
		}
		for _, k := range plain.SortedKeys(m) {
			if !slices.Contains(head, k.String()) {
				head = append(head, k.String())
			}
		}
	}
	if len(head) == 0 {
		return nil
	}
	return &table.Table{Head: head, Rows: x.Len(), Columns: len(head), Prefers: true, Cell: func(i, j int) table.Cell {
		m := targetOf(indexOf(x, i))
		v := m.MapIndex(reflect.ValueOf(head[j]).Convert(m.Type().Key()))
		if !v.IsValid() {
			return table.Cell{}
		}
		return l.partCell(dynamic(v))
	}}
}

// slicesTable is a slice of slices.
func (l finder) slicesTable(x reflect.Value) *table.Table {
	t := &table.Table{Rows: x.Len()}
	for i := range t.Rows {
		if r := targetOf(indexOf(x, i)); r.Kind() == reflect.Slice || r.Kind() == reflect.Array {
			t.Columns = max(t.Columns, r.Len())
		}
	}
	if t.Columns == 0 {
		return nil
	}
	t.Cell = func(i, j int) table.Cell {
		r := targetOf(indexOf(x, i))
		if j >= r.Len() {
			return table.Cell{}
		}
		return l.partCell(indexOf(r, j))
	}
	if x.Type().Elem().Kind() == reflect.Slice && x.Type().Elem().Elem().Kind() == reflect.String {
		return csv(t)
	}
	t.Prefers = isGrid(x, t.Columns)
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
func (l finder) mapTable(x reflect.Value) *table.Table {
	if x.Len() == 0 {
		return nil
	}
	keys := plain.SortedKeys(x)
	t := &table.Table{Head: []string{"key", "value"}, Labels: 1, Rows: len(keys), Columns: 2}
	key := func(i int) table.Cell { return l.partCell(dynamic(keys[i])) }
	value := func(i int) reflect.Value { return dynamic(x.MapIndex(keys[i])) }
	t.Cell = func(i, j int) table.Cell {
		if j == 0 {
			return key(i)
		}
		return l.partCell(value(i))
	}
	first := value(0)
	if kind := x.Type().Elem().Kind(); kind == reflect.Interface || plain.PrintsItself(first) || plain.PrintsItself(targetOf(first)) || targetOf(first).Kind() != reflect.Struct {
		return t
	}
	fields := fieldColumns(targetOf(first), nil)
	t.Head, t.Columns, t.Prefers = []string{"key"}, len(fields)+1, true
	for _, f := range fields {
		t.Head = append(t.Head, f.name)
	}
	t.Cell = func(i, j int) table.Cell {
		if j == 0 {
			return key(i)
		}
		if e := targetOf(value(i)); e.Kind() == reflect.Struct {
			return l.partCell(fieldAt(e, fields[j-1].path))
		}
		return nilCell(j - 1)
	}
	return t
}

// nilCell is a cell of a row that is a nil pointer: the first column says so.
func nilCell(column int) table.Cell {
	if column == 0 {
		return table.Cell{Text: "nil"}
	}
	return table.Cell{}
}

// maxCell is how much of a value is shown in a cell.
const maxCell = 120

// partCell is a part in a cell of a table.
func (l finder) partCell(x reflect.Value) table.Cell {
	if !x.IsValid() {
		return table.Cell{Text: "nil"}
	}
	if x.CanInterface() {
		if n, ok := x.Interface().(*big.Int); ok && n != nil {
			return table.Whole(n.String())
		}
	}
	if plain.PrintsItself(x) {
		return table.Cell{Text: l.briefText(x)}
	}
	switch k := x.Kind(); {
	case x.CanInt():
		return table.Int(x.Int())
	case k != reflect.Uintptr && x.CanUint():
		return table.Uint(x.Uint())
	case x.CanFloat():
		return table.Float(x.Float())
	case k == reflect.String:
		return table.Cell{Text: shortened(x.String())}
	}
	return table.Cell{Text: l.briefText(x)}
}

func shortened(s string) string {
	if len(s) <= maxCell {
		return s
	}
	return plain.Whole(s[:maxCell]) + "…"
}

// briefText is the text of a part, shortened.
func (l finder) briefText(x reflect.Value) string { return shortened(l.TextOf(x)) }

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
