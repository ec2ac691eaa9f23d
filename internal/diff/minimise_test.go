package diff

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// minimised leaves out as many statements of a difference as it can. All attempts of a
// round are one program, so that each costs little.
func minimised(t *testing.T, d difference) difference {
	for range 4 {
		n := statements(d.batch.checks[0].body)
		var single []map[int]bool
		for i := range n {
			single = append(single, map[int]bool{i: true})
		}
		var good []int
		for i, less := range attempt(t, d, single) {
			if less != nil {
				good = append(good, i)
			}
		}
		var more []map[int]bool
		for i := range good {
			drop := map[int]bool{}
			for _, g := range good[:i+1] {
				drop[g] = true
			}
			more = append(more, drop)
		}
		var best *difference
		for _, less := range attempt(t, d, more) {
			if less != nil {
				best = less
			}
		}
		if best == nil {
			return d
		}
		d = *best
	}
	return d
}

// attempt leaves out statements, in several ways; those with a difference left are set.
func attempt(t *testing.T, d difference, drops []map[int]bool) []*difference {
	c := d.batch.checks[0]
	shared := &prelude{d.batch.prelude.name, d.batch.prelude.text + "\n" + c.decls}
	b := batch{prelude: shared}
	for i, drop := range drops {
		if body, ok := compiling(shared, without(c.body, drop)); ok {
			b.checks = append(b.checks, check{label: fmt.Sprint(i), body: body})
		}
	}
	all := make([]*difference, len(drops))
	b, err := b.right()
	if err != nil || len(b.checks) == 0 {
		return all
	}
	b, want := compiled(t, b)
	got := d.mode.run(t, b)
	for i := range drops {
		label := fmt.Sprint(i)
		w, ran := want[label]
		if !ran || d.mode.same(w, got[label]) {
			continue
		}
		for _, x := range b.checks {
			if x.label == label {
				less := check{label: c.label, decls: c.decls, body: x.body}
				all[i] = &difference{batch{d.batch.prelude, []check{less}}, d.mode, w, got[label]}
			}
		}
	}
	return all
}

const bodyHead = "package p\nfunc _() {\n"

// parsed is a body's syntax; where it can't be parsed, without a function.
func parsed(body string) (*token.FileSet, *ast.BlockStmt) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", bodyHead+body+"\n}", parser.SkipObjectResolution)
	if err != nil || len(f.Decls) != 1 {
		return fset, &ast.BlockStmt{}
	}
	return fset, f.Decls[0].(*ast.FuncDecl).Body
}

// lists calls f with each list of statements, the outer ones first.
func lists(root ast.Node, f func(list *[]ast.Stmt)) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			f(&n.List)
		case *ast.CaseClause:
			f(&n.Body)
		case *ast.CommClause:
			f(&n.Body)
		}
		return true
	})
}

// statements counts those of a body, in all blocks.
func statements(body string) (n int) {
	_, block := parsed(body)
	lists(block, func(list *[]ast.Stmt) { n += len(*list) })
	return n
}

// without is a body without some statements, by their numbers.
func without(body string, drop map[int]bool) string {
	fset, block := parsed(body)
	number := map[ast.Stmt]int{}
	lists(block, func(list *[]ast.Stmt) {
		for _, s := range *list {
			number[s] = len(number)
		}
	})
	lists(block, func(list *[]ast.Stmt) {
		var left []ast.Stmt
		for _, s := range *list {
			if n, ok := number[s]; !ok || !drop[n] {
				left = append(left, s)
			}
		}
		*list = left
	})
	return printedBody(fset, block)
}

// printedBody is the text of the statements in a block.
func printedBody(fset *token.FileSet, block *ast.BlockStmt) string {
	var b bytes.Buffer
	for _, s := range block.List {
		if err := format.Node(&b, fset, s); err != nil {
			return ""
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// compiling uses the variables that are left without a use.
func compiling(p *prelude, body string) (string, bool) {
	for range 12 {
		one := batch{p, []check{{label: "x", body: body}}}
		reasons, other := one.wrong()
		if other == nil && len(reasons) == 0 {
			return body, true
		}
		var e types.Error
		name, ok := "", errors.As(reasons[0], &e)
		if ok {
			name, ok = strings.CutPrefix(e.Msg, "declared and not used: ")
		}
		if !ok {
			return "", false
		}
		_, spans := one.program()
		line := e.Fset.Position(e.Pos).Line - spans[0].from - 2 // of the body, from 0
		if body, ok = usedIn(body, name, line); !ok {
			return "", false
		}
	}
	return "", false
}

// usedIn puts a use behind the statement of that line.
func usedIn(body, name string, line int) (string, bool) {
	fset, block := parsed(body)
	done := false
	lists(block, func(list *[]ast.Stmt) {
		for i, s := range *list {
			if done || fset.Position(s.Pos()).Line-3 != line {
				continue
			}
			switch s.(type) {
			case *ast.AssignStmt, *ast.DeclStmt:
				use := &ast.AssignStmt{Lhs: []ast.Expr{ast.NewIdent("_")}, Tok: token.ASSIGN, Rhs: []ast.Expr{ast.NewIdent(name)}}
				*list = append((*list)[:i+1:i+1], append([]ast.Stmt{use}, (*list)[i+1:]...)...)
				done = true
			}
		}
	})
	return printedBody(fset, block), done
}
