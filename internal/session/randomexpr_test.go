package session

import (
	"fmt"
	"strings"
)

// expr is an expression of the type; deep bounds how far it is nested.
func (p *randomProgram) expr(t string, deep int) string {
	if v, ok := p.variable(t, false); ok && (deep <= 0 || p.IntN(3) == 0) {
		return v
	}
	if deep > 0 && p.IntN(4) == 0 {
		if x := p.callOf(t, deep-1); x != "" {
			return x
		}
	}
	if deep > 0 && p.IntN(8) == 0 {
		return fmt.Sprintf("pick[%s](%s, %s, %s)", t, p.expr("bool", deep-1), p.expr(t, deep-1), p.expr(t, deep-1))
	}
	switch {
	case isInteger(t):
		return p.integer(t, deep)
	case isNumber(t):
		return p.float(t, deep)
	}
	return p.other(t, deep)
}

// callOf calls an earlier function with that result, empty for none.
func (p *randomProgram) callOf(t string, deep int) string {
	for _, f := range p.funcs {
		if f.result != t || p.IntN(2) == 0 {
			continue
		}
		var args []string
		for _, a := range f.params {
			args = append(args, p.expr(a, deep))
		}
		return fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
	}
	return ""
}

// nonConst is an expression that the compiler can't fold.
func (p *randomProgram) nonConst(t string) string {
	if v, ok := p.variable(t, false); ok {
		return v
	}
	return fmt.Sprintf("pick[%s](fuel%%%d == 0, %s, %s)", t, 2+p.IntN(3), p.expr(t, 0), p.expr(t, 0))
}

// count is a shift count, which is seldom negative.
func (p *randomProgram) count() string {
	switch p.IntN(6) {
	case 0:
		return p.nonConst(p.one("uint8", "uint", "int8"))
	case 1:
		return fmt.Sprintf("(%s & 63)", p.nonConst("uint16"))
	}
	return fmt.Sprint(p.IntN(9))
}

// divisor is seldom zero.
func (p *randomProgram) divisor(t string) string {
	if p.IntN(8) == 0 {
		return p.nonConst(t)
	}
	return fmt.Sprintf("(%s | 1)", p.nonConst(t))
}

func (p *randomProgram) integer(t string, deep int) string {
	if deep <= 0 {
		if p.IntN(6) == 0 {
			return map[string]string{"int8": "math.MinInt8", "uint8": "math.MaxUint8", "int16": "math.MinInt16", "uint16": "math.MaxUint16",
				"int32": "math.MinInt32", "uint32": "math.MaxUint32", "int64": "math.MinInt64", "uint64": "math.MaxUint64",
				"int": "math.MinInt", "uint": "math.MaxUint", "level": "math.MaxInt32"}[t]
		}
		return fmt.Sprint(p.IntN(100))
	}
	a, b := p.nonConst(t), p.expr(t, deep-1)
	switch p.IntN(12) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", a, p.one("+", "-", "*", "&", "|", "^", "&^"), b)
	case 3:
		return fmt.Sprintf("(%s %s %s)", a, p.one("/", "%"), p.divisor(t))
	case 4:
		return fmt.Sprintf("(%s %s %s)", a, p.one("<<", ">>"), p.count())
	case 5:
		return fmt.Sprintf("%s(%s)", t, p.nonConst(p.one(integers...)))
	case 6:
		return fmt.Sprintf("(%s%s)", p.one("-", "^", "+"), a)
	case 7:
		return fmt.Sprintf("%s(whole(%s))", t, p.expr("float64", deep-1))
	case 8:
		return fmt.Sprintf("%s(%s, %s)", p.one("min", "max", "sum"), a, b)
	case 9:
		return fmt.Sprintf("%s(len(%s))", t, p.expr(p.one("[]int", "string", "map[string]int"), deep-1))
	}
	if t == "int" {
		return p.intValue(deep)
	}
	return fmt.Sprintf("%s(%s)", t, p.intValue(deep))
}

// intValue is an int out of something else.
func (p *randomProgram) intValue(deep int) string {
	switch p.IntN(9) {
	case 0:
		return fmt.Sprintf("%s[%s]", p.expr("map[string]int", deep-1), p.expr("string", deep-1))
	case 1:
		return p.expr("point", deep-1) + ".score()"
	case 2:
		return "(" + p.expr("*point", deep-1) + ").In.N"
	case 3:
		return fmt.Sprintf("%s(%s)", p.expr("func(int) int", deep-1), p.expr("int", deep-1))
	case 4:
		return fmt.Sprintf("scored(%s).score()", p.expr(p.one("point", "*point", "level"), deep-1))
	case 5:
		return fmt.Sprintf("sum(%s...)", p.expr("[]int", deep-1))
	case 6:
		return fmt.Sprintf("(&stack[int]{items: %s}).push(%s)", p.expr("[]int", deep-1), p.expr("int", deep-1))
	case 7:
		return fmt.Sprintf("stack[int]{items: %s}.top(%s)", p.expr("[]int", deep-1), p.expr("int", deep-1))
	}
	if v, ok := p.variable("[]int", false); ok {
		return fmt.Sprintf("%s[%s]", v, p.index(v))
	}
	return fmt.Sprintf("len(%s)", p.expr("string", deep-1))
}

func (p *randomProgram) float(t string, deep int) string {
	if deep <= 0 {
		return p.one("0.5", "1.5", "3", "0", "1e3", "0.1", "1e-9")
	}
	a, b := p.nonConst(t), p.expr(t, deep-1)
	switch p.IntN(8) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", a, p.one("+", "-", "*"), b)
	case 3:
		return fmt.Sprintf("(%s / %s)", a, p.nonConst(t))
	case 4:
		return fmt.Sprintf("(-%s)", a)
	case 5:
		return fmt.Sprintf("%s(%s)", t, p.nonConst(p.one(integers...)))
	case 6:
		return fmt.Sprintf("%s(%s, %s)", p.one("min", "max", "sum"), a, b)
	}
	return fmt.Sprintf("%s(math.%s(float64(%s)))", t, p.one("Abs", "Floor", "Sqrt"), a)
}

