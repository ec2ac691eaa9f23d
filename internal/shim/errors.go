package shim

import (
	"errors"
	"go/types"
	"reflect"

	"riffle/internal/rt"
)

// errorsIs is errors.Is, for a target that may be the face of an incomparable value.
func (l *Library) errorsIs(err, target error) bool {
	if b, ok := rt.Boxed(target); !ok || types.Comparable(b.T.T) {
		return errors.Is(err, target)
	}
	return walkErrors(err, func(e error) bool {
		x, ok := e.(interface{ Is(error) bool })
		return ok && x.Is(target)
	})
}

// walkErrors visits an error and what it wraps until visit returns true.
func walkErrors(err error, visit func(error) bool) bool {
	for err != nil {
		if visit(err) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if walkErrors(e, visit) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}

// errorsAs is errors.As for targets that may be boxed: a pointer to a variable
// of a type of the session.
func (l *Library) errorsAs(err error, target any) bool {
	b, ok := rt.Boxed(target)
	if !ok {
		return l.nativeAs(err, target)
	}
	pt, ok := b.T.T.Underlying().(*types.Pointer)
	switch {
	case !ok || reflect.ValueOf(b.V).IsNil():
		panic("errors: target must be a non-nil pointer")
	case !types.IsInterface(pt.Elem()) && !types.Implements(pt.Elem(), errorInterface):
		panic("errors: *target must be interface or implement error")
	}
	return walkErrors(err, func(e error) bool { return l.assign(e, pt.Elem(), b) })
}

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// nativeAs is errors.As for a target of a native type. A variable of an interface
// type, which is lowered to any, takes boxes.
func (l *Library) nativeAs(err error, target any) bool {
	p := reflect.ValueOf(target)
	if p.Kind() != reflect.Pointer || p.IsNil() || p.Type().Elem().Kind() != reflect.Interface {
		return errors.As(err, target)
	}
	if err != nil {
		p.Elem().Set(reflect.ValueOf(l.rt.FromNative(err)))
	}
	return err != nil
}

// assign stores e in the variable of type want that target points to, if it is assignable
// or its As method does it.
func (l *Library) assign(e error, want types.Type, target rt.Box) bool {
	x, boxed := rt.Boxed(e)
	if it, ok := want.Underlying().(*types.Interface); ok {
		if l.rt.Missing(e, it) == "" {
			reflect.ValueOf(target.V).Elem().Set(reflect.ValueOf(l.rt.FromNative(e)))
			return true
		}
	} else if boxed && types.Identical(x.T.T, want) {
		rt.SetTo(target.V, x.V)
		return true
	}
	as, ok := e.(interface{ As(any) bool })
	return ok && as.As(l.rt.ToNative(target))
}
