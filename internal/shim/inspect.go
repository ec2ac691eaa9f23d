package shim

import (
	"encoding/json"
	"reflect"

	"riffle/internal/rt"
)

// Inspect is Native for functions that look at values by reflection. How says
// what they do with them: "json" and "xml" encode, "json<" and "xml<" decode,
// "template" executes a template, "funcs" gives it functions.
func (l *Library) Inspect(how string, f any, spread bool, nout int, rest ...any) {
	l.inspect(how, nout, rest, func(rest []any) { l.rt.Native(f, spread, nout, rest...) })
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
	w := l.viewer(how)
	var targets []*target
	args := append([]any{}, rest...)
	var inspected any
	for i := nout; i < len(args); i++ {
		if _, ok := rt.BoxOf(args[i]); ok {
			inspected = args[i]
		}
		if tg, ok := w.newTarget(args[i]); w.decode && ok {
			targets, args[i] = append(targets, tg), tg.view.Interface()
		} else if w.decode {
			args[i] = rt.Unbox(args[i])
		} else {
			args[i] = w.view(args[i])
		}
	}
	call(args)
	if nout == 0 || rest[nout-1] == nil {
		return
	}
	result := reflect.ValueOf(rest[nout-1]).Elem()
	for _, tg := range targets {
		if err := tg.finish(); err != nil && result.IsNil() {
			result.Set(reflect.ValueOf(err))
		}
	}
	if err, ok := result.Interface().(error); ok {
		w.rename(err, inspected)
	}
}

func (l *Library) viewer(how string) *viewer {
	w := jsonViewer(l.rt)
	if how == "xml" || how == "xml<" {
		w = xmlViewer(l.rt)
	}
	w.decode = how[len(how)-1] == '<'
	return w
}

// marshalJSON encodes a boxed value where native code gives it to an encoder.
func (l *Library) marshalJSON(b rt.Box) ([]byte, error) {
	data, err := json.Marshal(jsonViewer(l.rt).view(b))
	return data, err
}
