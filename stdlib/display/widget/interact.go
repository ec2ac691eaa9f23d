package widget

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
)

// Limits are the range of a slider, as Range makes it.
type Limits struct{ min, max, step float64 }

// Range asks Interact for a slider from min to max. Without a step that of an integer
// is 1, that of a float a hundredth of the range.
func Range(min, max float64, step ...float64) Limits {
	l := Limits{min: min, max: max}
	if len(step) > 0 {
		l.step = step[0]
	}
	if !(min <= max) || math.IsInf(max-min, 0) || !(l.step >= 0) || math.IsInf(l.step, 0) {
		panic(fmt.Sprintf("widget.Range: min = %g, max = %g, step = %g, want min up to max and a step of 0 or more", min, max, l.step))
	}
	return l
}

// Interactive is a function with its controls, and its result below them.
type Interactive struct {
	*Box
	controls []Widget
	out      *Area
	ran      bool
	run      func()
}

// Interact shows the result of f, and a control for each of its parameters that calls it
// anew: a slider for an integer (0 to 100) or a float (0 to 1), a checkbox for a bool, a
// field for a string. The parameters' names are the labels. What f prints and returns
// replaces what it printed and returned before.
//
// A control may be given for each parameter, in their order; nil stands for the usual
// one:
//
//	Range(1, 12)                    the range of a slider
//	[]string{"riffle", "overhand"}  a list to choose from, of values for the parameter
//	map[string]Shuffler{…}          the same with a name for each value
//	7, 0.5, true, "text"            where the usual control begins
//	a Widget                        one that exists, with a Value of the parameter's type
//
// It panics if f isn't a function, or a parameter has no control that fits.
func Interact(f any, controls ...any) *Interactive { return InteractNamed("", f, controls...) }

// InteractNamed is Interact with the parameters' names, separated by spaces. A cell
// finds out the names by itself; compiled programs can't.
func InteractNamed(names string, f any, controls ...any) *Interactive {
	v := reflect.ValueOf(f)
	if !v.IsValid() || v.Kind() != reflect.Func || v.IsNil() {
		panic(fmt.Sprintf("Interact: f is a %T, want a function", f))
	}
	t := v.Type()
	if t.IsVariadic() || len(controls) > t.NumIn() {
		panic(fmt.Sprintf("Interact: %d controls for a function of %d parameters%s", len(controls), t.NumIn(), variadic(t)))
	}
	labels := strings.Fields(names)
	var args []argument
	for i := range t.NumIn() {
		label := fmt.Sprintf("%s %d", t.In(i), i+1)
		if i < len(labels) && labels[i] != "_" {
			label = labels[i]
		}
		var asked any
		if i < len(controls) {
			asked = controls[i]
		}
		a, err := controlFor(label, t.In(i), asked)
		if err != nil {
			panic(fmt.Sprintf("Interact: parameter %d (%s): %v", i+1, label, err))
		}
		args = append(args, a)
	}
	return interactive(v, args)
}

func variadic(t reflect.Type) string {
	if t.IsVariadic() {
		return ", the last of which are any number"
	}
	return ""
}

// argument is a control and the value that it stands for.
type argument struct {
	w     Widget
	value func() reflect.Value
}

func interactive(f reflect.Value, args []argument) *Interactive {
	i := &Interactive{out: Output()}
	all := make([]Widget, 0, len(args)+1)
	for _, a := range args {
		i.controls = append(i.controls, a.w)
		all = append(all, a.w)
	}
	i.run = func() {
		in := make([]reflect.Value, len(args))
		for k, a := range args {
			in[k] = a.value()
		}
		i.out.Clear(true)
		for _, r := range f.Call(in) {
			i.out.showValue(r.Interface())
		}
	}
	i.Box = VBox(append(all, i.out)...)
	i.Box.m.state["_dom_classes"] = []any{"widget-interact"}
	for _, w := range i.controls {
		w.inner().watch(i, i.again)
	}
	return i
}

// begin calls the functions of what is shown for the first time.
func begin(w Widget) {
	switch w := w.(type) {
	case *Interactive:
		if !w.ran {
			w.again()
		}
	case *Box:
		for _, c := range w.children {
			begin(c)
		}
	}
}

// again calls the function with the controls' values.
func (i *Interactive) again() {
	i.ran = true
	i.out.Do(i.run)
}

// Controls are the widgets that hold the parameters.
func (i *Interactive) Controls() []Widget { return slices.Clone(i.controls) }

// Out is where the result is shown.
func (i *Interactive) Out() *Area { return i.out }

// showValue appends a value as the session draws it.
func (a *Area) showValue(v any) {
	if v == nil {
		return
	}
	a.m.mu.Lock()
	kit := a.m.kit
	a.m.mu.Unlock()
	if kit == nil {
		a.Show(map[string]any{"text/plain": fmt.Sprint(v)}, nil, "", false)
		return
	}
	data, metadata := kit.host.Draw(v)
	a.Show(data, metadata, "", false)
}

// controlFor makes the control of a parameter of type t.
func controlFor(label string, t reflect.Type, asked any) (argument, error) {
	v := reflect.ValueOf(asked)
	switch {
	case asked == nil:
		return usual(label, t, nil)
	case v.Kind() == reflect.Slice:
		return choiceOf(label, t, v, texts(v))
	case v.Kind() == reflect.Map && v.Type().Key().Kind() == reflect.String:
		return namedChoice(label, t, v)
	}
	switch asked := asked.(type) {
	case Widget:
		return given(asked, t)
	case Limits:
		return slider(label, t, asked, nil)
	}
	return usual(label, t, asked)
}

