package magic

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// who lists the session's names in a table.
func who(ctx context.Context, s Session, c *Call) error {
	names, err := s.Names(ctx, strings.Fields(c.Arg)...)
	if err != nil {
		return err
	}
	switch {
	case len(names) == 0 && c.Arg != "":
		fmt.Fprintf(s.Stdout(), "no name has %s in it\n", strings.Join(strings.Fields(c.Arg), " or "))
		return nil
	case len(names) == 0:
		fmt.Fprintln(s.Stdout(), "no names")
		return nil
	}
	tabulate(s.Stdout(), append([]Name{{"NAME", "TYPE", "VALUE"}}, names...), s.Width())
	return nil
}

// tabulate writes rows in columns as wide as their contents need, a type at
// most half of the width and a value what is left.
func tabulate(w io.Writer, rows []Name, width int) {
	if width <= 0 {
		width = 100
	}
	var first, second int
	for _, r := range rows {
		first = max(first, len([]rune(r.Name)))
		second = max(second, len([]rune(r.Type)))
	}
	second = min(second, max(8, width/2))
	for _, r := range rows {
		line := fmt.Sprintf("%-*s  %-*s  ", first, r.Name, second, fitColumns(r.Type, second))
		line += fitColumns(r.Value, max(8, width-1-len([]rune(line))))
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

// fitColumns cuts a text to a number of columns.
func fitColumns(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}

// del forgets names.
func del(_ context.Context, s Session, c *Call) error {
	names := strings.FieldsFunc(c.Arg, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
	if len(names) == 0 {
		return c.usage()
	}
	return s.Forget(names)
}

// showMagic displays the whole of a value.
func showMagic(ctx context.Context, s Session, c *Call) (err error) {
	var parts []Part
	if c.Arg != "" {
		parts = c.Code()
	}
	c.Value, err = s.Whole(ctx, parts)
	return err
}
