package cell

import (
	"cmp"
	"context"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"runtime"
	"slices"
	"sort"
	"strings"
	"weak"

	"riffle/internal/lower"
	"riffle/internal/proto"
)

// build resolves, checks and lowers a parsed cell.
func (c *Compiler) build(ctx context.Context, f *file) (unit *Unit, errs Errors) {
	b := &builder{c: c, f: f, late: map[*ast.FuncDecl]*types.Func{}, adopted: map[*declared]*types.Func{}, goOn: map[*declared]*waits{}, why: map[*declared]string{}, halted: map[*declared]token.Pos{}, dots: len(c.dots)}
	defer func() {
		if unit == nil {
			b.abandon()
		}
	}()
	if errs := c.dotImports(f); errs != nil {
		return nil, errs
	}
	b.files = []*ast.File{b.withMain()}
	if errs := b.tooLarge(); errs != nil {
		return nil, errs
	}
	b.useOld()
	b.useResults()
	if errs := b.lateMethods(); errs != nil {
		return nil, errs
	}
	b.carry()
	for {
		if errs := stopped(ctx, f.src); errs != nil {
			return nil, errs
		}
		errs, broken := b.check()
		if len(errs) > 0 {
			return nil, errs
		}
		if !broken {
			break
		}
	}
	if errs := stopped(ctx, f.src); errs != nil {
		return nil, errs
	}
	return b.finish(ctx)
}

// builder compiles one cell.
type builder struct {
	c       *Compiler
	f       *file
	late    map[*ast.FuncDecl]*types.Func // methods of types of earlier cells
	lates   []lateMethod                  // the cell's own, of which late may lack some
	added   []*types.Func                 // those that this cell added to types
	grown   []*types.Named                // the generic types among those
	changed []changedMethod               // those that have another signature now

	dots int // the session's imports with a dot before this cell

	concerned []*declared               // of earlier cells, using what the cell declares
	carried   []*declared               // of those, the ones compiled again
	adopted   map[*declared]*types.Func // of those, methods whose type was declared again without them
	dropped   []*declared               // of those, the ones that no longer compile
	why       map[*declared]string
	halted    map[*declared]token.Pos // of those, functions with an error in their body, and where

	waiting []*waits             // the cell's functions that use what isn't declared yet
	goOn    map[*declared]*waits // of those carried, the ones that still do

	pkg    *types.Package
	info   *types.Info
	files  []*ast.File
	again  *ast.File // the carried declarations
	origin map[ast.Decl]*declared
	errs   []types.Error
}

// dotImports makes the cell's imports with a dot the session's.
func (c *Compiler) dotImports(f *file) Errors {
	var errs Errors
	for _, s := range f.dots {
		path := importPath(s)
		if _, err := c.config.Importer.Import(path); err != nil {
			errs = append(errs, c.Diagnostic(s.Path.Pos(), s.Path.End(), err.Error()))
			continue
		}
		if s.Name.Name == "." {
			c.dots = append(c.dots, path)
		}
	}
	return errs
}

// useOld renames uses of a variable before the statement that redeclares it: they mean
// the older one, as in x := x + 1.
func (b *builder) useOld() {
	vars := map[string]bool{}
	for _, spec := range b.f.inits {
		for _, id := range spec.Names {
			vars[id.Name] = true
		}
	}
	main := b.f.main
	for _, id := range b.f.ast.Unresolved {
		if vars[id.Name] && id.Pos() > main.Body.Lbrace && id.Pos() < main.Body.Rbrace {
			id.Name += oldMark
		}
	}
}

// useResults replaces _ and Out[n] in the cell's statements by the displayed values, with
// their types.
func (b *builder) useResults() {
	b.useResultsIn(b.f.ast)
	r := &resultUses{c: b.c, ownOut: b.ownOut()}
	if b.f.src.Loop {
		r.loop(b.f.body)
	}
	for _, s := range b.f.body {
		r.stmt(s)
	}
	for _, spec := range b.f.inits {
		for i := range spec.Values {
			r.expr(&spec.Values[i])
		}
	}
}

// check type-checks the cell with what it carries; broken says that a carried
// declaration failed and was dropped, so that checking must start anew.
func (b *builder) check() (errs Errors, broken bool) {
	b.files, b.errs = []*ast.File{b.withMain()}, append([]types.Error{}, b.f.errs...)
	if errs := b.layCarried(); errs != nil {
		return errs, false
	}
	b.pkg = b.c.freshPackage()
	sizes := types.SizesFor("gc", runtime.GOARCH)
	if len(b.late) > 0 && (b.declaresTypes() || b.mends()) {
		sizes = b.signaturesFirst(sizes)
	}
	declared := b.declared()
	for _, f := range b.files {
		b.c.resolve(b.pkg, f, declared)
	}
	b.insertResults()
	b.info = newInfo()
	conf := types.Config{
		Importer:                 b.c.config.Importer,
		Error:                    b.report,
		Sizes:                    sizes,
		DisableUnusedImportCheck: true,
	}
	types.NewChecker(&conf, b.c.fset, b.pkg, b.info).Files(b.files)
	if len(b.errs) == 0 {
		b.checkSizes()
		b.checkLibraryChanges()
	}
	b.phantomUses()
	return b.sortErrors()
}

