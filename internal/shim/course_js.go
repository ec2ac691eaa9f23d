//go:build !riffle_all

package shim

import "reflect"

// The smaller program for browsers lacks these libraries, so nothing calls these
// substitutes for their shims.

// LogTest calls a method of the user's: there are no tests.
func (l *Library) LogTest(_ int, test any, name string, _ bool, args ...any) {
	l.rt.Invoke(test, name, 0, args...)
}

func (l *Library) testOverrides() map[string]map[string]reflect.Value { return nil }
