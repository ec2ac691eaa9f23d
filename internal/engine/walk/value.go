package walk

import (
	"cmp"
	"go/token"
	"reflect"
)

// set assigns a value to a place.
func set(place, v reflect.Value) { place.Set(as(v, place.Type())) }

// as is a value as one of a type to which it can be assigned.
func as(v reflect.Value, t reflect.Type) reflect.Value {
	if v.Type() == t || t.Kind() == reflect.Interface {
		return v
	}
	return v.Convert(t)
}

// copied is a value that doesn't change with its place.
func copied(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// arithmetic is a op b. A result too large for the type loses its upper bits when it is
// stored, as in Go.
func arithmetic(op token.Token, a, b reflect.Value) reflect.Value {
	v := reflect.New(a.Type()).Elem()
	switch {
	case a.Kind() == reflect.String:
		v.SetString(a.String() + b.String())
	case a.CanInt():
		v.SetInt(integer(op, a.Int(), b.Int()))
	case a.CanUint():
		v.SetUint(integer(op, a.Uint(), b.Uint()))
	case a.Kind() == reflect.Float32:
		v.SetFloat(float64(real(op, float32(a.Float()), float32(b.Float()))))
	case a.CanFloat():
		v.SetFloat(real(op, a.Float(), b.Float()))
	case a.Kind() == reflect.Complex64:
		v.SetComplex(complex128(product(op, complex64(a.Complex()), complex64(b.Complex()))))
	case a.CanComplex():
		v.SetComplex(product(op, a.Complex(), b.Complex()))
	default:
		fail("%s of a %s", op, a.Type())
	}
	return v
}

// common are the operations that all numbers have.
func common[T int64 | uint64 | float32 | float64 | complex64 | complex128](op token.Token, a, b T) (v T, ok bool) {
	switch op {
	case token.ADD:
		return a + b, true
	case token.SUB:
		return a - b, true
	case token.MUL:
		return a * b, true
	}
	return v, false
}

func integer[T int64 | uint64](op token.Token, a, b T) T {
	if v, ok := common(op, a, b); ok {
		return v
	}
	switch op {
	case token.QUO:
		return a / b
	case token.REM:
		return a % b
	case token.AND:
		return a & b
	case token.OR:
		return a | b
	case token.XOR:
		return a ^ b
	case token.AND_NOT:
		return a &^ b
	}
	fail("%s of integers", op)
	return 0
}

func real[T float32 | float64](op token.Token, a, b T) T {
	if v, ok := common(op, a, b); ok {
		return v
	}
	if op == token.QUO {
		return a / b
	}
	fail("%s of floats", op)
	return 0
}

func product[T complex64 | complex128](op token.Token, a, b T) T {
	v, ok := common(op, a, b)
	if !ok {
		fail("%s of complex numbers", op)
	}
	return v
}

// shifted is a shift by a count that is not negative.
func shifted(op token.Token, a, count reflect.Value) reflect.Value {
	n := uint64(0)
	if count.CanUint() {
		n = count.Uint()
	} else {
		n = uint64(count.Int())
	}
	v := reflect.New(a.Type()).Elem()
	switch {
	case a.CanInt() && op == token.SHL:
		v.SetInt(a.Int() << n)
	case a.CanInt():
		v.SetInt(a.Int() >> n)
	case op == token.SHL:
		v.SetUint(a.Uint() << n)
	default:
		v.SetUint(a.Uint() >> n)
	}
	return v
}

func equal(a, b reflect.Value) bool {
	switch {
	case a.Kind() == reflect.Bool:
		return a.Bool() == b.Bool()
	case a.Kind() == reflect.String:
		return a.String() == b.String()
	case a.CanInt():
		return a.Int() == b.Int()
	case a.CanUint():
		return a.Uint() == b.Uint()
	case a.CanFloat():
		return a.Float() == b.Float()
	case a.CanComplex():
		return a.Complex() == b.Complex()
	}
	fail("%s is compared", a.Type())
	return false
}

func ordered(op token.Token, a, b reflect.Value) bool {
	switch {
	case a.Kind() == reflect.String:
		return inOrder(op, a.String(), b.String())
	case a.CanInt():
		return inOrder(op, a.Int(), b.Int())
	case a.CanUint():
		return inOrder(op, a.Uint(), b.Uint())
	case a.CanFloat():
		return inOrder(op, a.Float(), b.Float())
	}
	fail("%s is ordered", a.Type())
	return false
}

func inOrder[T cmp.Ordered](op token.Token, a, b T) bool {
	switch op {
	case token.LSS:
		return a < b
	case token.LEQ:
		return a <= b
	case token.GTR:
		return a > b
	}
	return a >= b
}

// converted is T(v). What Go leaves undefined, a float out of an integer's range, is as
// in code compiled for this machine.
func converted(v reflect.Value, t reflect.Type) reflect.Value {
	if !v.CanFloat() {
		return v.Convert(t)
	}
	f := v.Float()
	c := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Int8:
		c.SetInt(int64(int8(f)))
	case reflect.Int16:
		c.SetInt(int64(int16(f)))
	case reflect.Int32:
		c.SetInt(int64(int32(f)))
	case reflect.Uint8:
		c.SetUint(uint64(uint8(f)))
	case reflect.Uint16:
		c.SetUint(uint64(uint16(f)))
	case reflect.Uint32:
		c.SetUint(uint64(uint32(f)))
	default:
		return v.Convert(t)
	}
	return c
}
