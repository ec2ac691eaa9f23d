package shim

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"riffle/internal/maketype"
	"riffle/internal/rt"
)

// operands makes Print space its operands as in compiled Go: there is no space beside a
// string, which a boxed value may be.
func (l *Library) operands(a []any) []any {
	a = l.tied(a)
	if !slices.ContainsFunc(a, func(x any) bool { return isBox(x) && isString(x) }) {
		return a
	}
	var b strings.Builder
	for i, x := range a {
		if i > 0 && !isString(x) && !isString(a[i-1]) {
			b.WriteByte(' ')
		}
		fmt.Fprint(&b, x)
	}
	return []any{b.String()}
}

func isString(x any) bool {
	x = unbox(x)
	return x != nil && reflect.TypeOf(x).Kind() == reflect.String
}

// verbs rewrites %T, %p and %w operands that are boxes.
func (l *Library) verbs(format string, args []any) (string, []any) {
	return l.answered(format, args, false)
}

// answered rewrites %T, %p and %w with a box as operand, for which fmt doesn't call the
// value, and lists excess operands. %w is valid only if fmt wraps errors, and only for an
// error.
func (l *Library) answered(format string, args []any, wraps bool) (string, []any) {
	args = l.tied(args)
	if !slices.ContainsFunc(args, asked) {
		return format, args
	}
	ds, rest, excess := directives(format, args)
	if excess == 0 && !slices.ContainsFunc(ds, func(d directive) bool { return d.asks(args) }) {
		return format, args
	}
	var f strings.Builder
	var out []any
	for _, d := range ds {
		f.WriteString(d.before)
		if d.at < 0 {
			f.WriteString(strings.ReplaceAll(d.note, "%", "%%"))
			continue
		}
		verb, x := l.answer(d.verb, args[d.at], wraps)
		f.WriteString("%" + d.spec + string(verb))
		out = append(append(out, d.stars...), x)
	}
	f.WriteString(rest)
	if excess > 0 {
		f.WriteString(strings.ReplaceAll(extra(args[len(args)-excess:]), "%", "%%"))
	}
	return f.String(), out
}

// asks reports whether fmt would print a directive wrongly.
func (d directive) asks(args []any) bool {
	return d.starred || d.at >= 0 && strings.ContainsRune("Tpw", d.verb) && asked(args[d.at])
}

// answer is a verb and an operand with which fmt prints what it should for x.
func (l *Library) answer(verb rune, x any, wraps bool) (rune, any) {
	if !asked(x) {
		return verb, x
	}
	b, boxed := rt.Boxed(x)
	switch verb {
	case 'T':
		return 's', shownType(x)
	case 'p':
		v := reflect.ValueOf(untied(unbox(x)))
		if boxed {
			v = unwrapRecursive(b.T.T, v)
		}
		switch v.Kind() {
		case reflect.Chan, reflect.Func, reflect.Map, reflect.Pointer, reflect.Slice, reflect.UnsafePointer:
			return 'p', v.Interface()
		}
		return 's', l.badVerb(x, 'p')
	case 'w':
		if _, ok := untied(x).(error); !boxed && wraps && ok {
			return 'w', untied(x)
		}
		if boxed && wraps && b.T.Native("Error") == errorMethod {
			return 'w', l.rt.ToNative(b)
		}
		if wraps && boxed && !rt.HoldsBoxes(b.V) { // fmt makes another error for it than without %w
			_, named := types.Unalias(b.T.T).(*types.Named)
			v := unwrapRecursive(b.T.T, reflect.ValueOf(b.V))
			return 'w', as(maketype.Named(v.Type(), b.T.Shown, named), v).Interface()
		}
		return 's', l.badVerb(x, 'w')
	}
	return verb, x
}

// untied is what native code got as a knot.
func untied(x any) any {
	if k, ok := x.(knot); ok {
		return k.v
	}
	return x
}

// shownType is the name of the type of a value that isn't nil.
func shownType(x any) string { return rt.DynamicName(untied(x)) }

// badVerb is what fmt prints for a verb that is wrong for every value.
func (l *Library) badVerb(x any, verb rune) string {
	var s textState
	p := formatter{State: &s, r: l.rt, verb: 'v'}
	p.any(untied(x), 0, false)
	return fmt.Sprintf("%%!%c(%s=%s)", verb, shownType(x), s.String())
}

// extra is fmt's note about operands without a verb, with the user's types.
func extra(args []any) string {
	texts := make([]string, len(args))
	for i, x := range args {
		texts[i] = fmt.Sprint(x)
		if x != nil {
			texts[i] = shownType(x) + "=" + texts[i]
		}
	}
	return "%!(EXTRA " + strings.Join(texts, ", ") + ")"
}

// asked reports whether an operand must be rewritten for fmt.
func asked(x any) bool {
	_, tied := x.(knot)
	return tied || isBox(x)
}

func isBox(x any) bool { _, ok := rt.Boxed(x); return ok }

// errorMethod is the type of Error.
var errorMethod = reflect.TypeFor[func() string]()