// freshPackage empties the session's package for the next cell. All cells share
// one package and one scope, so that go/types takes what earlier cells declared
// for the cell's own: its unexported fields are in reach, and the scopes of its
// declarations end where the cell's do.
func (c *Compiler) freshPackage() *types.Package {
	c.pkg.SetImports(nil)
	return enclose(c.pkg)
}

// enclose empties a package and puts a scope around its own, for the names that
// a cell uses and doesn't declare: go/types wants the source of all that is in a
// package's scope.
func enclose(pkg *types.Package) *types.Package {
	outer := types.NewScope(types.Universe, token.NoPos, token.NoPos, "session")
	*pkg.Scope() = *types.NewScope(outer, token.NoPos, token.NoPos, "cell")
	return pkg
}

func newInfo() *types.Info {
	return &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances:  map[*ast.Ident]types.Instance{},
		Implicits:  map[ast.Node]types.Object{},
		Scopes:     map[ast.Node]*types.Scope{},
	}
}

// withMain is the cell's file with its statements as a function.
func (b *builder) withMain() *ast.File {
	f := *b.f.ast
	m := *b.f.main
	var list []ast.Stmt
	for _, s := range b.f.body {
		if b.f.inits[s] == nil {
			list = append(list, s)
		}
	}
	m.Body = &ast.BlockStmt{Lbrace: m.Body.Lbrace, List: list, Rbrace: m.Body.Rbrace}
	f.Decls = append(append([]ast.Decl{}, f.Decls...), &m)
	if b.f.list {
		f.Decls = append(f.Decls, listDecl(m.Pos()))
	}
	return &f
}

// listDecl is func ᐧlist(...any), which "x, y" at the end of a cell calls.
func listDecl(pos token.Pos) ast.Decl {
	any := &ast.InterfaceType{Interface: pos, Methods: &ast.FieldList{Opening: pos, Closing: pos}}
	param := &ast.Field{Type: &ast.Ellipsis{Ellipsis: pos, Elt: any}}
	return &ast.FuncDecl{
		Name: &ast.Ident{NamePos: pos, Name: listFunc},
		Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, List: []*ast.Field{param}, Closing: pos}},
		Body: &ast.BlockStmt{Lbrace: pos, Rbrace: pos},
	}
}

// declared are the names that the cell and what it carries declare.
func (b *builder) declared() map[string]bool {
	out := map[string]bool{listFunc: true}
	for n := range b.f.names {
		out[n] = true
	}
	for _, d := range b.carried {
		if d.recv == "" {
			out[d.name] = true
		}
	}
	return out
}

func (b *builder) report(err error) {
	e, ok := err.(types.Error)
	if !ok {
		return
	}
	if e.Soft && strings.HasPrefix(e.Msg, "declared and not used") || b.unusedLast(e) {
		return
	}
	b.errs = append(b.errs, e)
}

// unusedLast: the value of the last expression is displayed.
func (b *builder) unusedLast(e types.Error) bool {
	last := b.f.lastExpr()
	return last != nil && strings.HasSuffix(e.Msg, "is not used") && e.Pos >= last.Pos() && e.Pos <= last.End()
}

