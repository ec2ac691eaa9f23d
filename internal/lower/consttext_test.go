package lower

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// TestConstText wants the same constant back, of the same kind.
func TestConstText(t *testing.T) {
	for _, text := range []string{
		"1", "-1", "1 << 200", "'a'", "'\\U0010ffff'", "'a' - 98", "1.0", "-2.5", "1.0 / 3", "1e-300", "1e300", "1e1000", "0x1p-2000", "2i", "1.5 - 0.1i",
		`"a\x00\xff"`, "true", "int8(-7)", "uint64(1<<64 - 1)", "float32(0.1)", "float64(1) / 3", "complex64(1i)", "rune('x')", "float64(1e300) * 1e8",
	} {
		want := constantOf(t, "const c = "+text)
		decl := ConstText(want, nil)
		got := constantOf(t, decl)
		if !types.Identical(got.Type(), want.Type()) || !constant.Compare(got.Val(), token.EQL, want.Val()) {
			t.Errorf("%s became %s: %v of type %v, want %v of type %v", text, decl, got.Val(), got.Type(), want.Val(), want.Type())
		}
	}
}

func constantOf(t *testing.T, decl string) *types.Const {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parseText(fset, "package p\n"+decl)
	if err != nil {
		t.Fatalf("%s: %v", decl, err)
	}
	conf := types.Config{}
	p, err := conf.Check("p", fset, f, nil)
	if err != nil {
		t.Fatalf("%s: %v", decl, err)
	}
	return p.Scope().Lookup("c").(*types.Const)
}

func parseText(fset *token.FileSet, text string) ([]*ast.File, error) {
	f, err := parser.ParseFile(fset, "", text, 0)
	return []*ast.File{f}, err
}
