package shim

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

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
	x = rt.Unbox(x)
	return x != nil && reflect.TypeOf(x).Kind() == reflect.String
}

// verbs rewrites %T, %p and %w operands that are boxes.
func (l *Library) verbs(format string, args []any) (string, []any) {
	return l.answered(format, args, false)
}

// answered rewrites %T, %p and %w operands that are boxes, for which fmt doesn't call the
// value, and lists excess operands: a box becomes its type's name or the pointer in it.
// %w is valid only if fmt wraps errors, and only for an error.
func (l *Library) answered(format string, args []any, wraps bool) (string, []any) {
	args = l.tied(args)
	if !slices.ContainsFunc(args, asked) {
		return format, args
	}
	f, out := []byte(format), append([]any{}, args...)
	k := 0
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			continue
		}
		i++
		for i < len(f) && strings.IndexByte("+-# 0123456789.*", f[i]) >= 0 {
			if f[i] == '*' {
				k++
			}
			i++
		}
		if i >= len(f) || f[i] == '[' { // numbered operands stay as they are
			return string(f), out
		}
		if f[i] == '%' {
			continue
		}
		if k < len(out) {
			if x, ok := out[k].(knot); ok && (f[i] == 'T' || f[i] == 'p') {
				out[k] = x.v
			}
			switch b, ok := rt.BoxOf(out[k]); {
			case ok && f[i] == 'T':
				f[i], out[k] = 's', b.T.Shown
			case ok && f[i] == 'p':
				out[k] = b.V
			case ok && f[i] == 'w' && wraps && b.T.Native("Error") == errorMethod:
				out[k] = l.rt.ToNative(b)
			case ok && f[i] == 'w':
				f[i], out[k] = 's', l.badVerb(b, 'w')
			}
		}
		k++
	}
	if k < len(out) {
		return string(f) + strings.ReplaceAll(extra(out[k:]), "%", "%%"), out[:k]
	}
	return string(f), out
}

// badVerb is what fmt prints for a verb that is wrong for every value.
func (l *Library) badVerb(b rt.Box, verb rune) string {
	var s textState
	p := formatter{State: &s, r: l.rt, verb: 'v'}
	p.value(b.T.T, reflect.ValueOf(b.V), 0, false)
	return fmt.Sprintf("%%!%c(%s=%s)", verb, b.T.Shown, s.String())
}

// extra is fmt's note about operands without a verb, with the user's types.
func extra(args []any) string {
	texts := make([]string, len(args))
	for i, x := range args {
		texts[i] = fmt.Sprint(x)
		if x != nil {
			texts[i] = rt.DynamicName(x) + "=" + texts[i]
		}
	}
	return "%!(EXTRA " + strings.Join(texts, ", ") + ")"
}

// asked reports whether an operand must be rewritten for fmt.
func asked(x any) bool {
	_, tied := x.(knot)
	return tied || isBox(x)
}

func isBox(x any) bool { _, ok := rt.BoxOf(x); return ok }

// errorMethod is the type of Error.
var errorMethod = reflect.TypeFor[func() string]()