// sortErrors separates errors of the cell from those of carried declarations, which are
// dropped.
func (b *builder) sortErrors() (errs Errors, broken bool) {
	list := b.ordered()
	if len(list) > 0 && b.wait(list) {
		return nil, true
	}
	for _, e := range list {
		if d := b.carriedAt(e.Pos); d != nil {
			if b.drop(d, e) {
				broken = true
			}
			continue
		}
		errs = append(errs, b.diagnostic(e))
	}
	if broken {
		return nil, true
	}
	slices.SortStableFunc(errs, func(a, b proto.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return slices.CompactFunc(errs, sameIntent), false
}

// ordered are the errors in the order of the source. The second place of a redeclaration,
// which the checker reports after the first, is reported with it.
func (b *builder) ordered() (errs []types.Error) {
	for _, e := range b.errs {
		switch second, ok := strings.CutPrefix(e.Msg, "\t"); {
		case !ok:
			errs = append(errs, e)
		case len(errs) > 0:
			errs[len(errs)-1].Msg += "\n\t" + b.place(e.Pos) + ": " + second
		}
	}
	sort.SliceStable(errs, func(i, j int) bool { return errs[i].Pos < errs[j].Pos })
	return errs
}

// diagnostic words a checker's error for the user.
func (b *builder) diagnostic(e types.Error) proto.Diagnostic {
	pos, end := b.extent(e)
	d := b.c.Diagnostic(pos, end, b.places(plain(e.Msg)))
	b.explain(&d, e)
	return d
}

// extent is the text that an error is about.
func (b *builder) extent(e types.Error) (pos, end token.Pos) {
	pos, end = e.Pos, e.Pos
	for _, f := range b.files {
		if e.Pos < f.FileStart || e.Pos > f.FileEnd {
			continue
		}
		whole := strings.HasPrefix(e.Msg, "invalid operation") || strings.HasPrefix(e.Msg, "cannot use")
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || n.Pos() != e.Pos {
				return n != nil
			}
			switch n.(type) {
			case *ast.Ident, *ast.BasicLit, *ast.ImportSpec:
				end = max(end, n.End())
			case *ast.SelectorExpr, *ast.CallExpr, *ast.BinaryExpr, *ast.IndexExpr, *ast.CompositeLit:
				if whole {
					end = max(end, n.End())
				}
			}
			return true
		})
	}
	return pos, end
}

// finish lowers the checked cell and makes its declarations the newest.
func (b *builder) finish(ctx context.Context) (*Unit, Errors) {
	u := &lower.Unit{Info: b.info, Files: b.files, Late: b.late, Main: b.f.body, Inits: b.f.inits, Stop: func() bool { return ctx.Err() != nil }}
	unit := &Unit{n: b.f.src.Cell, Partial: b.c.partial(b.info, b.files)}
	var show *ast.ExprStmt
	if r := b.f.src.Restored; r != nil {
		u.Main = b.restored(r)
	}
	if e := b.f.lastExpr(); e != nil && !b.f.silent && (b.f.list || b.shows(e)) {
		unit.out = b.keep(e)
		if b.f.src.Restored == nil {
			show = e
			u.Show, u.ShowArgs, u.Keep = e, b.f.list && !b.f.src.Loop, unit.out
			unit.Shows = true
			unit.Rune = !b.f.list && isRune(b.info.Types[e.X].Type)
		}
	}
	low, err := b.c.lower.Lower(u)
	if errs := stopped(ctx, b.f.src); err != nil && errs != nil {
		return nil, errs
	}
	if err != nil {
		return nil, Errors{b.refused(err)}
	}
	unit.Lowered = low
	b.checked(show, unit.out)
	b.restore()
	b.commit()
	b.noteGiven()
	b.c.committed++
	unit.Notes = b.notes()
	return unit, nil
}

func (b *builder) refused(err error) proto.Diagnostic {
	if r, ok := err.(lower.Refusal); ok {
		if d := b.c.Diagnostic(r.Pos, r.Pos, r.Why); d.Line > 0 { // 0 in a library's source
			return d
		}
	}
	return b.f.src.Diagnostic(0, 0, err.Error())
}

// displayPath is the package whose functions show values themselves.
const displayPath = "riffle/stdlib/display"

// shows reports whether the last expression's value is displayed; what a printing
// function returns isn't.
func (b *builder) shows(e *ast.ExprStmt) bool {
	if b.f.list {
		return true
	}
	x := ast.Unparen(e.X)
	tv := b.info.Types[x]
	if tv.IsVoid() || tv.IsType() || tv.IsBuiltin() {
		return false
	}
	call, ok := x.(*ast.CallExpr)
	if !ok {
		return true
	}
	f, ok := b.info.Uses[calleeName(call)].(*types.Func)
	if !ok {
		return true
	}
	path := ""
	if f.Pkg() != nil {
		path = f.Pkg().Path()
	}
	switch {
	case f.Signature().Recv() != nil:
		return !strings.HasPrefix(f.Name(), "Write")
	case path == displayPath: // Display and Show have shown what there is
		r := f.Signature().Results()
		return r.Len() != 1 || r.At(0).Type() != types.Universe.Lookup("error").Type()
	case path == "fmt":
		return !strings.HasPrefix(f.Name(), "Print") && !strings.HasPrefix(f.Name(), "Fprint")
	}
	return true
}

// calleeName is the name of the called function or method, nil if it has none.
func calleeName(call *ast.CallExpr) *ast.Ident {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	}
	return nil
}

