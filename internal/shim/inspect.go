package shim

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"reflect"
	"slices"
	"strings"

	"riffle/internal/rt"
)

// Inspect is Native for functions that inspect values by reflection. How says what they
// do with them: "json", "xml", "gob" and "asn1" encode, or decode if "<" is appended, "register"
// names a type for gob, "ast" prints, "template"
// executes a template, "funcs" adds functions to one.
func (l *Library) Inspect(how string, f any, spread bool, nout int, rest ...any) {
	switch how {
	case "register":
		l.register(rest)
		return
	case "ast":
		rest = l.printed(f, nout, rest)
		l.rt.Native(f, spread, nout, rest...)
		return
	}
	l.inspect(how, nout, rest, func(rest []any) { l.rt.Native(f, spread, nout, rest...) })
}

// printed are the arguments of a function that prints fields and elements: a view for each
// that may be of any type.
func (l *Library) printed(f any, nout int, rest []any) []any {
	rest = slices.Clone(rest)
	for i, t := range slices.Collect(reflect.TypeOf(f).Ins()) {
		if t != anyType {
			continue
		}
		if view, err := l.newViewer("ast", false).view(rest[nout+i]); err == nil {
			rest[nout+i] = view
		}
	}
	return rest
}

// InspectMethod is Inspect for a method.
func (l *Library) InspectMethod(how string, recv any, name string, spread bool, nout int, rest ...any) {
	switch how {
	case "template":
		l.execute(recv, name, nout, rest)
		return
	case "funcs":
		rest = append([]any{}, rest...)
		rest[nout] = l.functions(rest[nout])
		l.rt.NativeMethod(recv, name, spread, nout, rest...)
		return
	}
	l.inspect(how, nout, rest, func(rest []any) { l.rt.NativeMethod(recv, name, spread, nout, rest...) })
}

// inspect calls with views of the arguments. The last result is an error.
func (l *Library) inspect(how string, nout int, rest []any, call func([]any)) {
	encoder, decode := strings.CutSuffix(how, "<")
	w := l.newViewer(encoder, decode)
	args := slices.Clone(rest)
	fail := func(err error) { reflect.ValueOf(rest[nout-1]).Elem().Set(reflect.ValueOf(err)) }
	targets, err := w.arguments(args[nout:])
	if err != nil {
		fail(err)
		return
	}
	call(args)
	if nout == 0 || rest[nout-1] == nil {
		return
	}
	result := reflect.ValueOf(rest[nout-1]).Elem()
	for _, tg := range targets {
		if err := tg.finish(); err != nil && result.IsNil() {
			fail(err)
		}
	}
	if err, ok := result.Interface().(error); ok {
		w.rename(err, targets)
	}
}

// arguments replaces arguments by views.
func (w *viewer) arguments(args []any) (targets []*target, err error) {
	for i, x := range args {
		if !w.decode {
			if args[i], err = w.view(x); err != nil {
				return nil, err
			}
			continue
		}
		y, reflected := w.reflected(x)
		if tg, ok := w.newTarget(y); ok {
			targets, args[i] = append(targets, tg), tg.view.Interface()
		} else {
			args[i] = w.unsuited(y)
		}
		if reflected {
			args[i] = reflect.ValueOf(args[i])
		}
	}
	return targets, nil
}

// marshalJSON encodes a boxed value that native code passes to an encoder.
func (l *Library) marshalJSON(b rt.Box) ([]byte, error) {
	view, err := l.newViewer("json", false).view(b)
	if err != nil {
		return nil, err
	}
	return plainJSON(view)
}

// plainJSON encodes a value without escapes for HTML: the encoder that asked for it adds
// them, if it is to.
func plainJSON(x any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(x)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// valueJSON encodes any value, with what it holds of the user's.
func (l *Library) valueJSON(x any) ([]byte, error) {
	args := []any{x}
	w := l.newViewer("json", false)
	if _, err := w.arguments(args); err != nil {
		return nil, err
	}
	data, err := plainJSON(args[0])
	if err != nil {
		w.rename(err, nil)
	}
	return data, err
}

// logged are the options of a JSON handler of log/slog, which gets the encoding of what may
// hold the user's values.
func (l *Library) logged(o *slog.HandlerOptions) *slog.HandlerOptions {
	return replacing(o, l.loggedValue)
}

// loggedAsText are those of a text handler, which prints what holds the user's values.
func (l *Library) loggedAsText(o *slog.HandlerOptions) *slog.HandlerOptions {
	return replacing(o, func(v slog.Value) slog.Value {
		if v.Kind() != slog.KindAny {
			return v
		}
		if b, ok := rt.Boxed(v.Any()); ok && !b.Has("MarshalText") {
			if x := unwrapRecursive(b.T.T, reflect.ValueOf(b.V)); x.Kind() == reflect.Slice && x.Type().Elem().Kind() == reflect.Uint8 {
				return slog.AnyValue(x.Bytes())
			}
		}
		return slog.AnyValue(l.tied([]any{untied(v.Any())})[0])
	})
}

// replacing are options that also replace each value.
func replacing(o *slog.HandlerOptions, value func(slog.Value) slog.Value) *slog.HandlerOptions {
	var with slog.HandlerOptions
	if o != nil {
		with = *o
	}
	replace := with.ReplaceAttr
	with.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
		if replace != nil {
			a = replace(groups, a)
		}
		a.Value = value(a.Value.Resolve())
		return a
	}
	return &with
}

func (l *Library) loggedValue(v slog.Value) slog.Value {
	if v.Kind() != slog.KindAny {
		return v
	}
	x := untied(v.Any())
	switch x.(type) {
	case *slog.Source:
		return v
	case error:
		if _, ok := x.(json.Marshaler); !ok { // its text is written
			return v
		}
	}
	if _, ok := rt.Boxed(x); !ok && (x == nil || !hasParts(reflect.TypeOf(x).Kind())) {
		return v
	}
	data, err := l.valueJSON(x)
	if err != nil {
		return slog.StringValue("!ERROR:" + err.Error())
	}
	return slog.AnyValue(json.RawMessage(data))
}

func hasParts(k reflect.Kind) bool {
	switch k {
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Struct, reflect.Pointer, reflect.Interface:
		return true
	}
	return false
}
