package cell

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"riffle/internal/lower"
)

// source is a package whose generic functions are lowered from source; nil for other
// packages. Its functions are parsed and checked when they are needed.
func (c *Compiler) source(path string) (*lower.Package, error) {
	if p := c.sources[path]; p != nil {
		return p, nil
	}
	files, err := c.config.Source(path)
	if files == nil || err != nil {
		return nil, err
	}
	p := &lower.Package{Types: types.NewPackage(path, ""), Info: newInfo()}
	s := &sourcePackage{fset: c.fset, unparsed: map[string]sourceFunc{}}
	s.checker = types.NewChecker(&types.Config{Importer: c.config.Importer, Error: s.note}, c.fset, p.Types, p.Info)
	p.Need = s.need
	var rest []sourceFunc
	for _, name := range slices.Sorted(maps.Keys(files)) {
		r, err := s.split(name, string(files[name]))
		if err != nil {
			return nil, err
		}
		rest = append(rest, r)
	}
	if p.Files, err = s.check(rest); err != nil {
		return nil, err
	}
	c.sources[path] = p
	return p, nil
}

// sourcePackage is a package that is checked in parts: first all but its functions, then
// each function with those that it mentions.
type sourcePackage struct {
	fset     *token.FileSet
	unparsed map[string]sourceFunc
	checker  *types.Checker
	err      error // the first
}

// sourceFunc is the text of a function, or of all else in a file, with the beginning of
// the file, which has the imports.
type sourceFunc struct{ file, head, text string }

// split takes functions, but no methods, from a file as gofmt lays it out, and returns what
// is left.
func (s *sourcePackage) split(name, text string) (rest sourceFunc, err error) {
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		return rest, err
	}
	at := int(f.Name.End() - f.FileStart)
	if n := len(f.Decls); n > 0 {
		at = int(f.Decls[n-1].End() - f.FileStart)
	}
	rest = sourceFunc{file: name, head: text[:at] + "\n"}
	var left strings.Builder
	for lines := text[at:]; lines != ""; {
		before, after, ok := strings.Cut(lines, "\nfunc ")
		left.WriteString(before + "\n")
		if !ok {
			break
		}
		line, _, _ := strings.Cut(after, "\n")
		end := len(line)
		if !strings.HasSuffix(line, "}") {
			end = strings.Index(after, "\n}\n") + len("\n}")
		}
		function := "func " + after[:end]
		if name := line[:strings.IndexAny(line, "[(")]; name != "" {
			s.unparsed[name] = sourceFunc{rest.file, rest.head, function}
		} else {
			left.WriteString(function)
		}
		lines = after[end:]
	}
	rest.text = left.String()
	return rest, nil
}

// note notes an error. A part needn't use all that its file imports.
func (s *sourcePackage) note(err error) {
	if e, ok := err.(types.Error); s.err == nil && !(ok && e.Soft) {
		s.err = err
	}
}

// need checks a function and those that it mentions. The files have those that weren't
// checked before.
func (s *sourcePackage) need(name string) ([]*ast.File, error) {
	f, ok := s.unparsed[name]
	if !ok {
		return nil, nil
	}
	delete(s.unparsed, name)
	return s.check([]sourceFunc{f})
}

// check checks parts of files, and the functions that they mention.
func (s *sourcePackage) check(parts []sourceFunc) (files []*ast.File, err error) {
	for i := 0; i < len(parts); i++ { // it grows meanwhile
		p := parts[i]
		f, err := parser.ParseFile(s.fset, p.file, p.head+p.text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if g, ok := s.unparsed[id.Name]; ok {
					delete(s.unparsed, id.Name)
					parts = append(parts, g)
				}
			}
			return true
		})
	}
	s.checker.Files(files) // which reports errors to note
	return files, s.err
}