func (p *randomProgram) other(t string, deep int) string {
	e := func(t string) string { return p.expr(t, deep-1) }
	switch t {
	case "string":
		return p.text1(deep)
	case "bool":
		return p.condition(deep)
	case "[]int":
		if deep > 0 {
			switch p.IntN(5) {
			case 0:
				return fmt.Sprintf("append(%s, %s)", e("[]int"), e("int"))
			case 1:
				return fmt.Sprintf("mapped(%s, %s)", e("[]int"), e("func(int) int"))
			case 2:
				return fmt.Sprintf("append([]int(nil), %s...)", e("[]int"))
			case 3:
				if v, ok := p.variable("[]int", false); ok {
					return fmt.Sprintf("%s[min(%d, len(%s)):]", v, p.IntN(3), v)
				}
			}
		}
		return fmt.Sprintf("[]int{%s, %s, %d}", e("int"), e("int"), p.IntN(9))
	case "[]string":
		return fmt.Sprintf("[]string{%s, %s}", e("string"), e("string"))
	case "[]float64":
		return fmt.Sprintf("[]float64{%s, %s}", e("float64"), e("float64"))
	case "map[string]int":
		return fmt.Sprintf("map[string]int{\"k\": %s, \"l\": %s}", e("int"), e("int"))
	case "point":
		if deep > 0 && p.IntN(3) == 0 {
			return "*" + e("*point")
		}
		return fmt.Sprintf("point{A: %s, F: %s, s: %s, In: %s}", e("int8"), e("float64"), e("[]int"), e("inner"))
	case "*point":
		if v, ok := p.variable("point", true); ok && p.IntN(2) == 0 {
			return "&" + v
		}
		return fmt.Sprintf("&point{A: %s, b: %s}", e("int8"), e("uint16"))
	case "inner":
		if deep > 0 && p.IntN(2) == 0 {
			return fmt.Sprintf("%s.longer(%s)", e("inner"), e("string"))
		}
		return fmt.Sprintf("inner{%s, %s}", e("int"), e("string"))
	case "[3]int16":
		return fmt.Sprintf("[3]int16{%s, 2: %s}", e("int16"), e("int16"))
	case "func(int) int":
		return fmt.Sprintf("func(y int) int { return y %s %s }", p.one("+", "-", "*", "^"), e("int"))
	}
	if x := p.composed(t, deep); x != "" {
		return x
	}
	return fmt.Sprintf("any(%s)", e(p.one("int", "string", "int8", "point", "level", "[]int", "float64")))
}

// composed is a value of one of the types made of otherTypes.
func (p *randomProgram) composed(t string, deep int) string {
	e := func(t string) string { return p.expr(t, deep-1) }
	switch t {
	case "complex128":
		if deep > 0 && p.IntN(2) == 0 {
			return fmt.Sprintf("(%s %s %s)", p.nonConst(t), p.one("+", "-", "*"), e(t))
		}
		return fmt.Sprintf("complex(%s, %s)", p.nonConst("float64"), e("float64"))
	case "[2]inner":
		return fmt.Sprintf("[2]inner{%s, 1: %s}", e("inner"), e("inner"))
	case "map[inner]string":
		return fmt.Sprintf("map[inner]string{%s: %s}", e("inner"), e("string"))
	case "chan int":
		return fmt.Sprintf("make(chan int, %d)", p.IntN(3))
	case "named":
		return fmt.Sprintf("named{point: %s, Label: %s}", e("point"), e("string"))
	case "error":
		if p.IntN(3) == 0 {
			return "error(nil)"
		}
		return fmt.Sprintf("error(failure{%s})", e("int"))
	}
	return ""
}

// text1 is a string.
func (p *randomProgram) text1(deep int) string {
	if deep <= 0 {
		return p.one(`""`, `"a"`, `"äö"`, `"日本"`, `"x\x00y"`)
	}
	switch p.IntN(6) {
	case 0:
		return fmt.Sprintf("(%s + %s)", p.expr("string", deep-1), p.expr("string", 0))
	case 1:
		return fmt.Sprintf("kind(%s)", p.expr("any", deep-1))
	case 2:
		return fmt.Sprintf("string([]byte(%s))", p.expr("string", deep-1))
	case 3:
		return fmt.Sprintf("string(rune(%s))", p.nonConst("uint16"))
	case 4:
		return fmt.Sprintf("fmt.Sprint(%s)", p.expr(p.one("int", "float64", "bool", "inner", "uint8"), deep-1))
	}
	return p.expr("inner", deep-1) + ".T"
}

func (p *randomProgram) condition(deep int) string {
	if deep <= 0 {
		return p.one("true", "false")
	}
	switch p.IntN(6) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", p.expr("bool", deep-1), p.one("&&", "||", "==", "!="), p.expr("bool", deep-1))
	case 1:
		return fmt.Sprintf("!%s", p.nonConst("bool"))
	case 2:
		return fmt.Sprintf("(any(%s) == any(%s))", p.nonConst(p.one("int", "int8", "level")), p.nonConst("int"))
	case 3:
		return fmt.Sprintf("(%s == %s)", p.expr("inner", 0), p.nonConst("inner"))
	}
	t := p.one("int", "int8", "uint64", "float64", "string")
	return fmt.Sprintf("(%s %s %s)", p.nonConst(t), p.one("==", "!=", "<", "<=", ">", ">="), p.expr(t, deep-1))
}
