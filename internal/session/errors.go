package session

import (
	"errors"
	"fmt"
	"go/token"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/engine"
	"riffle/internal/parts"
	"riffle/internal/proto"
	"riffle/internal/rt"
	"riffle/shuffle"
)

func compileError(errs cell.Errors) *proto.CellError {
	e := &proto.CellError{Name: "compile error", Diagnostics: errs}
	if len(errs) > 0 {
		e.Message = errs[0].Message
	}
	if more := len(errs) - maxErrors; more > 0 {
		rest := errs[maxErrors]
		rest.Text, rest.Hint = "", ""
		rest.Message = fmt.Sprintf("%s, and %d more errors", rest.Message, more-1)
		e.Diagnostics = append(errs[:maxErrors:maxErrors], rest)
	}
	return e
}

// maxErrors is how many errors of a cell are shown: later ones follow from them, or can
// wait.
const maxErrors = 10

// engineError is the error for what the engine can't run: a fault of ours, unless it says
// otherwise.
func engineError(err error) *proto.CellError {
	var beyond *engine.Beyond
	if errors.As(err, &beyond) {
		return &proto.CellError{Name: "too long", Message: beyond.Why + "; the variables are kept"}
	}
	return &proto.CellError{Name: "internal error", Message: "riffle could not run this cell, which is a bug in riffle: " + err.Error()}
}

// panicError is a panic as the user sees it: Go's message and the places in the
// user's functions, innermost first.
func (s *Session) panicError(v any, left []engine.Frame) *proto.CellError {
	v = s.rt.Translate(v)
	if e, ok := v.(rt.Exit); ok {
		return &proto.CellError{
			Name:        proto.Exited,
			Message:     fmt.Sprintf("os.Exit(%d) ends a program; this session goes on, its variables are kept", e.Code),
			Diagnostics: s.placesOf(left),
			Exit:        e.Code,
		}
	}
	if f, ok := v.(rt.Fatal); ok {
		return &proto.CellError{Name: fatalError, Message: f.Error() + ", which ends a compiled program at once; the variables are kept", Diagnostics: s.placesOf(left)}
	}
	switch e := v.(type) {
	case rt.Unanswered:
		return &proto.CellError{Name: "no input", Message: e.Call + ": " + e.Why.Error(), Diagnostics: s.placesOf(left)}
	case *engine.Beyond:
		return engineError(e)
	case engine.Fault:
		return engineError(e)
	}
	switch v {
	case rt.ErrInterrupted:
		return interruptError(nil)
	case rt.ErrTooDeep:
		return s.depthError(distinct(left))
	case rt.ErrDeadlock:
		return deadlock("a channel or a lock", s.placesOf(left)...)
	}
	text, ok := s.panicTexts(v)
	if !ok { // a method Error panicked instead: that is the panic
		left = s.engine.Left()
	}
	e := proto.OfPanic(text, s.placesOf(left))
	if err, ok := v.(error); ok && errors.Is(err, parts.ErrLater) {
		e.Exit = StatusLater
	}
	return e
}

func deadlock(what string, places ...proto.Diagnostic) *proto.CellError {
	return &proto.CellError{
		Name:        "deadlock",
		Message:     "all goroutines are asleep: this cell waits for " + what + ", and nothing is left that could wake it; the variables are kept",
		Diagnostics: places,
	}
}

// addHint says what mends a panic of the run time, or where to read about a function
// of riffle's that refused its argument.
func (s *Session) addHint(e *proto.CellError, v any) *proto.CellError {
	err, _ := s.rt.Translate(v).(error)
	if _, ok := err.(runtime.Error); ok {
		hintAtPanic(e)
	}
	var refused *shuffle.ArgError
	if len(e.Diagnostics) == 0 || !errors.As(err, &refused) {
		return e
	}
	// A generator's method is named after the function that made it: MT19937.IntN.
	call, _, _ := strings.Cut(refused.Call, " ") // what follows is advice
	maker, _, _ := strings.Cut(call, ".")
	for _, name := range []string{call, maker} {
		if _, _, askable := proto.Question("?" + name); askable && s.documents(name) {
			e.Diagnostics[0].Hint = "?" + name + " says what it takes"
			break
		}
	}
	return e
}

