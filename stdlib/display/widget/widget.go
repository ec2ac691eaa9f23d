// Package widget puts sliders, buttons and other controls on a notebook's page, by the
// protocol of ipywidgets. Start with Interact, which gives a function a control for
// each parameter and shows its result anew whenever one is moved:
//
//	Interact(func(cards, riffles int) any { return fair.RiffleDistance(cards, riffles) },
//		widget.Range(2, 52), widget.Range(1, 12))
//
// Controls can be made one by one too. One is shown when it is the last expression of a
// cell, or by Display; Value is what it is set to, Set moves it, Observe calls a
// function when it is moved:
//
//	n := widget.IntSlider("cards", 1, 52)
//	n.Observe(func(v int) { fmt.Println(v, "cards") })
//	n
//
// Functions that Observe and OnClick are given run between cells, never beside one, and
// hear of the newest value only, however often a control was moved meanwhile. Value
// follows the control at once, also while a cell runs. What such a function prints
// appears in the cell that shows the control, or in an Output. A panic is shown there
// too, an interrupt ends the function, and the control lives on.
//
// A front end without widgets, a stored page or a terminal shows a widget's value
// instead.
package widget

import (
	"fmt"
	"html"
	"strings"
)

// Widget is one of this package's controls or boxes.
type Widget interface {
	fmt.Stringer
	inner() *model
	// static is the widget on a page where nothing moves.
	static() string
}

// common is what all widgets have.
type common struct{ m *model }

func (c common) inner() *model { return c.m }

// ID is the name of the widget's model in the front end.
func (c common) ID() string { return c.m.id }

// Put sets a trait of the widget as ipywidgets names it, such as "tooltip",
// "disabled" or "orientation". The error says which traits there are, or what type the
// value must have.
func (c common) Put(trait string, value any) error { return c.m.put(trait, value) }

// Trait is the present value of a trait, nil for one that the widget doesn't have.
func (c common) Trait(name string) any { return c.m.get(name) }

// Layout sets a property of the widget's layout as CSS names it, such as "width" to
// "50%".
func (c common) Layout(property, value string) { c.m.arrange(property, value) }

// Close takes the widget, and what is in it, off all pages for good.
func (c common) Close() { c.m.close() }

func (c common) label() string {
	s, _ := c.m.get("description").(string)
	return s
}

func (c common) named(value string) string {
	if l := c.label(); l != "" {
		return l + ": " + value
	}
	return value
}

func (c common) text() string { return c.named(fmt.Sprint(c.m.get("value"))) }

// String is the widget's label and value.
func (c common) String() string { return c.text() }

func (c common) static() string { return paragraph(c.text()) }

func paragraph(text string) string {
	return "<div>" + strings.ReplaceAll(html.EscapeString(text), "\n", "<br>") + "</div>"
}
