package compile

import (
	"go/constant"
	"reflect"
)

// constantValue is a constant as a Go value of a type that has it.
func constantValue(t reflect.Type, k constant.Value) reflect.Value {
	v := reflect.New(t).Elem()
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(constant.BoolVal(k))
	case reflect.String:
		v.SetString(constant.StringVal(k))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(floatConstant(t.Bits(), k))
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(floatConstant(t.Bits()/2, constant.Real(k)), floatConstant(t.Bits()/2, constant.Imag(k))))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(integer(k))
	default:
		v.SetUint(uint64(integer(k)))
	}
	return v
}

// floatConstant is a constant rounded once, to 32 or 64 bits.
func floatConstant(bits int, k constant.Value) float64 {
	k = constant.ToFloat(k)
	if bits == 32 {
		x, _ := constant.Float32Val(k)
		return float64(x)
	}
	x, _ := constant.Float64Val(k)
	return x
}
