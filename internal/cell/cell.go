// Package cell compiles what a user types: a cell, a source of declarations and
// statements in any order, becomes a checked and lowered unit of the session it
// belongs to. A Compiler is a session's scope; Compile adds a cell to it.
//
// split.go takes a cell apart and source.go remembers where each byte came
// from; layout and hoisting make a file of package main of it (file.go); names
// are resolved against the session, the environment and importable packages
// (scope.go); what earlier cells declared is changed or recompiled where the cell
// requires it (late.go, moment.go, dependents.go); go/types checks (build.go) and package
// lower does the rest. Errors are explained from tables (message.go, hint.go, advice.go).
// Complete, Inspect and IsComplete answer questions about sources that are still being
// written (probe.go). It uses only go/*: neither yaegi nor values.
package cell

import (
	"context"
	"go/token"
	"go/types"
	"weak"

	"riffle/internal/core"
	"riffle/internal/lower"
	"riffle/internal/magic"
	"riffle/internal/proto"
)

// Config is the world of a session.
type Config struct {
	// Importer gives the type data of importable packages.
	Importer types.Importer
	// Auto gives the import paths that a package name may mean, the
	// likeliest first.
	Auto func(name string) []string
	// Source gives the files of a package whose generic functions are lowered from
	// source, none for other packages.
	Source func(path string) (map[string][]byte, error)
	// Caller reports whether a native function also has a source, so that it can call the
	// session's methods.
	Caller func(path, name string) bool
	// Has reports whether a package has a native symbol.
	Has func(path, name string) bool
	// Missing says why cells can't use a name of a package, if known.
	Missing func(path, name string) (reason string, ok bool)
	// Environment are packages whose exported names cells use unqualified.
	Environment []string
	// Names are single environment names, by name: a path and a name in it.
	Names map[string][2]string
	// Paths lists the importable paths, sorted.
	Paths func() []string
	// Doc and Decl give the documentation and the declaration of a package's
	// name, of "Type.Member", or of the package itself ("").
	Doc  func(path, name string) (text string, ok bool)
	Decl func(path, name string) (decl string, ok bool)
	// SourceOf gives the source of a package's name, with its body.
	SourceOf func(path, name string) (text string, ok bool)
	// Files lists the files whose names begin as typed, or only the folders.
	Files func(typed string, folders bool) []proto.Candidate
	// Magics are those that cells can use; nil for all of riffle's.
	Magics magic.Table
	// Check, unless nil, is asked about every program of the normal form. An
	// error is a fault of the compiler's.
	Check func(*core.Program) error
	// Checked, unless nil, is called with every cell that compiles.
	Checked func(*Checked)
	// Partial makes units report what experiments must not do if they are played in part.
	Partial bool
}

// Compiler is the scope of a session: what its names mean now. It is not safe
// for concurrent use.
type Compiler struct {
	config  Config
	fset    *token.FileSet
	layouts layouts
	pkg     *types.Package
	lower   *lower.Lowerer

	scope
	whole     *scope                               // the session's, while compiling a source apart
	env       map[string]types.Object              // environment names that were asked for
	envWhole  bool                                 // env has all of them
	unread    map[string]error                     // names that may belong to a package which couldn't be read
	phantom   map[*types.Func]string               // methods without a body, and why
	last      *types.Var                           // the last displayed value
	above     string                               // the last cell, if it was only a comment
	printed   bool                                 // a cell has called print, and a note has said what it does
	explained [lookalikes]bool                     // kinds that a note has explained
	typeCell  map[weak.Pointer[types.TypeName]]int // where each type was declared
	outs      map[int]*types.Var
	sources   map[string]*lower.Package
	seen      *known                        // what completion has listed
	aliases   map[types.Object]types.Object // for Config.Checked alone
	committed int                           // cells
	results   *results                      // of experiments, for Config.Partial alone
}

// New returns the compiler of a new session.
func New(config Config) *Compiler {
	if config.Magics == nil {
		config.Magics = magic.All
	}
	c := &Compiler{
		config:   config,
		fset:     token.NewFileSet(),
		pkg:      types.NewPackage(lower.UserPath, "main"),
		typeCell: map[weak.Pointer[types.TypeName]]int{},
		scope:    scope{bindings: map[string]*binding{}},
		env:      map[string]types.Object{},
		unread:   map[string]error{},
		phantom:  map[*types.Func]string{},
		outs:     map[int]*types.Var{},
		sources:  map[string]*lower.Package{},
	}
	c.lower = lower.New(lower.Natives{Has: config.Has, Missing: config.Missing, Source: c.source, Caller: config.Caller, Again: c.again, Check: config.Check, Experiment: isExperiment, Text: c.textOf, Moment: c.moment})
	return c
}

// Unit is a compiled cell.
type Unit struct {
	*lower.Lowered
	// Shows says that the cell displays its last value.
	Shows bool
	// Rune says that the value is a character.
	Rune bool
	// Notes are what the user should know about the cell although it
	// compiled: dependents that no longer do.
	Notes []proto.Diagnostic
	// Partial is for Config.Partial.
	Partial Partial
	out     *types.Var
	n       int
}

// Errors are the reasons why a cell doesn't compile, in the order of the
// source.
type Errors []proto.Diagnostic

// Compile compiles a cell and makes its declarations the session's newest. A cell with
// errors changes nothing, and one on which the compiler itself fails gets an error that
// says so. When ctx ends, compiling stops with an error at its next stage or the next
// lowered statement, and changes nothing.
func (c *Compiler) Compile(ctx context.Context, src *Source) (unit *Unit, errs Errors) {
	defer c.guard(src, &unit, &errs)
	if src.Apart {
		defer c.apart(src.Sees)()
	}
	src.above = c.above
	if c.above = src.only(); c.above != "" && src.above != "" {
		c.above = src.above + "\n" + c.above
	}
	f, errs := c.read(ctx, src)
	if errs != nil {
		return nil, errs
	}
	unit, errs = c.build(ctx, f)
	f.layout.passing = f.layout.passing || unit == nil
	return unit, errs
}

// Syntax returns the errors that can be seen without knowing what names mean.
func (c *Compiler) Syntax(src *Source) Errors {
	f, errs := c.read(context.Background(), src)
	if f != nil {
		f.layout.passing = true
	}
	return errs
}

// read takes a cell apart and parses it.
func (c *Compiler) read(ctx context.Context, src *Source) (*file, Errors) {
	ps := split(src.Text)
	if errs := stopped(ctx, src); errs != nil {
		return nil, errs
	}
	if errs := c.syntaxErrors(src, ps); errs != nil {
		return nil, errs
	}
	return c.parse(src, ps)
}

// Outdated reports whether a type has since been redeclared, and the number of the cell
// that declared it.
func (c *Compiler) Outdated(t types.Type) (name string, cell int, outdated bool) {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return "", 0, false
	}
	o := n.Origin().Obj()
	cell, ok = c.typeCell[weak.Make(o)]
	b := c.bindings[o.Name()]
	return o.Name(), cell, ok && (b == nil || b.obj != o)
}