// keep is the variable that holds the displayed value, nil unless there is exactly one.
func (b *builder) keep(e *ast.ExprStmt) *types.Var {
	if b.f.list {
		return nil
	}
	tv := b.info.Types[e.X]
	t := tv.Type
	if t == nil || tv.IsVoid() {
		return nil
	}
	if _, ok := t.(*types.Tuple); ok {
		return nil
	}
	if tv.IsNil() {
		t = types.NewInterfaceType(nil, nil)
	}
	if bt, ok := t.(*types.Basic); ok && bt.Info()&types.IsUntyped != 0 {
		t = types.Default(t)
		if tv.Value != nil && constant.ToInt(tv.Value).Kind() == constant.Int && t == types.Typ[types.Int] {
			if _, exact := constant.Int64Val(constant.ToInt(tv.Value)); !exact {
				return nil
			}
		}
	}
	v := types.NewVar(e.Pos(), b.pkg, mark+"out", t)
	b.pkg.Scope().Insert(v)
	return v
}

// commit makes the cell's declarations the session's.
func (b *builder) commit() {
	maps.DeleteFunc(b.c.bindings, func(_ string, bd *binding) bool { return bd.decl != nil && b.replaced(bd.decl) })
	for _, f := range b.files {
		for _, d := range f.Decls {
			b.commitDecl(d)
		}
	}
	b.markBroken()
	b.commitHeld()
}

func (b *builder) commitDecl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if strings.HasPrefix(d.Name.Name, mark) && b.late[d] == nil {
			return
		}
		b.commitFunc(d)
	case *ast.GenDecl:
		for _, s := range d.Specs {
			b.commitSpec(d, s)
		}
	}
}

func (b *builder) commitFunc(d *ast.FuncDecl) {
	decl := b.declaration(d, d)
	b.commitWaiting(decl, b.waitsIn(d))
	if m := b.late[d]; m != nil {
		decl.recv, decl.name, decl.method = recvName(m), m.Name(), m
		delete(b.c.phantom, m)
		b.c.bind(&binding{name: decl.key(), cell: b.f.src.Cell, obj: m, decl: decl})
		return
	}
	o, _ := b.info.Defs[d.Name].(*types.Func)
	if o == nil || d.Name.Name == "_" {
		return
	}
	decl.name = d.Name.Name
	decl.stub = decl.stub || b.f.isStub(d)
	if d.Recv != nil {
		decl.recv, decl.method = recvName(o), o
	}
	b.c.bind(&binding{name: decl.key(), cell: b.f.src.Cell, obj: o, decl: decl})
}

func (b *builder) commitSpec(g *ast.GenDecl, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ImportSpec:
		if s.Path.ValuePos.IsValid() { // the user's own
			b.c.bind(&binding{name: importName(s), cell: b.f.src.Cell, path: importPath(s)})
		}
	case *ast.TypeSpec:
		if o := b.info.Defs[s.Name]; o != nil && s.Name.Name != "_" {
			decl := b.declaration(s, g)
			decl.name = s.Name.Name
			if t, ok := o.(*types.TypeName); ok {
				b.c.typeCell[weak.Make(t)] = b.f.src.Cell
			}
			b.c.bind(&binding{name: s.Name.Name, cell: b.f.src.Cell, obj: o, decl: decl})
		}
	case *ast.ValueSpec:
		for _, id := range s.Names {
			if o := b.info.Defs[id]; o != nil && id.Name != "_" && !strings.HasPrefix(id.Name, mark) {
				b.c.bind(&binding{name: id.Name, cell: b.f.src.Cell, obj: o})
			}
		}
	}
}

// declaration records where a declaration is. A type on its own begins at its
// keyword, one in a group at its name.
func (b *builder) declaration(n ast.Node, g ast.Decl) *declared {
	if old := b.origin[g]; old != nil {
		d := *old
		return &d
	}
	src, start := b.c.locate(n.Pos())
	_, end := b.c.locate(n.End())
	return &declared{src: src, start: start, end: end, uses: slices.Sorted(maps.Keys(freeNames(n)))}
}

func (c *Compiler) bind(b *binding) {
	b.moment = c.moment()
	c.bindings[b.name] = b
}

// moment separates what names mean before the cell being compiled from what they mean
// after it.
func (c *Compiler) moment() int { return c.committed + 1 }

// recvName is the name of a method's receiver type.
func recvName(m *types.Func) string {
	if n := receiverType(m); n != nil {
		return n.Obj().Name()
	}
	return ""
}

// receiverType is the type that has a method, nil if it isn't named.
func receiverType(m *types.Func) *types.Named {
	t := m.Signature().Recv().Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// isRune reports whether a type is written as rune. It is identical to int32, but rune
// means a character.
func isRune(t types.Type) bool {
	basic, ok := types.Unalias(t).(*types.Basic)
	return ok && (basic.Name() == "rune" || basic.Kind() == types.UntypedRune)
}
