package compile

import (
	"reflect"
	"unicode/utf8"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// When a call of a function of package unicode is compiled, its results for all of ASCII
// go into a table. Other runes are left to the host.

// ofRune compiles a call of a function from a rune to a bool or a rune; ok is false for
// other natives.
func (f *function) ofRune(x *core.Call, fun *core.NativeName, fn reflect.Value, results []*core.Type, live analysis.Set) (ok bool) {
	if fun.Path != "unicode" || len(x.Args) != 1 {
		return false
	}
	table, ok := f.c.ascii(fun.Name, fn)
	if !ok {
		return false
	}
	f.expr(x.Args[0])
	r := f.popOne(code.I32)
	f.LocalGet(r)
	f.I32Const(utf8.RuneSelf)
	f.I32LtU()
	f.If(code.I32)
	f.LocalGet(r)
	f.I32Load8U(table)
	f.Else()
	f.typed(fn, x.Args, results, live, true)
	f.weight--
	f.End()
	return true
}

// ascii is the offset of a function's table.
func (c *compiler) ascii(name string, fn reflect.Value) (at uint32, ok bool) {
	if at, ok := c.asciis[name]; ok {
		return at, true
	}
	table := make([]byte, utf8.RuneSelf)
	for r := range rune(utf8.RuneSelf) {
		switch fn := fn.Interface().(type) {
		case func(rune) bool:
			if fn(r) {
				table[r] = 1
			}
		case func(rune) rune:
			to := fn(r)
			if to >= utf8.RuneSelf {
				return 0, false
			}
			table[r] = byte(to)
		default:
			return 0, false
		}
	}
	at = c.m.Offset(unsafe.Pointer(&table[0]))
	if at > machine.FarCheck {
		return 0, false
	}
	c.mod.Keep(table)
	c.asciis[name] = at
	return at, true
}
