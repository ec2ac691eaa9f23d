package widget

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Int is a control whose value is an integer.
type Int struct{ common }

// IntSlider is a slider over the integers from min to max, at min. The arrow keys move
// it too. It panics if min is greater than max.
func IntSlider(label string, min, max int) *Int {
	return ints("IntSlider", "Slider", label, min, max, traits{
		"step": 1, "disabled": false, "orientation": "horizontal", "readout": true, "readout_format": "d",
		"continuous_update": true, "behavior": "drag-tap",
	})
}

// Play is a button that counts from min to max, as an animation does. Its trait
// "interval" is the time between two values in milliseconds.
func Play(min, max int) *Int {
	return ints("Play", "Description", "", min, max, traits{
		"step": 1, "disabled": false, "interval": 100, "playing": false, "repeat": false, "show_repeat": true,
	})
}

// IntProgress is a bar that is full at max.
func IntProgress(label string, max int) *Int {
	w := ints("IntProgress", "Progress", label, 0, max, traits{"bar_style": "", "orientation": "horizontal"})
	w.m.state["_view_name"] = "ProgressView"
	return w
}

func ints(name, style, label string, min, max int, more traits) *Int {
	if min > max {
		panic(fmt.Sprintf("widget.%s: min = %d is greater than max = %d", name, min, max))
	}
	return &Int{common{ranged(control(name, style, label, more), min, max)}}
}

// ranged makes the value of m a number of a range, at its beginning. The front end may
// change the range.
func ranged[T int | float64](m *model, min, max T) *model {
	m.state["min"], m.state["max"], m.state["value"] = min, max, min
	m.limit = func(t string, v any) any {
		if t != "value" {
			return v
		}
		lo, _ := m.state["min"].(T)
		hi, _ := m.state["max"].(T)
		return within(v.(T), lo, hi)
	}
	return m
}

// within is v, or the nearer end of the range.
func within[T int | float64](v, lo, hi T) T { return max(lo, min(v, hi)) }

// Value is what the control is set to.
func (w *Int) Value() int { v, _ := w.m.get("value").(int); return v }

// Set moves the control to v, or to the end of its range that is nearer.
func (w *Int) Set(v int) { w.m.setValue(v) }

// Observe calls f with the new value whenever the control is moved.
func (w *Int) Observe(f func(int)) { w.m.observe(func() { f(w.Value()) }) }

// In shows what the functions of Observe print in an Output.
func (w *Int) In(out *Area) *Int { w.m.route(out); return w }

func (m *model) setValue(v any) {
	m.mu.Lock()
	v, ok := m.fit("value", v)
	m.mu.Unlock()
	if ok {
		m.set(traits{"value": v})
	}
}

// Float is a control whose value is a floating-point number.
type Float struct{ common }

// FloatSlider is a slider from min to max in steps of a hundredth of that, at min. It
// panics if min is greater than max, or one isn't a finite number.
func FloatSlider(label string, min, max float64) *Float {
	w := floats("FloatSlider", "Slider", label, min, max, traits{
		"step": (max - min) / 100, "disabled": false, "orientation": "horizontal", "readout": true,
		"readout_format": ".2f", "continuous_update": true, "behavior": "drag-tap",
	})
	return w
}

// FloatProgress is a bar that is full at max.
func FloatProgress(label string, max float64) *Float {
	w := floats("FloatProgress", "Progress", label, 0, max, traits{"bar_style": "", "orientation": "horizontal"})
	w.m.state["_view_name"] = "ProgressView"
	return w
}

func floats(name, style, label string, min, max float64, more traits) *Float {
	if !(min <= max) || math.IsInf(max-min, 0) {
		panic(fmt.Sprintf("widget.%s: min = %g, max = %g, want two finite numbers in order", name, min, max))
	}
	return &Float{common{ranged(control(name, style, label, more), min, max)}}
}

// Value is what the control is set to.
func (w *Float) Value() float64 { v, _ := w.m.get("value").(float64); return v }

// Set moves the control to v, or to the end of its range that is nearer. It panics if v
// isn't a number.
func (w *Float) Set(v float64) {
	if math.IsNaN(v) {
		panic("Float.Set: v is NaN, want a number")
	}
	w.m.setValue(within(v, -math.MaxFloat64, math.MaxFloat64))
}

// Observe calls f with the new value whenever the control is moved.
func (w *Float) Observe(f func(float64)) { w.m.observe(func() { f(w.Value()) }) }

// In shows what the functions of Observe print in an Output.
func (w *Float) In(out *Area) *Float { w.m.route(out); return w }

func (w *Float) String() string { return w.named(fmt.Sprintf("%.4g", w.Value())) }
func (w *Float) static() string { return paragraph(w.String()) }

// Bool is a control that is on or off.
type Bool struct{ common }

// Checkbox is a box to tick.
func Checkbox(label string, on bool) *Bool {
	return &Bool{common{control("Checkbox", "Checkbox", label, traits{"value": on, "disabled": false, "indent": true})}}
}

// Value says whether the box is ticked.
func (w *Bool) Value() bool { v, _ := w.m.get("value").(bool); return v }

// Set ticks the box, or clears it.
func (w *Bool) Set(on bool) { w.m.setValue(on) }

// Observe calls f whenever the box is ticked or cleared.
func (w *Bool) Observe(f func(bool)) { w.m.observe(func() { f(w.Value()) }) }

