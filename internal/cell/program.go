package cell

import (
	"context"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"runtime"
	"strings"

	"riffle/internal/lower"
)

// IsProgram reports whether a text has a package clause: it is a program then,
// otherwise a script of cells.
func IsProgram(text string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), "", stripShebang(text), parser.PackageClauseOnly)
	return err == nil && f.Name != nil
}

// stripShebang blanks a #! line, keeping offsets.
func stripShebang(text string) string {
	if !strings.HasPrefix(text, "#!") {
		return text
	}
	i := strings.IndexByte(text, '\n')
	if i < 0 {
		i = len(text)
	}
	return "//" + text[2:i] + text[i:]
}

// Program compiles a file of package main, strictly as Go does: no names of the
// environment, nothing imported automatically. It ends with ctx as Compile does.
func (c *Compiler) Program(ctx context.Context, src *Source) (unit *Unit, errs Errors) {
	defer c.guard(src, &unit, &errs)
	y := &layout{}
	clean := *src
	clean.program = true
	clean.Text = stripShebang(src.Text)
	y.add(&clean, 0, len(clean.Text))
	c.layouts.enter(y, c.fset, len(clean.Text))
	f, err := parser.ParseFile(c.fset, src.File, clean.Text, parser.AllErrors)
	if err != nil {
		return nil, c.programErrors(&clean, err)
	}
	if errs := stopped(ctx, src); errs != nil {
		return nil, errs
	}
	b := &builder{c: c, f: &file{src: &clean, layout: y, ast: f}, files: []*ast.File{f}}
	if errs := b.tooLarge(); errs != nil {
		return nil, errs
	}
	b.info = newInfo()
	b.pkg = types.NewPackage(lower.UserPath, f.Name.Name)
	conf := types.Config{
		Importer: c.config.Importer,
		Error:    func(err error) { b.errs = append(b.errs, err.(types.Error)) },
		Sizes:    types.SizesFor("gc", runtime.GOARCH),
	}
	types.NewChecker(&conf, c.fset, b.pkg, b.info).Files(b.files)
	b.needsBodies(f)
	b.needsMain(f)
	if len(b.errs) > 0 {
		for _, e := range b.ordered() {
			errs = append(errs, b.diagnostic(e))
		}
		return nil, errs
	}
	if errs := stopped(ctx, src); errs != nil {
		return nil, errs
	}
	u := &lower.Unit{Info: b.info, Files: b.files, Program: b.pkg, InitOrder: b.info.InitOrder, Stop: func() bool { return ctx.Err() != nil }}
	partial := c.partial(b.info, b.files)
	low, err := c.lower.Lower(u)
	if errs := stopped(ctx, src); err != nil && errs != nil {
		return nil, errs
	}
	if err != nil {
		return nil, Errors{b.refused(err)}
	}
	return &Unit{Lowered: low, Partial: partial}, nil
}

// needsBodies reports functions without a body, which the checker would take for
// assembly.
func (b *builder) needsBodies(f *ast.File) {
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body == nil {
			b.errs = append(b.errs, types.Error{Fset: b.c.fset, Pos: fd.Name.Pos(), Msg: "missing function body"})
		}
	}
}

func (b *builder) needsMain(f *ast.File) {
	if len(b.errs) > 0 {
		return
	}
	if _, ok := b.pkg.Scope().Lookup("main").(*types.Func); !ok || f.Name.Name != "main" {
		b.errs = append(b.errs, types.Error{Pos: f.Name.Pos(), Msg: "a program is package main with a function main; a script has no package clause"})
	}
}

func (c *Compiler) programErrors(src *Source, err error) Errors {
	list, ok := err.(scanner.ErrorList)
	if !ok {
		return Errors{{Message: err.Error(), File: src.File}}
	}
	errs := c.syntaxErrors(src, split(src.Text))
	if len(errs) > 0 { // the parser's follow from these
		return errs
	}
	line := 0
	for _, e := range list {
		d := src.Diagnostic(e.Pos.Offset, e.Pos.Offset, plainSyntax(e.Msg, false, true))
		if d.Line == line { // the first on a line is the cause
			continue
		}
		line = d.Line
		d.Hint = syntaxHint(&d, e.Msg, true)
		errs = append(errs, d)
	}
	return errs
}
