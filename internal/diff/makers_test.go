package diff

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"riffle/stdlib"
)

// importer reads type data of packages once for all.
var importer = sync.OnceValue(stdlib.Importer)

// checked is a prelude's package.
func checked(p *prelude) *types.Package {
	text := "package main\n" + imports(p.text) + p.text
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, p.name, text, parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	conf := types.Config{Importer: importer()}
	pkg, err := conf.Check("main", fset, []*ast.File{f}, nil)
	if err != nil {
		panic(err)
	}
	return pkg
}

// makers are the functions of a prelude that make values: their names begin with new.
func makers(p *prelude) []made { return makersIn(checked(p)) }

func makersIn(pkg *types.Package) (all []made) {
	for _, name := range pkg.Scope().Names() {
		if f, ok := pkg.Scope().Lookup(name).(*types.Func); ok && strings.HasPrefix(name, "new") {
			all = append(all, made{name + "()", f.Signature().Results().At(0).Type()})
		}
	}
	return all
}

// byName writes a package as checks name it.
func byName(p *types.Package) string {
	if p.Path() == "main" {
		return ""
	}
	if name := otherNames[p.Path()]; name != "" {
		return name
	}
	return p.Name()
}
