package lower

import (
	"go/constant"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ConstText is the declaration of a constant, with its value instead of the expression
// that gave it.
func ConstText(o *types.Const, q types.Qualifier) string {
	typ := ""
	untyped := constant.Unknown
	if b, ok := o.Type().(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		untyped = map[types.BasicKind]constant.Kind{types.UntypedFloat: constant.Float, types.UntypedComplex: constant.Complex}[b.Kind()]
		if b.Kind() == types.UntypedRune {
			if r, ok := constant.Int64Val(o.Val()); ok && utf8.ValidRune(rune(r)) && int64(rune(r)) == r {
				return "const " + o.Name() + " = " + strconv.QuoteRuneToASCII(rune(r))
			}
			return "const " + o.Name() + " = '\\x00' + " + constText(o.Val(), untyped)
		}
	} else {
		typ = " " + types.TypeString(o.Type(), q)
	}
	return "const " + o.Name() + typ + " = " + constText(o.Val(), untyped)
}

// constText is an exact value as an expression, of an untyped constant's kind.
func constText(v constant.Value, untyped constant.Kind) string {
	switch {
	case untyped == constant.Complex || v.Kind() == constant.Complex:
		return "(" + constText(constant.Real(v), constant.Float) + " + " + constText(constant.Imag(v), constant.Float) + "*1i)"
	case untyped == constant.Float:
		num, den, ok := strings.Cut(constant.ToFloat(v).ExactString(), "/")
		if !ok {
			den = "1"
		}
		return decimal(num) + " / " + decimal(den)
	case v.Kind() == constant.Float:
		return constText(v, constant.Float)
	}
	return v.ExactString()
}

// decimal is a number as a literal of a floating-point constant.
func decimal(number string) string {
	if strings.ContainsAny(number, ".epx") {
		return number
	}
	return number + ".0"
}
