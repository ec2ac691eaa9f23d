package yaegi

import (
	"go/token"
	"slices"
	"sync"
	"weak"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// compiled is a function that an interpreter has compiled.
type compiled struct {
	// lines are its lines in what yaegi was given; start is the number of the
	// first.
	start int
	lines []core.Line
	// place is where it notes the number of the line that runs, nil if it
	// never does.
	place *int
	// slots are the interpreter's variables that it uses.
	slots []int
	// file is the program's, which tells yaegi the numbers of lines.
	file *token.File
	// tree is yaegi's, which is there as long as the function may be called.
	tree weak.Pointer[byte]
}

// at is the line of a number, which is one of the function's.
func (c *compiled) at(n int) core.Line { return c.lines[n-c.start] }

// noted is the line that it noted last, 0 for none.
func (c *compiled) noted() int {
	if c.place == nil {
		return 0
	}
	return peek(c.place)
}

// running is the line that runs in the function, whose first statement is on line n:
// the one it noted last if that line may call the function called, which is empty
// for none.
func (c *compiled) running(n int, called string) int {
	var direct, open, places []int
	for i, l := range c.lines {
		if !l.Pos.IsValid() {
			continue
		}
		places = append(places, c.start+i)
		if slices.Contains(l.Calls, called) {
			direct = append(direct, c.start+i)
		}
		if l.Open {
			open = append(open, c.start+i)
		}
	}
	lines := places
	switch {
	case called == "":
	case len(direct) > 0:
		lines = direct
	case len(open) > 0:
		lines = open
	}
	switch noted := c.noted(); {
	case slices.Contains(lines, noted):
		return noted
	case len(lines) > 0:
		return lines[0]
	}
	return n
}

// frame is the function's frame at line n.
func (c *compiled) frame(n int) engine.Frame {
	l := c.at(n)
	return engine.Frame{Pos: l.Pos, Func: l.In.Symbol.Name, From: l.In.From}
}

// functions are what an interpreter has compiled, in the order of their lines.
type functions struct {
	mu   sync.RWMutex
	all  []*compiled
	next int // number of the next line
}

// split finds the functions in the lines that come next.
func (f *functions) split(lines []core.Line) []*compiled {
	var all []*compiled
	var in *core.PrintedFunc
	for i, l := range lines {
		switch {
		case l.In == nil:
		case l.In != in:
			in = l.In
			all = append(all, &compiled{start: f.next + i, lines: lines[i : i+1]})
		default:
			c := all[len(all)-1]
			c.lines = lines[c.start-f.next : i+1 : i+1]
		}
	}
	return all
}

// add enters functions, which took so many lines.
func (f *functions) add(all []*compiled, lines int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, all...)
	f.next += lines
}

// of is the function that a line is in, nil if there is none.
func (f *functions) of(n int) *compiled {
	f.mu.RLock()
	defer f.mu.RUnlock()
	i, found := slices.BinarySearchFunc(f.all, n, func(c *compiled, n int) int { return c.start - n })
	if !found {
		i--
	}
	if i < 0 || n >= f.all[i].start+len(f.all[i].lines) {
		return nil
	}
	return f.all[i]
}

// noting are the functions that note lines.
func (f *functions) noting() []*compiled {
	f.mu.RLock()
	defer f.mu.RUnlock()
	var all []*compiled
	for _, c := range f.all {
		if c.place != nil {
			all = append(all, c)
		}
	}
	return all
}

// trim forgets the functions that can't be called any more, and returns the
// variables and the files that the others use.
func (f *functions) trim() (slots map[int]bool, files map[*token.File]bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = slices.DeleteFunc(f.all, func(c *compiled) bool { return c.tree.Value() == nil })
	slots, files = map[int]bool{}, map[*token.File]bool{}
	for _, c := range f.all {
		c.lines = slices.Clone(c.lines) // apart from those of its program
		files[c.file] = true
		for _, s := range c.slots {
			slots[s] = true
		}
	}
	return slots, files
}
