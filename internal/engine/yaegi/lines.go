package yaegi

import (
	"go/token"
	"slices"
	"sync"
	"weak"

	"riffle/internal/engine"
)

// compiled is a function that an interpreter has compiled.
type compiled struct {
	// name is the function's name, from that of the user's function that it was made
	// from.
	name, from string
	// first is the number of its first line in yaegi's text, end that of the line after
	// its last.
	first, end int
	sites      []site
	// noted is where it stores the number of the running site.
	noted *int
	// slots are the interpreter's variables that it uses.
	slots []int
	// file is the program's, from which yaegi gets line numbers.
	file *token.File
	// tree is yaegi's, which lives as long as the function may be called.
	tree weak.Pointer[byte]
}

// running is the running site of the function: the one it noted last if that may call the
// function called, which is empty for none.
func (c *compiled) running(called string) site {
	may := func(s site) bool { return true }
	calling := func(s site) bool { return slices.Contains(s.calls, called) }
	switch {
	case called == "":
	case slices.ContainsFunc(c.sites, calling):
		may = calling
	case slices.ContainsFunc(c.sites, site.isOpen):
		may = site.isOpen
	}
	if s := c.sites[peek(c.noted)]; may(s) {
		return s
	}
	return c.sites[slices.IndexFunc(c.sites, may)]
}

// frame is the function's frame at a site.
func (c *compiled) frame(s site) engine.Frame {
	return engine.Frame{Pos: s.pos, Func: c.name, From: c.from}
}

// functions are what an interpreter has compiled, in the order of their lines.
type functions struct {
	mu   sync.RWMutex
	all  []*compiled
	next int // number of the next line
}

// add adds functions of a program whose lines end before the line next.
func (f *functions) add(all []*compiled, next int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, all...)
	f.next = next
}

// of is the function that a line is in, nil if there is none.
func (f *functions) of(n int) *compiled {
	f.mu.RLock()
	defer f.mu.RUnlock()
	i, _ := slices.BinarySearchFunc(f.all, n, func(c *compiled, n int) int { return c.end - n - 1 })
	if i == len(f.all) || n < f.all[i].first {
		return nil
	}
	return f.all[i]
}

// noting are the functions that note sites.
func (f *functions) noting() []*compiled {
	f.mu.RLock()
	defer f.mu.RUnlock()
	var all []*compiled
	for _, c := range f.all {
		if len(c.sites) > 1 {
			all = append(all, c)
		}
	}
	return all
}

// trim forgets the functions that can no longer be called, and returns the variables and
// files that the others use.
func (f *functions) trim() (slots map[int]bool, files map[*token.File]bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = slices.DeleteFunc(f.all, func(c *compiled) bool { return c.tree.Value() == nil })
	slots, files = map[int]bool{}, map[*token.File]bool{}
	for _, c := range f.all {
		files[c.file] = true
		for _, s := range c.slots {
			slots[s] = true
		}
	}
	return slots, files
}
