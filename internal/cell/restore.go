package cell

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Restored is what restoring the cells of a session that is over has done so far. A
// Source that has one is checked as a whole, but declares only: of its statements those
// run that give a variable its first value and can have no other effect. The zero value
// is ready.
type Restored struct {
	// Declared counts what was declared: imports, types, constants, functions, and
	// variables that have their values.
	Declared int
	// Skipped counts statements that didn't run.
	Skipped int
	// Fatal is set for a cell that ended its session: nothing in it runs.
	Fatal bool

	missing map[string]int // variables without a value, and their cells
}

// Missing are the names of the variables that have no value.
func (r *Restored) Missing() []string { return slices.Sorted(maps.Keys(r.missing)) }

// lacks notes that variables have no value.
func (r *Restored) lacks(spec *ast.ValueSpec, cell int) {
	for _, id := range spec.Names {
		if own(id) {
			if r.missing == nil {
				r.missing = map[string]int{}
			}
			r.missing[id.Name] = cell
		}
	}
}

// own reports whether a name is the user's.
func own(id *ast.Ident) bool { return id.Name != "_" && !strings.HasPrefix(id.Name, mark) }

// restored chooses what runs of a cell that is restored, and counts.
func (b *builder) restored(r *Restored) (run []ast.Stmt) {
	r.Declared += b.declarations()
	for _, s := range b.f.body {
		spec := b.f.inits[s]
		switch {
		case spec == nil:
			if _, empty := s.(*ast.EmptyStmt); !empty {
				r.Skipped++
			}
		case len(spec.Values) > 0 && (r.Fatal || !b.harmless(r, spec)):
			r.Skipped++
			r.lacks(spec, b.f.src.Cell)
		default:
			for _, id := range spec.Names {
				if own(id) {
					r.Declared++
					delete(r.missing, id.Name)
				}
			}
			run = append(run, s)
		}
	}
	return run
}

// declarations counts those of the cell that aren't variables.
func (b *builder) declarations() (n int) {
	for _, d := range b.f.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			n++
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ImportSpec:
					if s.Path.ValuePos.IsValid() { // the user's own
						n++
					}
				case *ast.TypeSpec:
					n++
				case *ast.ValueSpec:
					if d.Tok == token.CONST {
						n += len(s.Names)
					}
				}
			}
		}
	}
	return n + len(b.f.dots)
}

// harmless reports whether giving variables their values can have no other effect, and
// always ends: it calls only functions of the library that are known to be so.
func (b *builder) harmless(r *Restored, spec *ast.ValueSpec) bool {
	ok := true
	for _, v := range spec.Values {
		ast.Inspect(v, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				_, missing := r.missing[n.Name]
				ok = ok && !missing && !strings.HasPrefix(n.Name, mark)
			case *ast.CallExpr:
				ok = ok && b.harmlessCall(n)
			case *ast.UnaryExpr:
				ok = ok && n.Op != token.ARROW
			case *ast.FuncLit:
				ok = ok && !b.mentions(n, r.missing)
				return false // it doesn't run
			}
			return ok
		})
	}
	return ok
}

// mentions reports whether a function uses one of some variables, whose value it would
// keep.
func (b *builder) mentions(f *ast.FuncLit, names map[string]int) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			_, is := names[id.Name]
			found = found || is || strings.HasPrefix(id.Name, mark)
		}
		return !found
	})
	return found
}

// harmlessCall: a conversion, a function of Go's that makes something, or one of the
// library's that only makes something of its arguments. A function that is given
// may run.
func (b *builder) harmlessCall(call *ast.CallExpr) bool {
	tv := b.info.Types[call.Fun]
	if tv.IsType() {
		return true
	}
	for _, a := range call.Args {
		if _, isFunc := b.info.Types[a].Type.Underlying().(*types.Signature); isFunc {
			return false
		}
	}
	name := calleeName(call)
	if name == nil {
		return false
	}
	if tv.IsBuiltin() {
		return slices.Contains([]string{"append", "cap", "complex", "imag", "len", "make", "max", "min", "new", "real"}, name.Name)
	}
	f, ok := b.info.Uses[name].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Results().Len() == 0 {
		return false
	}
	return b.harmlessFunc(f, call.Args)
}