func isInt(t reflect.Type) bool   { return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uintptr }
func isFloat(t reflect.Type) bool { return t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64 }

// usual is the control of a type, at a value.
func usual(label string, t reflect.Type, at any) (argument, error) {
	v := reflect.ValueOf(at)
	fits := at == nil || v.Type().ConvertibleTo(t) && (v.Kind() == t.Kind() || isInt(v.Type()) && (isInt(t) || isFloat(t)))
	if !fits {
		return argument{}, fmt.Errorf("a control that begins at a %T doesn't fit a %s", at, t)
	}
	switch {
	case isInt(t) || isFloat(t):
		l := Limits{max: 1}
		if isInt(t) {
			l.max = 100
		}
		if at == nil {
			return slider(label, t, l, nil)
		}
		x := v.Convert(reflect.TypeFor[float64]()).Float()
		return slider(label, t, Limits{min: min(l.min, 2*x), max: max(l.max, 2*x)}, &x)
	case t.Kind() == reflect.Bool:
		w := Checkbox(label, at != nil && v.Bool())
		return converted(w, t, func() any { return w.Value() }), nil
	case t.Kind() == reflect.String:
		text := ""
		if at != nil {
			text = v.String()
		}
		w := Text(label, text)
		return converted(w, t, func() any { return w.Value() }), nil
	}
	return argument{}, fmt.Errorf("a %s has no control of its own; give a slice of values to choose from, or a map from names to values", t)
}

func converted(w Widget, t reflect.Type, value func() any) argument {
	return argument{w, func() reflect.Value { return reflect.ValueOf(value()).Convert(t) }}
}

// slider is one for a number, in the middle of its range unless at says where.
func slider(label string, t reflect.Type, l Limits, at *float64) (argument, error) {
	middle := l.min + (l.max-l.min)/2
	if at != nil {
		middle = *at
	}
	switch {
	case isFloat(t):
		w := FloatSlider(label, l.min, l.max)
		if l.step > 0 {
			w.m.state["step"] = l.step
		}
		w.Set(onStep(middle, l))
		return converted(w, t, func() any { return w.Value() }), nil
	case isInt(t):
		lo, hi := math.Ceil(l.min), math.Floor(l.max)
		zero := reflect.Zero(t)
		if !(math.Abs(lo) < exactly && math.Abs(hi) < exactly && lo <= hi) ||
			zero.CanInt() && (zero.OverflowInt(int64(lo)) || zero.OverflowInt(int64(hi))) ||
			zero.CanUint() && (lo < 0 || zero.OverflowUint(uint64(hi))) {
			return argument{}, fmt.Errorf("the range %g to %g has no %s", l.min, l.max, t)
		}
		w := IntSlider(label, int(lo), int(hi))
		w.m.state["step"] = max(1, int(l.step))
		w.Set(int(math.Floor(onStep(middle, l))))
		return converted(w, t, func() any { return w.Value() }), nil
	}
	return argument{}, fmt.Errorf("a range is for a number, not for a %s", t)
}

// onStep is the last value of the range's steps up to x.
func onStep(x float64, l Limits) float64 {
	if l.step <= 0 {
		return x
	}
	return l.min + math.Floor((x-l.min)/l.step)*l.step
}

func texts(v reflect.Value) []string {
	out := make([]string, v.Len())
	for i := range out {
		out[i] = fmt.Sprint(v.Index(i).Interface())
	}
	return out
}

func namedChoice(label string, t reflect.Type, v reflect.Value) (argument, error) {
	names := map[string]reflect.Value{}
	for k, e := range v.Seq2() {
		names[k.String()] = e
	}
	sorted := slices.Sorted(maps.Keys(names))
	values := reflect.MakeSlice(reflect.SliceOf(v.Type().Elem()), 0, len(sorted))
	for _, n := range sorted {
		values = reflect.Append(values, names[n])
	}
	return choiceOf(label, t, values, sorted)
}

// choiceOf is a list of values for a parameter.
func choiceOf(label string, t reflect.Type, values reflect.Value, names []string) (argument, error) {
	if e := values.Type().Elem(); !e.ConvertibleTo(t) {
		return argument{}, fmt.Errorf("a %s to choose from doesn't fit a %s", e, t)
	}
	if values.Len() == 0 {
		return argument{}, fmt.Errorf("there is nothing to choose from")
	}
	w := Dropdown(label, names...)
	return argument{w, func() reflect.Value { return values.Index(max(0, w.Index())).Convert(t) }}, nil
}

// given is a control that exists.
func given(w Widget, t reflect.Type) (argument, error) {
	m := reflect.ValueOf(w).MethodByName("Value")
	if !m.IsValid() || m.Type().NumOut() != 1 || !m.Type().Out(0).ConvertibleTo(t) || (t.Kind() == reflect.String) != (m.Type().Out(0).Kind() == reflect.String) {
		return argument{}, fmt.Errorf("this widget has no value of type %s", t)
	}
	return argument{w, func() reflect.Value { return m.Call(nil)[0].Convert(t) }}, nil
}
