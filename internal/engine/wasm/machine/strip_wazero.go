//go:build !js

package machine

import (
	"reflect"
	"sync"

	"github.com/tetratelabs/wazero/api"
)

// What wazero keeps of a module is many times the size of its machine code. Little of it
// is read once the module has an instance. It is in exported fields, which are found by
// reflection; if another version of wazero has them elsewhere, they stay.

// forgetSystem clears an instance's files, clocks and the like, a kilobyte that our code
// can't reach.
func forgetSystem(instance api.Module) { clearField(structOf(instance), "Sys") }

// stripped are the parts of a module's source that only compilation and instantiation
// read.
var stripped = []string{
	"ImportFunctionCount", "ImportSection", "ImportPerModule", "ExportSection", "Exports", "ElementSection",
	"TableSection", "MemorySection", "MemoryDefinitionSection", "NameSection", "CustomSections",
}

// blanks are lists of zeros, which modules have in common, by the names of fields.
type blanks struct {
	mu    sync.Mutex
	lists map[string]reflect.Value
}

// strip clears what is no longer read of a module. None of its functions may then be
// called by name. When a panic passes, wazero lists the module's functions and their
// types, for a text that nobody reads: it finds the right number of functions, without
// parameters.
func (bs *blanks) strip(instance api.Module) {
	in := structOf(instance)
	clearField(in, "ElementInstances")
	clearField(in, "Exports")
	source := field(in, "Source")
	if source.Kind() != reflect.Pointer || source.Elem().Kind() != reflect.Struct {
		return
	}
	source = source.Elem()
	functions, code, types := field(source, "FunctionSection"), field(source, "CodeSection"), field(source, "TypeSection")
	for _, list := range []reflect.Value{functions, code, types} {
		if list.Kind() != reflect.Slice {
			return
		}
	}
	n := functions.Len()
	for _, name := range stripped {
		clearField(source, name)
	}
	functions.Set(bs.list("FunctionSection", functions.Type(), n))
	code.Set(bs.list("CodeSection", code.Type(), n))
	types.Set(bs.list("TypeSection", types.Type(), 1))
}

// list is a list of n zeros for a field, which is never written.
func (bs *blanks) list(name string, t reflect.Type, n int) reflect.Value {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	if l, ok := bs.lists[name]; ok && l.Len() >= n {
		return l.Slice3(0, n, n)
	}
	if bs.lists == nil {
		bs.lists = map[string]reflect.Value{}
	}
	bs.lists[name] = reflect.MakeSlice(t, n, n)
	return bs.lists[name]
}

// structOf is the struct that an interface value points to, the zero Value if it points
// to something else.
func structOf(x any) reflect.Value {
	if v := reflect.Indirect(reflect.ValueOf(x)); v.Kind() == reflect.Struct {
		return v
	}
	return reflect.Value{}
}

// field is a field that can be set, the zero Value if there is none.
func field(in reflect.Value, name string) reflect.Value {
	if in.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	f := in.FieldByName(name)
	if !f.IsValid() || !f.CanSet() {
		return reflect.Value{}
	}
	return f
}

func clearField(in reflect.Value, name string) {
	if f := field(in, name); f.IsValid() {
		f.SetZero()
	}
}
