package shim

import (
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// directive is one of a format's, with the operands that fmt would choose for it.
type directive struct {
	before  string // literal text in front of it
	spec    string // flags, width and precision
	stars   []any  // the operands of the stars in spec
	starred bool   // it had a star
	verb    rune
	at      int    // its operand, -1 for none
	note    string // what fmt prints instead of it
}

// reading reads a format as fmt does.
type reading struct {
	format  string
	args    []any
	i, next int  // in the format, in args
	bad     bool // an argument index is malformed
	indexed bool // the format has chosen an operand by an index, and none is in excess
}

// directives are those of a format, the text after the last one, and how many operands are
// in excess.
func directives(format string, args []any) (ds []directive, rest string, excess int) {
	r := reading{format: format, args: args}
	for {
		n := strings.IndexByte(r.format[r.i:], '%')
		if n < 0 {
			break
		}
		before := r.format[r.i : r.i+n]
		r.i += n + 1
		ds = append(ds, r.directive(before))
	}
	if !r.indexed && r.next < len(args) {
		excess = len(args) - r.next
	}
	return ds, r.format[r.i:], excess
}

// directive reads a directive after its percent sign.
func (r *reading) directive(before string) directive {
	d := directive{before: before, at: -1}
	r.bad = false
	d.spec = r.readSpan("+-# 0")
	chosen := r.readIndex()
	var given bool
	if given, chosen = r.readNumber(&d, chosen, "%!(BADWIDTH)"); given && chosen {
		r.bad = true
	}
	if strings.HasPrefix(r.format[r.i:], ".") {
		r.bad = r.bad || chosen
		r.i++
		d.spec += "."
		chosen = r.readIndex()
		_, chosen = r.readNumber(&d, chosen, "%!(BADPREC)")
	}
	if !chosen {
		r.readIndex()
	}
	verb, size := utf8.DecodeRuneInString(r.format[r.i:])
	d.verb = verb
	r.i += size
	switch {
	case size == 0:
		d.note = "%!(NOVERB)"
	case verb == '%':
		d.note = "%"
	case r.bad:
		d.note = "%!" + string(verb) + "(BADINDEX)"
	case r.next >= len(r.args):
		d.note = "%!" + string(verb) + "(MISSING)"
	default:
		d.at = r.next
		r.next++
	}
	return d
}

// readSpan reads characters of a set.
func (r *reading) readSpan(set string) string {
	rest := r.format[r.i:]
	n := len(rest) - len(strings.TrimLeft(rest, set))
	r.i += n
	return rest[:n]
}

// readIndex reads an index such as [2], and reports whether it chose an operand.
func (r *reading) readIndex() bool {
	rest := r.format[r.i:]
	if !strings.HasPrefix(rest, "[") {
		return false
	}
	r.indexed = true
	n := strings.IndexByte(rest, ']')
	if len(rest) < len("[n]") {
		n = 0 // only the bracket is skipped
	}
	if n < 2 {
		r.bad = true
		r.i += max(n, 0) + 1
		return false
	}
	r.i += n + 1
	k, err := strconv.ParseUint(rest[1:n], 10, 31)
	if err != nil || k < 1 || int(k) > len(r.args) {
		r.bad = true
		return err == nil
	}
	r.next = int(k) - 1
	return true
}

// readNumber reads a width or precision: a number, and then given is true, or a star with
// its operand, which uses up the chosen index.
func (r *reading) readNumber(d *directive, chosen bool, note string) (given, still bool) {
	if !strings.HasPrefix(r.format[r.i:], "*") {
		digits := r.readSpan("0123456789")
		d.spec += digits
		return digits != "", chosen
	}
	r.i++
	d.starred = true
	var x any
	if r.next < len(r.args) {
		x = r.args[r.next]
		r.next++
	}
	if v := reflect.ValueOf(x); !v.CanInt() && !v.CanUint() {
		d.before += strings.ReplaceAll(note, "%", "%%")
		return false, false
	}
	d.spec += "*"
	d.stars = append(d.stars, x)
	return false, false
}
