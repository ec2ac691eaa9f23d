package session

import (
	"go/token"
	"go/types"
	"iter"
	"maps"
	"reflect"
	"slices"

	"riffle/internal/cell"
)

// historyPath is the import path of the package in which In and Out are
// variables, as cells see it.
const historyPath = "riffle/internal/history"

// outMost is how many values Out keeps; the oldest are dropped first.
const outMost = 1000

// history is what In and Out show: the sources of the numbered cells, and the
// values of those that displayed a single one. Out[n] with a constant n is the
// compiler's business, which knows the value's type; everything else reads the
// maps here.
type history struct {
	in    map[int]string
	bad   map[int]bool // cells that haven't ended, or with an error
	out   map[int]any
	order []int // keys of out, the oldest first

	// In and Out are the variables of the package. They are copies: a
	// goroutine that a cell left behind may read them while we write ours.
	In   map[int]string
	Out  map[int]any
	used bool // a program has asked for them
}

func newHistory() *history {
	return &history{in: map[int]string{}, bad: map[int]bool{}, out: map[int]any{}}
}

// symbols are the package's variables.
func (h *history) symbols() map[string]reflect.Value {
	return map[string]reflect.Value{"In": reflect.ValueOf(&h.In).Elem(), "Out": reflect.ValueOf(&h.Out).Elem()}
}

// publishVariables renews the variables for the next program, once one has asked for
// them: functions of earlier cells may use them too.
func (h *history) publishVariables(imports []string) {
	if h.used = h.used || slices.Contains(imports, historyPath); h.used {
		h.In, h.Out = maps.Clone(h.in), maps.Clone(h.out)
	}
}

// putValue stores a value, and returns the cell whose value must be dropped; 0 for none.
func (h *history) putValue(n int, v any) (oldest int) {
	if _, again := h.out[n]; !again {
		h.order = append(h.order, n)
	}
	h.out[n] = v
	if len(h.order) <= outMost {
		return 0
	}
	oldest = h.order[0]
	h.order = slices.Delete(h.order, 0, 1)
	delete(h.out, oldest)
	return oldest
}

// began records a numbered cell.
func (h *history) began(n int, source string) { h.in[n], h.bad[n] = source, true }

// endNumbered records how a numbered cell ended.
func (h *history) endNumbered(n int, ok bool) {
	switch _, numbered := h.in[n]; {
	case ok:
		delete(h.bad, n)
	case numbered:
		h.bad[n] = true
	}
}

// forgetValues drops all values.
func (h *history) forgetValues() {
	clear(h.out)
	h.order, h.Out = nil, nil
}

// sources yields the cells in their order.
func (h *history) sources() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for _, n := range slices.Sorted(maps.Keys(h.in)) {
			if !yield(n, h.in[n]) {
				return
			}
		}
	}
}

// withHistory is an importer that also knows the package of In and Out.
type withHistory struct {
	types.Importer
	pkg *types.Package
}

func newWithHistory(rest types.Importer) withHistory {
	p := types.NewPackage(historyPath, "history")
	number, text := types.Typ[types.Int], types.Typ[types.String]
	value := types.Universe.Lookup("any").Type()
	p.Scope().Insert(types.NewVar(token.NoPos, p, "In", types.NewMap(number, text)))
	p.Scope().Insert(types.NewVar(token.NoPos, p, "Out", types.NewMap(number, value)))
	p.MarkComplete()
	return withHistory{rest, p}
}

// Import finds a package by its path.
func (w withHistory) Import(path string) (*types.Package, error) {
	if path == historyPath {
		return w.pkg, nil
	}
	return w.Importer.Import(path)
}

// typeNamed is a type of a package that cells may import, nil if there is none.
func (w withHistory) typeNamed(path, name string) types.Type {
	p, err := w.Import(path)
	if err != nil {
		return nil
	}
	if o, ok := p.Scope().Lookup(name).(*types.TypeName); ok {
		return o.Type()
	}
	return nil
}

// rememberShown stores the value that a unit displayed as _ and Out[n].
func (s *Session) rememberShown(u *cell.Unit, vs []any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compiler.Result(u)
	if !u.HasResult() || len(vs) != 1 {
		return
	}
	if oldest := s.history.putValue(s.n, vs[0]); oldest != 0 {
		s.store.Clear(s.compiler.ForgetResult(oldest))
	}
}

// forgetResults frees _ and Out.
func (s *Session) forgetResults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.history.forgetValues()
	s.store.Clear(s.compiler.ForgetResults()...)
}