// In shows what the functions of Observe print in an Output.
func (w *Bool) In(out *Area) *Bool { w.m.route(out); return w }

// Words is a control whose value is text.
type Words struct{ common }

// Text is a field for a line of text.
func Text(label, value string) *Words {
	return &Words{common{control("Text", "Text", label, traits{
		"value": value, "disabled": false, "placeholder": "", "continuous_update": true,
	})}}
}

// HTML shows a piece of HTML, which Set replaces.
func HTML(html string) *Words {
	return &Words{common{control("HTML", "HTML", "", traits{"value": html, "placeholder": ""})}}
}

// Label shows a line of text, which Set replaces.
func Label(text string) *Words {
	return &Words{common{control("Label", "Label", "", traits{"value": text, "placeholder": ""})}}
}

// Value is the text.
func (w *Words) Value() string { v, _ := w.m.get("value").(string); return v }

// Set replaces the text.
func (w *Words) Set(text string) { w.m.setValue(text) }

// Observe calls f with the new text whenever it is changed.
func (w *Words) Observe(f func(string)) { w.m.observe(func() { f(w.Value()) }) }

// OnSubmit calls f with the text when Enter is pressed in it.
func (w *Words) OnSubmit(f func(string)) { w.m.onClick(func() { f(w.Value()) }) }

// In shows what the functions of Observe print in an Output.
func (w *Words) In(out *Area) *Words { w.m.route(out); return w }

func (w *Words) static() string {
	if w.m.get("_view_name") == "HTMLView" {
		return w.Value()
	}
	return paragraph(w.String())
}

// Choice is a control that selects one of several texts.
type Choice struct{ common }

// Dropdown is a list to choose from; the first option is chosen.
func Dropdown(label string, options ...string) *Choice {
	var index any
	if len(options) > 0 {
		index = 0
	}
	m := control("Dropdown", "Description", label, traits{
		"_options_labels": slices.Clone(options), "index": index, "disabled": false,
	})
	if options == nil {
		m.state["_options_labels"] = []string{}
	}
	m.limit = func(t string, v any) any {
		if i, ok := v.(int); ok && t == "index" {
			return within(i, 0, max(0, len(options)-1))
		}
		return v
	}
	return &Choice{common{m}}
}

// Index is the place of the chosen option, counted from 0; -1 if there is none.
func (w *Choice) Index() int {
	if i, ok := w.m.get("index").(int); ok {
		return i
	}
	return -1
}

// Options are the texts to choose from.
func (w *Choice) Options() []string {
	o, _ := w.m.get("_options_labels").([]string)
	return slices.Clone(o)
}

// Value is the chosen option, empty if there is none.
func (w *Choice) Value() string {
	o := w.Options()
	if i := w.Index(); i >= 0 && i < len(o) {
		return o[i]
	}
	return ""
}

// Set chooses an option. It panics if there is no such option.
func (w *Choice) Set(option string) {
	i := slices.Index(w.Options(), option)
	if i < 0 {
		panic(fmt.Sprintf("Choice.Set: no option %q, want one of %s", option, strings.Join(w.Options(), ", ")))
	}
	w.m.set(traits{"index": i})
}

// Observe calls f with the option whenever another is chosen.
func (w *Choice) Observe(f func(string)) { w.m.observe(func() { f(w.Value()) }) }

// In shows what the functions of Observe print in an Output.
func (w *Choice) In(out *Area) *Choice { w.m.route(out); return w }

func (w *Choice) String() string { return w.named(w.Value()) }
func (w *Choice) static() string { return paragraph(w.String()) }

// Trigger is something to click.
type Trigger struct{ common }

// Button is a button with a text on it.
func Button(text string) *Trigger {
	m := control("Button", "Button", text, traits{"button_style": "", "disabled": false, "icon": ""})
	delete(m.state, "description_allow_html")
	return &Trigger{common{m}}
}

// OnClick calls f at each click.
func (w *Trigger) OnClick(f func()) { w.m.onClick(f) }

// In shows what the functions of OnClick print in an Output.
func (w *Trigger) In(out *Area) *Trigger { w.m.route(out); return w }

func (w *Trigger) String() string { return "[" + w.label() + "]" }
func (w *Trigger) static() string { return paragraph(w.String()) }

func (m *model) onClick(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clicked = append(m.clicked, f)
}

// Box is a row or a column of widgets.
type Box struct {
	common
	children []Widget
}

// HBox puts widgets beside each other.
func HBox(children ...Widget) *Box { return box("HBox", children) }

// VBox puts widgets below each other.
func VBox(children ...Widget) *Box { return box("VBox", children) }

func box(name string, children []Widget) *Box {
	models := make([]*model, len(children))
	for i, c := range children {
		if c == nil {
			panic(fmt.Sprintf("widget.%s: child %d is nil", name, i+1))
		}
		models[i] = c.inner()
	}
	return &Box{common{shown(controlsModule, name, traits{"box_style": "", "children": models})}, slices.Clone(children)}
}

// Children are the widgets in the box.
func (w *Box) Children() []Widget { return slices.Clone(w.children) }

func (w *Box) String() string {
	lines := make([]string, len(w.children))
	for i, c := range w.children {
		lines[i] = c.String()
	}
	return strings.TrimSuffix(strings.Join(lines, "\n"), "\n")
}

func (w *Box) static() string {
	var b strings.Builder
	for _, c := range w.children {
		b.WriteString(c.static())
	}
	return "<div>" + b.String() + "</div>"
}
