package display

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"sync"
)

// Sink receives what is displayed. A front end implements it; it must be safe
// for concurrent use.
type Sink interface {
	// Display shows a value. A value with an id can be replaced: with update,
	// it replaces what was shown with the same id.
	Display(value any, id string, update bool) error
	// Clear empties the running cell's output; with wait only when the next
	// output comes, so that an animation does not flicker.
	Clear(wait bool) error
}

// Screen displays values on a Sink. Its methods are the package's functions
// Display, Show, Update, Clear and Password, bound to one session; the functions themselves
// are for programs without a front end and print the text form to standard output,
// as the zero Screen does. A Screen is safe for concurrent
// use.
type Screen struct {
	sink Sink

	mu     sync.Mutex
	shown  int    // by Show, for their ids
	prefix string // of ids; random, so that they differ from another run's
}

// NewScreen displays on a sink.
func NewScreen(sink Sink) *Screen { return &Screen{sink: sink} }

// Funcs are the screen's methods by the names of the package functions that they
// replace in a session, with the same types.
func (s *Screen) Funcs() map[string]any {
	return map[string]any{
		"Display":  s.Display,
		"Show":     s.Show,
		"Update":   s.Update,
		"Clear":    s.Clear,
		"Password": s.Password,
	}
}

// Display shows values, one output each.
func (s *Screen) Display(values ...any) error {
	var errs []error
	for _, v := range values {
		errs = append(errs, s.show(v, idOf(v), false))
	}
	return errors.Join(errs...)
}

// Show shows a value that can be replaced later, through the Handle.
func (s *Screen) Show(value any) *Handle {
	id := idOf(value)
	if id == "" {
		id = s.newID()
	}
	return &Handle{screen: s, id: id, err: s.show(value, id, false)}
}

// Update replaces everything that was shown with an id.
func (s *Screen) Update(id string, value any) error {
	if id == "" {
		return errors.New("display.Update: empty id, want that of something shown")
	}
	return s.show(value, id, true)
}

// Clear empties the output of the running cell, with wait only when the next
// output comes.
func (s *Screen) Clear(wait bool) error {
	if s.sink == nil {
		return nil
	}
	return s.sink.Clear(wait)
}

func (s *Screen) show(value any, id string, update bool) error {
	if s.sink == nil {
		return print(value)
	}
	return s.sink.Display(value, id, update)
}

// print displays values in a program without a front end.
func print(value any) error {
	_, err := fmt.Fprintln(os.Stdout, Auto(value))
	return err
}

func (s *Screen) newID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.prefix == "" {
		s.prefix = rand.Text()
	}
	s.shown++
	return fmt.Sprintf("%s-%d", s.prefix, s.shown)
}

// idOf is the display id in a Data's Transient.
func idOf(value any) string {
	if d, ok := value.(Data); ok {
		id, _ := d.Transient["display_id"].(string)
		return id
	}
	return ""
}

// Handle is something shown that can be replaced.
type Handle struct {
	screen *Screen
	id     string
	err    error
}

// ID is the name under which Update knows the output.
func (h *Handle) ID() string { return h.id }

// String describes the handle itself; what it shows is elsewhere on the page.
func (h *Handle) String() string { return "a display; its method Update replaces it" }

// Err is the reason why Show couldn't show the value, nil if it could.
func (h *Handle) Err() error { return h.err }

// Update replaces what the handle showed before.
func (h *Handle) Update(value any) error {
	if h == nil || h.screen == nil {
		return errors.New("display.Handle.Update: nothing was shown, a Handle comes from Show")
	}
	return h.screen.Update(h.id, value)
}

// Display shows values in the place where it is called, one output each; the
// last expression of a cell needs no call. Outside a session it prints their
// text.
func Display(values ...any) error { return new(Screen).Display(values...) }

// Show is Display for a value that will change: the Handle's Update replaces
// it, as often as needed.
func Show(value any) *Handle { return new(Screen).Show(value) }

// Update replaces everything that was shown with an id, which is a Handle's or
// the "display_id" of a Data's Transient.
func Update(id string, value any) error { return new(Screen).Update(id, value) }

// Clear empties the output of the running cell, with wait only when the next
// output comes.
func Clear(wait bool) error { return new(Screen).Clear(wait) }
