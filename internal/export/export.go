// Package export writes the cells of a notebook, a script or a session as a Go
// program that the toolchain compiles, with the same output. Translate makes the
// program; Module.Write puts it into a folder with all that it needs.
//
// The cells are compiled as in a session (read.go): the compiler decides what a name
// means, and which version of a function is called where. Then decls.go finds the
// declarations that are in use, names.go gives each object one name, and the user's own
// text is written again with the few places changed that must be (edit.go): declarations
// at package level, statements in order in main (stmt.go), values as the cells show them
// (show.go). tidy.go checks the result as the toolchain will.
package export

import (
	"context"
	"go/types"
	"slices"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/magic"
	"riffle/internal/proto"
)

// World is the environment in which cells are compiled.
type World struct {
	// Compiler is the compiler of a new session, which tells what it has checked.
	Compiler func(checked func(*cell.Checked)) *cell.Compiler
	Importer types.Importer
	Magics   magic.Table
}

// Cell is a cell to be exported: code, or text between the code.
type Cell struct {
	Source *cell.Source // nil for text
	Text   string       // Markdown
	// Name is what the program's comments call the cell: "cell 3", or empty.
	Name string
}

// Options say how the program is written.
type Options struct {
	// Show prints the values that the cells display.
	Show bool
	// Module is the path of the module that will hold the program and riffle's
	// packages; empty for a single file, which imports them where they are.
	Module string
	// From names what is exported, for the first comment.
	From string
}

// Program is a translated program.
type Program struct {
	Source []byte
	// Imports are the packages that it imports, by riffle's own paths.
	Imports []string
	// Left says what was left out, or may differ, with its place.
	Left []string
}

// Refused are the reasons why cells can't be a program, all of them.
type Refused []proto.Diagnostic

// Error lists the reasons with their places.
func (r Refused) Error() string {
	e := proto.CellError{Name: "export", Message: "this can't be a Go program", Diagnostics: r}
	return e.Format()
}

// Translate makes a program of cells. Its error is a Refused, or the cause of a ctx that
// is done: then what is under way ends soon.
func Translate(ctx context.Context, w World, cells []Cell, o Options) (*Program, error) {
	t := &translator{world: w, opts: o}
	t.compile(ctx, cells)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	t.leaveWidgets()
	t.collect()
	t.merge()
	t.choose()
	t.name()
	p := t.write() // of what compiles, to find everything else that can't be written
	if len(t.refused) > 0 {
		return nil, t.refusal()
	}
	source, err := t.tidy(ctx, p)
	if len(t.refused) > 0 {
		return nil, t.refusal()
	}
	if err != nil {
		return nil, err
	}
	return &Program{Source: source, Imports: t.imports.paths(), Left: t.left}, nil
}

// translator makes one program.
type translator struct {
	world    World
	opts     Options
	compiler *cell.Compiler
	blocks   []*block
	refused  Refused
	left     []string

	session map[types.Object]*entity // what cells declare at their top level
	order   []*entity
	decls   []*decl
	canon   map[types.Object]types.Object
	labels  map[types.Object]string
	defined map[string]bool // names that the user's code declares anywhere
	used    names
	seeds   bool // Seed is called, and math/rand draws
	// heedsRandSeed says that math/rand.Seed does what it did before Go 1.24.
	heedsRandSeed bool
	draws         bool // math/rand draws
	imports       imports
	helpers       map[string]string // functions of ours, by what they are for
}

// block is one cell.
type block struct {
	Cell
	units []*unit
}

// unit is a part of a cell: Go, or what a magic becomes.
type unit struct {
	*cell.Checked
	block *block
	shows bool
	magic func(t *translator) string
	about string // a comment
}

// refuse notes why something can't be exported.
func (t *translator) refuse(d proto.Diagnostic) {
	same := func(e proto.Diagnostic) bool {
		return e.Cell == d.Cell && e.File == d.File && e.Line == d.Line && e.Message == d.Message
	}
	if !slices.ContainsFunc(t.refused, same) {
		t.refused = append(t.refused, d)
	}
}

func (t *translator) refusal() error {
	slices.SortStableFunc(t.refused, func(a, b proto.Diagnostic) int {
		if a.Cell != b.Cell {
			return a.Cell - b.Cell
		}
		return a.Line - b.Line
	})
	return t.refused
}

// leave notes what the program lacks.
func (t *translator) leave(b *block, what string) {
	if b.Name != "" {
		what = b.Name + ": " + what
	}
	if !slices.Contains(t.left, what) {
		t.left = append(t.left, what)
	}
}

// comment is a text as comment lines.
func comment(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text) + "\n") {
		b.WriteString(strings.TrimRight("// "+strings.TrimRight(line, " \t\r\n"), " ") + "\n")
	}
	return b.String()
}
