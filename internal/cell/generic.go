package cell

import (
	"go/parser"
	"go/types"
	"maps"
	"slices"

	"riffle/internal/lower"
)

// source checks a package whose generic functions are lowered from source; nil for other
// packages.
func (c *Compiler) source(path string) (*lower.Package, error) {
	if p := c.sources[path]; p != nil {
		return p, nil
	}
	files, err := c.config.Source(path)
	if files == nil || err != nil {
		return nil, err
	}
	p := &lower.Package{Info: newInfo()}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := parser.ParseFile(c.fset, name, files[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.Files = append(p.Files, f)
	}
	conf := types.Config{Importer: c.config.Importer}
	pkg, err := conf.Check(path, c.fset, p.Files, p.Info)
	if err != nil {
		return nil, err
	}
	p.Types = pkg
	c.sources[path] = p
	return p, nil
}