// documents reports whether a name has a help page.
func (s *Session) documents(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.compiler.Inspect(name, len(name), 0).Found
}

// fatalError is the name of an error that no recover stops.
const fatalError = "fatal error"

// panicTexts is a panic as Go prints it, after those that it replaced; ok is false if a
// method of the value panicked, and the text is about that panic.
func (s *Session) panicTexts(v any) (text string, ok bool) {
	var b strings.Builder
	for i, e := range s.rt.Panics(v) {
		if i > 0 {
			b.WriteString("\n\tpanic: ")
		}
		if e.Omitted > 0 {
			fmt.Fprintf(&b, "(%d more)", e.Omitted)
			continue
		}
		text, ok = s.panicText(e.Value)
		b.WriteString(text)
		switch {
		case e.Again:
			b.WriteString(" [recovered, repanicked]")
		case e.Recovered:
			b.WriteString(" [recovered]")
		}
	}
	return b.String(), ok
}

// panicText is the panic's value as Go prints it.
func (s *Session) panicText(v any) (text string, ok bool) {
	ok = true
	defer func() {
		if r := recover(); r != nil {
			text, ok = "a value whose Error method panics", false
			if r, plain := s.rt.Translate(r).(string); plain {
				text = r
			}
		}
	}()
	return strings.ReplaceAll(s.valueText(v), "\n", "\n\t"), ok
}

func (s *Session) valueText(v any) string {
	if u, ok := v.(rt.Untranslated); ok {
		v = u.Value
	}
	switch v := v.(type) {
	case string:
		return v
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	}
	if t := rt.TypeOf(v); t != nil { // a basic value is shown with its type
		switch x := reflect.ValueOf(v); {
		case x.Kind() == reflect.String:
			return t.Shown + `("` + x.String() + `")`
		case x.CanInt(), x.CanUint(), x.CanFloat(), x.CanComplex(), x.Kind() == reflect.Bool:
			return fmt.Sprintf("%s(%v)", t.Shown, v)
		}
	}
	return s.library.Text(v)
}

// placesOf returns the places of frames in the user's sources.
func (s *Session) placesOf(frames []engine.Frame) []proto.Diagnostic {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []proto.Diagnostic
	for _, f := range frames {
		if !f.Pos.IsValid() {
			continue
		}
		msg := ""
		if f.From != "" {
			msg = "in " + f.From
		}
		d := s.compiler.Diagnostic(f.Pos, f.Pos, msg)
		if d.Line == 0 {
			continue
		}
		if k := len(out); k > 0 && out[k-1].Place() == d.Place() {
			continue
		}
		out = append(out, d)
	}
	if len(out) > maxPlaces {
		out = out[:maxPlaces]
	}
	return out
}

// placeOf returns the file or the cell, and the line, of a position.
func (s *Session) placeOf(pos int) (file string, line int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.compiler.Diagnostic(token.Pos(pos), token.Pos(pos), "")
	if d.Line == 0 {
		return "???", 0
	}
	line, d.Line = d.Line, 0
	if file = d.Place(); s.path != "" && file == filepath.Base(s.path) {
		file = s.path
	}
	return file, line
}

// maxPlaces bounds the trace of a deep recursion.
const maxPlaces = 20

// goroutinePanic reports a panic that ended a goroutine; the session lives.
func (s *Session) goroutinePanic(v any, _ bool) {
	e := s.addHint(s.panicError(v, s.engine.Left()), v)
	switch s.rt.Translate(v) {
	case rt.ErrInterrupted: // reported when the cell ends
		return
	case rt.ErrTooDeep:
		s.endTooDeep(e)
		return
	}
	if e.Name == "panic" || e.Name == fatalError {
		s.debugger.Panicked(e.Message)
		e.Name += " in a goroutine"
	}
	fmt.Fprintln(writer{&s.out, "stderr"}, e.Format())
}
