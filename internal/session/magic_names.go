package session

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/proto"
	"riffle/internal/rt"
	"riffle/shuffle"
)

// magicWho lists the session's names in a table.
func (s *Session) magicWho(ctx context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	s.mu.Lock()
	names := s.compiler.Names()
	s.mu.Unlock()
	names = slices.DeleteFunc(names, func(n cell.Name) bool { return !strings.Contains(n.Name, c.arg) })
	if len(names) == 0 {
		fmt.Fprintln(s.stdout, "no names")
		return nil, nil
	}
	values, cerr := s.values(ctx, names)
	if cerr != nil {
		return nil, cerr
	}
	rows := [][3]string{{"NAME", "TYPE", "VALUE"}}
	for _, n := range names {
		rows = append(rows, row(n, values[n.Name]))
	}
	table(s.stdout, rows, s.width)
	return nil, nil
}

// values are the short texts of the variables among the names. The variables
// are shown by a cell, as a user would; their String methods may be the user's.
func (s *Session) values(ctx context.Context, names []cell.Name) (map[string]string, *proto.CellError) {
	var vars []string
	for _, n := range names {
		if n.Kind == "variable" {
			vars = append(vars, n.Name)
		}
	}
	_, program, cerr := s.compile(ctx, &cell.Source{Text: strings.Join(vars, ", ") + ", 0"})
	if len(vars) == 0 || cerr != nil {
		return nil, nil
	}
	if cerr := s.execute(ctx, program); cerr != nil {
		return nil, cerr
	}
	shown := s.rt.Shown()
	texts := map[string]string{}
	cerr = s.perform(ctx, func(*rt.Run) *proto.CellError {
		for i, name := range vars[:min(len(vars), len(shown))] {
			texts[name] = s.short(shown[i])
		}
		return nil
	})
	return texts, cerr
}

// short is the text of a value in one line: only the length of a large one.
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
	if budget := most; !small(x, &budget) {
		switch x.Kind() {
		case reflect.Slice, reflect.Array, reflect.Map, reflect.String:
			return fmt.Sprintf("(len %d)", x.Len())
		}
		return "(large)"
	}
	return strings.Join(strings.Fields(s.library.Text(v)), " ")
}

// most is the number of parts of a value that is written out.
const most = 400

// small reports whether a value has at most *budget parts; what it points to is
// not looked at twice, for the budget ends a cycle too.
func small(v reflect.Value, budget *int) bool {
	if *budget--; *budget < 0 {
		return false
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
			if !small(v.Field(i), budget) {
				return false
			}
		}
	case reflect.Pointer, reflect.Interface:
		return v.IsNil() || small(v.Elem(), budget)
	}
	return true
}

// row is a name's line of the table.
func row(n cell.Name, value string) [3]string {
	switch n.Kind {
	case "variable":
		return [3]string{n.Name, n.Type, value}
	case "constant":
		return [3]string{n.Name, "const " + n.Type, n.Value}
	case "package":
		return [3]string{n.Name, "package", strconv.Quote(n.Value)}
	case "type":
		return [3]string{n.Name, "type", n.Type}
	case "function":
		return [3]string{n.Name, n.Type, ""}
	}
	return [3]string{n.Name, "broken", n.Broken}
}

// table writes rows in columns as wide as their contents need, a type at most
// half of the width and a value what is left.
func table(w io.Writer, rows [][3]string, width int) {
	if width <= 0 {
		width = 100
	}
	var first, second int
	for _, r := range rows {
		first = max(first, len([]rune(r[0])))
		second = max(second, len([]rune(r[1])))
	}
	second = min(second, max(8, width/2))
	for _, r := range rows {
		line := fmt.Sprintf("%-*s  %-*s  ", first, r[0], second, fit(r[1], second))
		line += fit(r[2], max(8, width-1-len([]rune(line))))
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

// fit cuts a text to a number of columns.
func fit(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}

// magicDel forgets names: all of them, or none if one isn't the session's.
func (s *Session) magicDel(_ context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	names := strings.FieldsFunc(c.arg, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
	if len(names) == 0 {
		return nil, c.usage()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	has := map[string]bool{}
	for _, n := range s.compiler.Names() {
		has[n.Name] = true
	}
	for _, n := range names {
		if !has[n] {
			return nil, c.errorf("%s", s.noName(n, has))
		}
	}
	for _, n := range names {
		s.compiler.Forget(n)
	}
	return nil, nil
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

// magicReset forgets what the session knows.
func (s *Session) magicReset(_ context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	switch c.arg {
	case "":
		s.mu.Lock()
		s.compiler.Reset()
		s.mu.Unlock()
		s.forgetResults()
		s.unseed()
	case "out":
		s.forgetResults()
	case "hard":
		if s.restart == nil {
			return nil, c.errorf("this session has no process of its own; %%reset forgets its names")
		}
		s.leaving = true
		s.restart()
	default:
		return nil, c.usage()
	}
	return nil, nil
}

// magicQuiet turns displaying off and on.
func (s *Session) magicQuiet(_ context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	switch c.arg {
	case "":
		s.quiet = !s.quiet
	case "on":
		s.quiet = true
	case "off":
		s.quiet = false
	default:
		return nil, c.usage()
	}
	return nil, nil
}

// magicSeed shows or sets the seed of the generators that nobody gave.
func (s *Session) magicSeed(_ context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	switch c.arg {
	case "off":
		s.unseed()
		return nil, nil
	case "":
		if n, ok := shuffle.Seeded(); ok {
			fmt.Fprintf(s.stdout, "seed %d\n", n)
		} else {
			fmt.Fprintln(s.stdout, "no seed: each run draws other numbers")
		}
		return nil, nil
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(c.arg, "_", ""), 0, 64)
	if err != nil {
		return nil, c.errorf("%s is no whole number of 64 bits", c.arg)
	}
	s.seed(n)
	return nil, nil
}

// magicHistory lists the sources of the cells.
func (s *Session) magicHistory(_ context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	for n, source := range s.history.sources() {
		fmt.Fprintf(s.stdout, "%4d  %s\n", n, strings.ReplaceAll(source, "\n", "\n      "))
	}
	return nil, nil
}
