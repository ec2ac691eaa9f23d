package shim

import (
	"go/types"
	"reflect"

	"riffle/internal/rt"
)

// errorsIs is errors.Is with the methods of boxed errors.
func errorsIs(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	comparable := reflect.TypeOf(target).Comparable()
	return walkErrors(err, func(e error) bool {
		if comparable && safeEqual(e, target) {
			return true
		}
		if b, ok := e.(rt.Box); ok {
			return b.Has("Is") && b.CallMethod("Is", target)[0].(bool)
		}
		x, ok := e.(interface{ Is(error) bool })
		return ok && x.Is(target)
	})
}

func safeEqual(a, b error) (eq bool) {
	defer func() { recover() }() // a box may hold what can't be compared
	return a == b
}

// walkErrors visits an error and what it wraps until visit reports true.
func walkErrors(err error, visit func(error) bool) bool {
	for err != nil {
		if visit(err) {
			return true
		}
		switch w := unwrap(err).(type) {
		case error:
			err = w
		case []error:
			for _, e := range w {
				if e != nil && walkErrors(e, visit) {
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

// unwrap is what an error wraps: nil, an error, or several.
func unwrap(err error) any {
	if b, ok := err.(rt.Box); ok {
		if !b.Has("Unwrap") {
			return nil
		}
		switch w := b.CallMethod("Unwrap")[0].(type) {
		case []any: // a lowered []error
			var es []error
			for _, e := range w {
				x, _ := e.(error)
				es = append(es, x)
			}
			return es
		default:
			return w
		}
	}
	switch w := err.(type) {
	case interface{ Unwrap() error }:
		if e := w.Unwrap(); e != nil {
			return e
		}
	case interface{ Unwrap() []error }:
		return w.Unwrap()
	}
	return nil
}

// errorsAs is errors.As for targets that may be boxed: a pointer to a variable
// of a type of the session.
func errorsAs(err error, target any) bool {
	if target == nil {
		panic("errors: target cannot be nil")
	}
	b, ok := target.(rt.Box)
	if !ok {
		p := reflect.ValueOf(target)
		if p.Kind() != reflect.Pointer || p.IsNil() {
			panic("errors: target must be a non-nil pointer")
		}
		return walkErrors(err, func(e error) bool {
			if !reflect.TypeOf(e).AssignableTo(p.Type().Elem()) {
				x, ok := e.(interface{ As(any) bool })
				return ok && x.As(target)
			}
			p.Elem().Set(reflect.ValueOf(e))
			return true
		})
	}
	pt, ok := b.T.T.Underlying().(*types.Pointer)
	if !ok {
		panic("errors: target must be a non-nil pointer")
	}
	return walkErrors(err, func(e error) bool { return assignError(e, pt.Elem(), b) })
}

// assignError stores e in the variable of type want that target points to, if
// it fits.
func assignError(e error, want types.Type, target rt.Box) bool {
	x, boxed := e.(rt.Box)
	if it, ok := want.Underlying().(*types.Interface); ok {
		if boxed && types.Implements(x.T.T, it) || !boxed && rt.Missing(e, it) == "" {
			reflect.ValueOf(target.V).Elem().Set(reflect.ValueOf(e))
			return true
		}
		return false
	}
	if boxed && types.Identical(x.T.T, want) {
		rt.SetTo(target.V, x.V)
		return true
	}
	if boxed && x.Has("As") {
		return x.CallMethod("As", target)[0].(bool)
	}
	return false
}
