//go:build !riffle_all

package shim

import (
	"go/types"
	"math/rand"
	"reflect"

	"riffle/internal/rt"
)

// The smaller program for browsers lacks these libraries, so nothing calls these
// substitutes for their shims.

func (l *Library) register([]any) {}

func (l *Library) execute(recv any, name string, nout int, rest []any) {
	l.rt.NativeMethod(recv, name, false, nout, rest...)
}

func (l *Library) escapers() map[string]reflect.Value { return nil }

func (l *Library) functions(funcs any) any { return funcs }

// Column is for package database/sql.
func (l *Library) Column(v any) any { return unbox(v) }

// LogTest calls a method of the user's: there are no tests.
func (l *Library) LogTest(_ int, test any, name string, _ bool, args ...any) {
	l.rt.Invoke(test, name, 0, args...)
}

// Generate is for package testing/quick.
func (l *Library) Generate(reflect.Value, types.Type, *rand.Rand) bool { return false }

func (l *Library) testOverrides() map[string]map[string]reflect.Value { return nil }

func xmlEncoder(hook) encoder { return encoder{name: "xml"} }

func decodeXML([]any, any) error { return nil }

func keptXML(any) (args []any, raw bool, err error) { return nil, false, nil }

// gobTypes would be the types of the user's that cells have registered for gob.
type gobTypes struct{}

type gobType struct {
	t       *rt.Type
	lowered reflect.Type
	held    bool
}

func (*gobTypes) described(reflect.Type) gobType { return gobType{} }