// makers are the packages of which functions with these beginnings only make something;
// a "" stands for all.
var makers = map[string][]string{
	"bufio": {"New"}, "bytes": {""}, "cmp": {""}, "container/list": {"New"}, "container/ring": {"New"},
	"errors": {""}, "fmt": {"Sprint", "Errorf"}, "html": {""}, "maps": {""}, "math": {""}, "math/big": {"New"},
	"math/bits": {""}, "math/cmplx": {""}, "math/rand": {"New"}, "math/rand/v2": {"New"}, "path": {""},
	"path/filepath": {"Base", "Clean", "Dir", "Ext", "Join"}, "regexp": {"Compile", "MustCompile"}, "slices": {""},
	"strconv": {""}, "strings": {""}, "time": {"Date", "Now", "Parse", "Unix"}, "unicode": {""}, "unicode/utf8": {""},
	"gonum.org/v1/gonum/mat": {"New"},
	"riffle/shuffle": {"New", "Parse", "DeckOf", "BorlandRandom", "ChaCha8", "Commons", "CryptoRandom", "Exchange",
		"FromSource", "Insertion", "JavaRandom", "LCG", "MT19937", "PCG", "PythonRandom", "Riffle", "Shufflers", "SortShuffleKeys"},
	"riffle/shuffle/count": {""},
}

// harmlessFunc reports whether a function only makes something of its arguments. Of
// methods, those of times and durations do; printing calls methods of the user's.
func (b *builder) harmlessFunc(f *types.Func, args []ast.Expr) bool {
	path := f.Pkg().Path()
	if f.Signature().Recv() != nil {
		n := receiverType(f)
		return path == "time" && n != nil && slices.Contains([]string{"Time", "Duration", "Month", "Weekday"}, n.Obj().Name())
	}
	printed := func(a ast.Expr) bool {
		_, basic := types.Unalias(b.info.Types[a].Type).(*types.Basic)
		return !basic
	}
	if path == "fmt" && slices.ContainsFunc(args, printed) {
		return false
	}
	return slices.ContainsFunc(makers[path], func(prefix string) bool { return strings.HasPrefix(f.Name(), prefix) })
}

// Abandon notes that the variables of a source have no value: giving them one failed.
func (c *Compiler) Abandon(src *Source, r *Restored) {
	f, errs := c.read(context.Background(), src)
	if errs != nil {
		return
	}
	f.layout.passing = true
	for _, spec := range f.inits {
		if len(spec.Values) > 0 {
			r.lacks(spec, src.Cell)
		}
	}
}

// Pieces are the declarations and statements of a source, each a source of its own.
func (c *Compiler) Pieces(src *Source) (list []*Source) {
	for _, p := range split(src.Text).list {
		list = append(list, src.Window(p.start, p.end))
	}
	return list
}

// Declares reports whether a source declares something.
func (c *Compiler) Declares(src *Source) bool {
	f, errs := c.read(context.Background(), src)
	if errs != nil {
		return false
	}
	f.layout.passing = true
	return len(f.names)+len(f.dots)+len(f.ast.Decls) > 0
}

// Results returns a function that gives _ and Out[n] the meaning back that they have
// now.
func (c *Compiler) Results() (back func()) {
	last, outs := c.last, maps.Clone(c.outs)
	return func() { c.last, c.outs = last, outs }
}

// Undefine ends restoring: variables without a value become undefined, and what uses
// them is kept as what no longer compiles. The unit is nil if there are none.
func (c *Compiler) Undefine(r *Restored) (unit *Unit, errs Errors) {
	// What uses a variable can't be compiled with a type of its name.
	var text strings.Builder
	for _, name := range r.Missing() {
		if bd := c.bindings[name]; bd == nil || bd.cell != r.missing[name] {
			delete(r.missing, name) // declared again, as something else
			continue
		}
		fmt.Fprintf(&text, "type %s struct{}\n", name)
	}
	if text.Len() == 0 {
		return nil, nil
	}
	unit, errs = c.Compile(context.Background(), &Source{Text: text.String(), undefines: true})
	if errs != nil {
		return nil, errs
	}
	for name, cell := range r.missing {
		where := ""
		if cell > 0 {
			where = fmt.Sprintf(" in cell %d", cell)
		}
		c.bindings[name] = &binding{name: name, cell: cell, lacking: true,
			broken: fmt.Sprintf("%s has no value: %%restore didn't run the statement%s that gives it one", name, where)}
	}
	return unit, nil
}
