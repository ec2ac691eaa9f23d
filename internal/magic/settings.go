package magic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// resetMagic forgets what the session knows.
func resetMagic(_ context.Context, s Session, c *Call) error {
	switch c.Arg {
	case "out":
		s.ForgetResults()
	case "hard":
		if !s.Restart() {
			return errors.New("this session has no process of its own; %reset forgets its names")
		}
	default:
		s.Reset()
		s.ForgetResults()
		s.Reseed(nil)
	}
	return nil
}

// quiet turns displaying off and on.
func quiet(_ context.Context, s Session, c *Call) error {
	m := s.Memory()
	m.Quiet = c.Arg == "on" || c.Arg == "" && !m.Quiet
	return nil
}

// engine says how code runs, or decides it.
func engine(_ context.Context, s Session, c *Call) error {
	switch c.Arg {
	case "auto", "yaegi":
		s.Interpret(c.Arg == "yaegi")
		return nil
	}
	e := s.Engine()
	switch {
	case e.Interpreted:
		fmt.Fprintf(s.Stdout(), "yaegi: all code is interpreted; type %%engine auto for machine code where something repeats\n")
	case e.Missing != nil:
		fmt.Fprintf(s.Stdout(), "auto, but all code is interpreted here: %v\n", e.Missing)
	default:
		fmt.Fprintln(s.Stdout(), "auto: machine code for loops and recursions, and for what they call; the rest is interpreted")
	}
	for _, r := range e.Last {
		fmt.Fprintf(s.Stdout(), "  %s\n", r)
	}
	return nil
}

// String says how it runs.
func (r Ran) String() string {
	name, how := cmp.Or(r.Func, "the last cell"), "interpreted"
	switch {
	case r.Machine:
		how = "machine code"
	case r.Why != nil:
		how = fmt.Sprintf("interpreted, because of %v", r.Why)
	}
	return name + ": " + how
}

// seedMagic shows or sets the seed of the generators that nobody gave.
func seedMagic(_ context.Context, s Session, c *Call) error {
	switch c.Arg {
	case "off":
		s.Reseed(nil)
		return nil
	case "":
		if n := s.Seed(); n != nil {
			fmt.Fprintf(s.Stdout(), "seed %d\n", *n)
		} else {
			fmt.Fprintln(s.Stdout(), "no seed: each run draws other numbers")
		}
		return nil
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(c.Arg, "_", ""), 0, 64)
	if err != nil {
		return fmt.Errorf("%s is not a 64-bit whole number", c.Arg)
	}
	s.Reseed(&n)
	return nil
}

// randSeed says whether math/rand's Seed is heeded, or decides it.
func randSeed(_ context.Context, s Session, c *Call) error {
	switch {
	case c.Arg != "":
		s.HeedRandSeed(c.Arg == "on")
	case s.HeedsRandSeed():
		fmt.Fprintln(s.Stdout(), "on: rand.Seed of math/rand makes its draws repeat, as before Go 1.24")
	default:
		fmt.Fprintf(s.Stdout(), "off: rand.Seed of math/rand does nothing, as since Go 1.24; Seed(n) and %%seed make draws repeat\n")
	}
	return nil
}

// history lists the inputs of the session's cells.
func history(_ context.Context, s Session, c *Call) error {
	ranges, text := cutRanges(c.Arg)
	if len(ranges) > 0 && text == "" {
		var cells []Cell
		for n, source := range s.Inputs() {
			cells = append(cells, Cell{N: n, Source: source})
		}
		chosen, err := chooseCells(cells, ranges)
		for _, cell := range chosen {
			fmt.Fprintln(s.Stdout(), Numbered(cell.N, cell.Source))
		}
		return err
	}
	for n, source := range s.Inputs() {
		if strings.Contains(source, c.Arg) {
			fmt.Fprintln(s.Stdout(), Numbered(n, source))
		}
	}
	return nil
}

// Numbered is a cell's source behind its number, with all its lines below each
// other.
func Numbered(n int, source string) string {
	return fmt.Sprintf("%4d  %s", n, strings.ReplaceAll(source, "\n", "\n      "))
}
