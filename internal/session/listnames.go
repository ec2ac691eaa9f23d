package session

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/display/plain"
	"riffle/internal/magic"
	"riffle/internal/proto"
	"riffle/internal/rt"
)

// Names lists the session's names that contain one of some texts, or all if there are none.
func (m inCell) Names(ctx context.Context, containing ...string) ([]magic.Name, error) {
	m.s.mu.Lock()
	names := m.s.compiler.Names()
	m.s.mu.Unlock()
	names = slices.DeleteFunc(names, func(n cell.Name) bool {
		return len(containing) > 0 && !slices.ContainsFunc(containing, func(text string) bool { return strings.Contains(n.Name, text) })
	})
	values, cerr := m.s.shortTexts(ctx, names)
	if cerr != nil {
		return nil, cerr
	}
	var list []magic.Name
	for _, n := range names {
		list = append(list, listedName(n, values[n.Name]))
	}
	return list, nil
}

// listedName is a name as %who lists it.
func listedName(n cell.Name, value string) magic.Name {
	switch n.Kind {
	case "variable":
		return magic.Name{Name: n.Name, Type: n.Type, Value: value}
	case "constant":
		return magic.Name{Name: n.Name, Type: "const " + n.Type, Value: n.Value}
	case "package":
		return magic.Name{Name: n.Name, Type: "package", Value: strconv.Quote(n.Value)}
	case "type":
		return magic.Name{Name: n.Name, Type: "type", Value: n.Type}
	case "function":
		return magic.Name{Name: n.Name, Type: n.Type, Value: n.Value}
	}
	return magic.Name{Name: n.Name, Type: "broken", Value: n.Broken}
}

// atOnce is how many variables one cell shows: an interpreter has room for a few hundred.
const atOnce = 100

// shortTexts are the short texts of the variables among the names. The variables
// are shown by cells, as a user would; their String methods may be the user's.
func (s *Session) shortTexts(ctx context.Context, names []cell.Name) (map[string]string, *proto.CellError) {
	var vars []string
	for _, n := range names {
		if n.Kind == "variable" {
			vars = append(vars, n.Name)
		}
	}
	texts := map[string]string{}
	for some := range slices.Chunk(vars, atOnce) {
		_, program, cerr := s.compileSource(ctx, &cell.Source{Text: strings.Join(some, ", ") + ", 0"})
		if cerr != nil {
			return nil, nil
		}
		if cerr := s.executeCode(ctx, program); cerr != nil {
			return nil, cerr
		}
		shown := s.rt.Shown()
		cerr = s.perform(ctx, func(*rt.Run) {
			for i, name := range some[:min(len(some), len(shown))] {
				texts[name] = s.short(shown[i])
			}
		})
		if cerr != nil {
			return texts, cerr
		}
	}
	return texts, nil
}

// short is the text of a value on one line, only the length for a large one.
func (s *Session) short(v any) (text string) {
	defer func() {
		if e := recover(); e == rt.ErrInterrupted {
			panic(e)
		} else if e != nil {
			text = "(its String method panics)"
		}
	}()
	x := reflect.ValueOf(rt.Unbox(v))
	if k := x.Kind(); k == reflect.Chan || k == reflect.Func {
		return "" // an address says nothing
	}
	if text = s.listText(v); text != "" {
		return text
	}
	if budget := most; !small(x, &budget) {
		switch x.Kind() {
		case reflect.Slice, reflect.Array, reflect.Map, reflect.String:
			return fmt.Sprintf("(len %d)", x.Len())
		}
		return "(large)"
	}
	return strings.Join(strings.Fields(s.library.Text(v)), " ")
}

// listText is the text of a list, the library's or the program's own, on one line; it is "" for
// any other value.
func (s *Session) listText(v any) string {
	if _, ok := plain.HeldIn(reflect.ValueOf(v)); ok {
		return strings.ReplaceAll(s.library.TextUpTo(v, maxName), "\n", " ")
	}
	if g := s.library.Nodes(v, maxName); g != nil && g.Flat {
		return strings.ReplaceAll(g.Text(math.MaxInt), "\n", " ")
	}
	return ""
}

// maxName is about how long the text of a list is. What is shown is shorter.
const maxName = 200

// most is how many parts a value may have to be written out.
const most = 400

// small reports whether a value has at most *budget parts. The budget also ends cycles.
func small(v reflect.Value, budget *int) bool {
	if *budget--; *budget < 0 {
		return false
	}
	if held, ok := plain.HeldIn(v); ok {
		for x := range held.Values {
			if x != nil && !small(reflect.ValueOf(x), budget) {
				return false
			}
		}
		return true
	}
	switch v.Kind() {
	case reflect.String:
		return v.Len() <= most
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if !small(v.Index(i), budget) {
				return false
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if !small(it.Key(), budget) || !small(it.Value(), budget) {
				return false
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !small(plain.Field(v, i), budget) {
				return false
			}
		}
	case reflect.Pointer, reflect.Interface:
		return v.IsNil() || small(v.Elem(), budget)
	}
	return true
}

// Forget forgets names: all of them, or none if one isn't the session's.
func (m inCell) Forget(names []string) error {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	has := map[string]bool{}
	for _, n := range m.s.compiler.Names() {
		has[n.Name] = true
	}
	for _, n := range names {
		if !has[n] {
			return errors.New(m.s.noName(n, has))
		}
	}
	for _, n := range names {
		m.s.compiler.Forget(n)
	}
	return nil
}

// noName says why a name that the session doesn't have can't be forgotten; s.mu
// is held.
func (s *Session) noName(name string, has map[string]bool) string {
	if s.compiler.InEnvironment(name) {
		return name + " is the environment's own, which stays; only names of the session can be forgotten"
	}
	text := "no name " + name + " in this session"
	if like := s.compiler.Similar(name); has[like] {
		text += "; did you mean " + like + "?"
	}
	return text
}
