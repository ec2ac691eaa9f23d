//go:build !js || riffle_all

package shim

import (
	"errors"
	"go/types"
	"math/rand"
	"reflect"
	"testing/quick"

	"riffle/internal/rt"
)

// Package testing/quick makes arguments for a function by reflection, using their types'
// Generate. A function with types of the user's gets its arguments from here.

// quickCheck is quick.Check.
func (l *Library) quickCheck(f any, c *quick.Config) error {
	q := l.property(f)
	err := quick.Check(q.f, q.config(c))
	var failed *quick.CheckError
	if errors.As(err, &failed) {
		failed.In = q.boxed(failed.In)
	}
	return err
}

// quickCheckEqual is quick.CheckEqual.
func (l *Library) quickCheckEqual(f, g any, c *quick.Config) error {
	p, q := l.property(f), l.property(g)
	err := quick.CheckEqual(p.f, q.f, p.config(c))
	var failed *quick.CheckEqualError
	if errors.As(err, &failed) {
		failed.In = p.boxed(failed.In)
	}
	return err
}

// property is a function to check, with its signature if that has types of the user's.
type property struct {
	l   *Library
	f   any
	sig *types.Signature
}

func (l *Library) property(f any) property {
	p := property{l: l, f: l.rt.Unbox(f)}
	if b, ok := rt.Boxed(f); ok {
		p.sig, _ = b.T.T.Underlying().(*types.Signature)
	}
	return p
}

// config is the user's, but with our arguments, or with its own as the function takes them.
func (p property) config(c *quick.Config) *quick.Config {
	if p.sig == nil {
		return c
	}
	ours := quick.Config{}
	if c != nil {
		ours = *c
	}
	f := reflect.TypeOf(p.f)
	if theirs := ours.Values; theirs != nil {
		ours.Values = func(args []reflect.Value, r *rand.Rand) {
			theirs(args, r)
			for i, a := range args {
				if a.IsValid() && i < f.NumIn() {
					args[i] = p.l.rt.Argument(f.In(i), p.l.rt.FromNative(a.Interface()))
				}
			}
		}
		return &ours
	}
	ours.Values = func(args []reflect.Value, r *rand.Rand) {
		for i := range args {
			args[i] = reflect.New(f.In(i)).Elem()
			p.l.Generate(args[i], p.sig.Params().At(i).Type(), r)
		}
	}
	return &ours
}

// quickSize is how large quick makes slices and the like.
const quickSize = 50

// Generate sets v, of type t, by the type's own method or as the library does; false if
// that makes no values of the type. Without t, it is one of the library's.
func (l *Library) Generate(v reflect.Value, t types.Type, r *rand.Rand) bool {
	if t == nil {
		t = types.Typ[types.Invalid]
	}
	return l.generate(v, t, r, quickSize)
}

// generate is Generate; the fields of a struct share its size.
func (l *Library) generate(v reflect.Value, t types.Type, r *rand.Rand, size int) bool {
	if d := l.generator(t); d != nil {
		x := rt.Box{T: d, V: v.Interface()}.CallMethod("Generate", r, size)[0].(reflect.Value)
		v.Set(l.rt.Argument(v.Type(), unbox(x.Interface())))
		return true
	}
	if u, ok := t.Underlying().(*types.Struct); ok && v.Type().PkgPath() == "" && l.hasGenerators(u) {
		for i := range u.NumFields() {
			if !l.generate(v.Field(i), u.Field(i).Type(), r, max(1, size/u.NumFields())) {
				return false
			}
		}
		return true
	}
	x, ok := quick.Value(v.Type(), r)
	if ok {
		v.Set(x)
	}
	return ok
}

// generator is a type of the user's with its own Generate, or nil.
func (l *Library) generator(t types.Type) *rt.Type {
	d := l.rt.Known(t)
	if d == nil || d.Native("Generate") != reflect.TypeFor[func(*rand.Rand, int) reflect.Value]() {
		return nil
	}
	return d
}

// hasGenerators reports whether a struct has generators among its fields and theirs.
func (l *Library) hasGenerators(u *types.Struct) bool {
	for f := range u.Fields() {
		inner, ok := f.Type().Underlying().(*types.Struct)
		if l.generator(f.Type()) != nil || ok && l.hasGenerators(inner) {
			return true
		}
	}
	return false
}

// boxed are arguments with their types, to show to the user.
func (p property) boxed(in []any) []any {
	if p.sig == nil {
		return in
	}
	out := make([]any, len(in))
	for i, x := range in {
		out[i] = p.l.box(p.sig.Params().At(i).Type(), x)
	}
	return out
}
