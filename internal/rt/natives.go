package rt

import (
	"fmt"
	"go/types"
	"io"
	"log"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Symbols are the natives that lowered code calls as rt.Name.
func (r *Runtime) Symbols() map[string]reflect.Value {
	v := reflect.ValueOf
	return map[string]reflect.Value{
		"As": v(As), "Box": v(NewBox), "CheckChan": v(CheckChan), "CheckMake": v(r.CheckMake), "CheckAppend": v(r.CheckAppend), "Clear": v(Clear),
		"Close": v(Close), "Complex": v(Complex), "Convert": v(r.Convert), "Copy": v(Copy), "DecodeRune": v(DecodeRune),
		"DivideByZero": v(DivideByZero), "Enter": v(r.Enter), "Withhold": v(r.Withhold), "Equal": v(Equal), "File": v(r.File),
		"FromNative": v(r.FromNative), "Go": v(r.Go), "Guard": v(r.Guard), "Imag": v(Imag), "Implements": v(Implements),
		"IndexOutOfRange": v(IndexOutOfRange), "UnsignedOutOfRange": v(UnsignedOutOfRange), "SliceOutOfRange": v(SliceOutOfRange),
		"Inf": v(Inf), "Inspect": v(r.Inspect), "InspectMethod": v(r.InspectMethod), "Interface": v(Interface), "Invoke": v(r.Invoke), "Is": v(Is), "IteratorDone": v(IteratorDone), "Literal": v(Literal), "Caller": v(r.Caller), "Log": v(r.Log), "LogTo": v(r.LogTo), "LoadVar": v(r.LoadVar), "VarAddress": v(r.VarAddress),
		"Max": v(Max), "Method": v(Method), "Min": v(Min), "MustAs": v(MustAs), "MustImplement": v(MustImplement),
		"MutexLock": v(r.MutexLock), "Native": v(r.Native), "NativeMethod": v(r.NativeMethod),
		"NegativeShift": v(NegativeShift), "NilDereference": v(NilDereference), "NotNil": v(NotNil), "Panic": v(Panic),
		"Print": v(r.Print), "Println": v(r.Println), "Quo": v(Quo), "RWMutexLock": v(r.RWMutexLock),
		"RWMutexRLock": v(r.RWMutexRLock), "RangeMap": v(RangeMap), "Real": v(Real), "Recover": v(Recover), "Recv": v(r.Recv),
		"RuneString": v(RuneString), "SameChan": v(SameChan), "Slice": v(Slice), "SliceData": v(SliceData), "StringAt": v(StringAt), "StringData": v(StringData), "Select": v(r.Select), "Send": v(r.Send), "Show": v(r.Show),
		"ShowError": v(r.ShowError), "Store": v(r.Store), "StoreVar": v(r.StoreVar), "Unbox": v(r.Unbox), "WaitGroupWait": v(r.WaitGroupWait), "WaitGroupGo": v(r.WaitGroupGo),

		"Defers": v((*Defers)(nil)), "Iter": v((*Iter)(nil)), "Type": v((*Type)(nil)),
	}
}

// Overrides are the functions of the standard library that a session has of its
// own: those that print, read, wait, exit, or look at types.
func (r *Runtime) Overrides() map[string]map[string]reflect.Value {
	v := reflect.ValueOf
	out := r.config.Stdout
	return map[string]map[string]reflect.Value{
		"fmt": {
			"Print":   v(func(a ...any) (int, error) { return fmt.Fprint(out, operands(a)...) }),
			"Sprint":  v(func(a ...any) string { return fmt.Sprint(operands(a)...) }),
			"Fprint":  v(func(w io.Writer, a ...any) (int, error) { return fmt.Fprint(w, operands(a)...) }),
			"Append":  v(func(b []byte, a ...any) []byte { return fmt.Append(b, operands(a)...) }),
			"Println": v(func(a ...any) (int, error) { return fmt.Fprintln(out, a...) }),
			"Printf":  v(func(f string, a ...any) (int, error) { f, a = verbs(f, a); return fmt.Fprintf(out, f, a...) }),
			"Sprintf": v(func(f string, a ...any) string { f, a = verbs(f, a); return fmt.Sprintf(f, a...) }),
			"Fprintf": v(func(w io.Writer, f string, a ...any) (int, error) { f, a = verbs(f, a); return fmt.Fprintf(w, f, a...) }),
			"Appendf": v(func(b []byte, f string, a ...any) []byte { f, a = verbs(f, a); return fmt.Appendf(b, f, a...) }),
			"Errorf":  v(func(f string, a ...any) error { f, a = answered(f, a, true); return fmt.Errorf(f, a...) }),
			"Scan":    v(func(a ...any) (int, error) { return fmt.Fscan(r.stdin, r.places(a)...) }),
			"Scanln":  v(func(a ...any) (int, error) { return fmt.Fscanln(r.stdin, r.places(a)...) }),
			"Scanf":   v(func(f string, a ...any) (int, error) { return fmt.Fscanf(r.stdin, f, r.places(a)...) }),
			"Fscan":   v(func(f io.Reader, a ...any) (int, error) { return fmt.Fscan(f, r.places(a)...) }),
			"Fscanln": v(func(f io.Reader, a ...any) (int, error) { return fmt.Fscanln(f, r.places(a)...) }),
			"Fscanf":  v(func(f io.Reader, s string, a ...any) (int, error) { return fmt.Fscanf(f, s, r.places(a)...) }),
			"Sscan":   v(func(s string, a ...any) (int, error) { return fmt.Sscan(s, r.places(a)...) }),
			"Sscanln": v(func(s string, a ...any) (int, error) { return fmt.Sscanln(s, r.places(a)...) }),
			"Sscanf":  v(func(s, f string, a ...any) (int, error) { return fmt.Sscanf(s, f, r.places(a)...) }),
		},
		"os":   {"Exit": v(r.exit)},
		"time": {"Sleep": v(r.Sleep)},
		"errors": {
			"As": v(errorsAs),
			"Is": v(errorsIs),
			"Unwrap": v(func(err error) error {
				if e, ok := unwrap(err).(error); ok {
					return e
				}
				return nil
			}),
		},
		"log": {
			"Print":   v(func(a ...any) { log.Print(operands(a)...) }),
			"Printf":  v(func(f string, a ...any) { f, a = verbs(f, a); log.Printf(f, a...) }),
			"Fatal":   v(func(a ...any) { log.Print(a...); r.exit(1) }),
			"Fatalf":  v(func(f string, a ...any) { f, a = verbs(f, a); log.Printf(f, a...); r.exit(1) }),
			"Fatalln": v(func(a ...any) { log.Println(a...); r.exit(1) }),
		},
	}
}

// exit is os.Exit.
func (r *Runtime) exit(code int) {
	if r.config.Exit != nil {
		r.config.Exit(code)
	}
	panic(Exit{code})
}

// places are the pointers that Scan stores through: those in boxes, unless the
// type scans itself.
func (r *Runtime) places(a []any) []any {
	out := slices.Clone(a)
	for i, x := range out {
		b, ok := x.(Box)
		if !ok {
			continue
		}
		out[i] = b.V
		if b.has("Scan") && r.config.Adapt != nil {
			if s, ok := r.config.Adapt(reflect.TypeFor[fmt.Scanner](), b); ok {
				out[i] = s
			}
		}
	}
	return out
}

// operands makes Print space its operands as it does in compiled Go: it leaves
// out the space beside a string, which the value in a box may be.
func operands(a []any) []any {
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
	x = Unbox(x)
	return x != nil && reflect.TypeOf(x).Kind() == reflect.String
}

// verbs are format and operands in which boxes are answered for where fmt
// doesn't ask them.
func verbs(format string, args []any) (string, []any) { return answered(format, args, false) }

// answered answers %T, %p and %w of boxes, about which fmt doesn't ask the value,
// and names operands in excess: a box gives its type's name, or the pointer in
// it. Only where fmt wraps errors, and only for an error, is %w right.
func answered(format string, args []any, wraps bool) (string, []any) {
	if !slices.ContainsFunc(args, isBox) {
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
			switch b, ok := out[k].(Box); {
			case ok && f[i] == 'T':
				f[i], out[k] = 's', b.T.Shown
			case ok && f[i] == 'p':
				out[k] = b.V
			case ok && f[i] == 'w' && !(wraps && b.has("Error")):
				f[i], out[k] = 's', b.badVerb('w')
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
func (b Box) badVerb(verb rune) string {
	var s textState
	p := formatter{State: &s, r: b.T.rt, verb: 'v'}
	p.value(b.T.T, reflect.ValueOf(b.V), 0, false)
	return fmt.Sprintf("%%!%c(%s=%s)", verb, b.T.Shown, s.String())
}

func isBox(x any) bool { _, ok := x.(Box); return ok }

// extra is fmt's remark about operands without a verb, with the user's types.
func extra(args []any) string {
	texts := make([]string, len(args))
	for i, x := range args {
		texts[i] = fmt.Sprint(x)
		if x != nil {
			texts[i] = dynamicName(x) + "=" + texts[i]
		}
	}
	return "%!(EXTRA " + strings.Join(texts, ", ") + ")"
}

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
		if b, ok := e.(Box); ok {
			return b.has("Is") && b.CallMethod("Is", target)[0].(bool)
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
	if b, ok := err.(Box); ok {
		if !b.has("Unwrap") {
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
	b, ok := target.(Box)
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
func assignError(e error, want types.Type, target Box) bool {
	x, boxed := e.(Box)
	if it, ok := want.Underlying().(*types.Interface); ok {
		if boxed && types.Implements(x.T.T, it) || !boxed && missing(e, &Type{T: want}) == "" {
			reflect.ValueOf(target.V).Elem().Set(reflect.ValueOf(e))
			return true
		}
		return false
	}
	if boxed && types.Identical(x.T.T, want) {
		store(target.V, x.V)
		return true
	}
	if boxed && x.has("As") {
		return x.CallMethod("As", target)[0].(bool)
	}
	return false
}

// Stdin is the standard input of a session: each line is asked for when it is
// read.
type Stdin struct {
	read func() (string, error)
	mu   sync.Mutex
	buf  []byte
	last rune
	back bool
}

// Read gives the rest of the last line, or asks for the next.
func (s *Stdin) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.buf) == 0 {
		if s.read == nil {
			return os.Stdin.Read(p)
		}
		line, err := s.read()
		if err != nil {
			return 0, err
		}
		s.buf = []byte(line + "\n")
	}
	n := copy(p, s.buf)
	s.buf = s.buf[n:]
	return n, nil
}

// ReadRune lets fmt.Scan read no further than it must.
func (s *Stdin) ReadRune() (rune, int, error) {
	if s.back {
		s.back = false
		return s.last, utf8.RuneLen(s.last), nil
	}
	var b [utf8.UTFMax]byte
	for n := 0; ; {
		if _, err := s.Read(b[n : n+1]); err != nil {
			return 0, 0, err
		}
		n++
		if utf8.FullRune(b[:n]) {
			r, size := utf8.DecodeRune(b[:n])
			s.last = r
			return r, size, nil
		}
	}
}

// UnreadRune gives the last rune back.
func (s *Stdin) UnreadRune() error {
	s.back = true
	return nil
}
