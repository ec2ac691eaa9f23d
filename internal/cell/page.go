package cell

import (
	"fmt"
	"go/types"
	"strings"

	"riffle/internal/lower"
)

// objectPage is the page of an object; owner names the type of a member, see ownerOf.
func (p *probe) objectPage(o types.Object, owner string) *page {
	path, name := documentedAs(o, owner)
	if path == lower.UserPath {
		return p.ownPage(o)
	}
	if v, ok := o.(*types.Var); ok && !v.IsField() && v.Pkg() == nil {
		return &page{decl: p.c.declare(o)}
	}
	decl, ok := p.c.decl(path, name)
	if v, isVar := o.(*types.Var); !ok || isVar && v.IsField() {
		decl = p.c.declare(o)
		if owner != "" {
			decl += " // of " + owner
		}
	}
	out := &page{decl: decl, doc: p.c.doc(path, name), lists: p.typeLists(o)}
	if find := p.c.config.SourceOf; find != nil {
		out.source = func() string {
			text, _ := find(path, name)
			return text
		}
	}
	return out
}

// ownPage is the page of something that the user declared.
func (p *probe) ownPage(o types.Object) *page {
	out := &page{decl: p.c.declare(o), lists: p.typeLists(o)}
	if b := p.c.bindings[o.Name()]; b != nil && b.obj == o {
		if _, isVar := o.(*types.Var); isVar {
			out.variable = o.Name()
		}
		if b.decl != nil {
			out.note = b.decl.waits
		}
	}
	src, off := p.c.origin(o.Pos())
	if src == nil {
		return out
	}
	out.doc = p.c.ownDoc(o)
	if text, ok := declarationAt(src.Text, off); ok {
		text = strings.ReplaceAll(text, cursorName, p.cursor.word)
		out.source = func() string { return text }
		if _, isType := o.(*types.TypeName); isType {
			out.decl = text
		}
	}
	if v, ok := o.(*types.Var); ok && out.doc == "" {
		out.doc = p.c.aboutType(v.Type())
	}
	return out
}

// aboutType is the first sentence about a variable's type.
func (c *Compiler) aboutType(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return ""
	}
	return c.synopsis(n.Obj(), "")
}

// declare writes an object's declaration.
func (c *Compiler) declare(o types.Object) string {
	t := c.typeString(o.Type())
	switch o := o.(type) {
	case *types.Const:
		s := fmt.Sprintf("const %s %s = %s", o.Name(), t, o.Val())
		return strings.Replace(s, " untyped "+strings.TrimPrefix(t, "untyped "), "", 1)
	case *types.Func:
		recv := ""
		if r := o.Signature().Recv(); r != nil {
			recv = strings.TrimSpace("("+r.Name()+" "+c.typeString(r.Type())) + ") "
		}
		return "func " + recv + o.Name() + strings.TrimPrefix(t, "func")
	case *types.TypeName:
		return "type " + o.Name() + " " + c.typeString(o.Type().Underlying())
	case *types.Var:
		if o.IsField() {
			return "field " + o.Name() + " " + t
		}
	}
	return "var " + o.Name() + " " + t
}

// text is a declaration as the user wrote it.
func (d *declared) text() string {
	text := d.src.Text[d.start:d.end]
	if d.recv == "" && !strings.HasPrefix(text, "func") && !strings.HasPrefix(text, "type") {
		return "type " + text
	}
	return text
}
