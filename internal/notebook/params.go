package notebook

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// The tags, papermill's, of the cell that declares parameters with their defaults and of
// the cell that sets them.
const (
	parametersTag = "parameters"
	injectedTag   = "injected-parameters"
)

// Parameter is a value to set before a notebook runs.
type Parameter struct {
	Name string
	// Value is a Go literal of the parameter's type: 42, "Ann", []int{1, 2}.
	Value string
}

// ParseParameter parses "name=value", as given on a command line.
func ParseParameter(s string) (Parameter, error) {
	name, value, ok := strings.Cut(s, "=")
	if !ok {
		return Parameter{}, fmt.Errorf("parameter %q: want name=value", s)
	}
	p := Parameter{strings.TrimSpace(name), strings.TrimSpace(value)}
	return p, p.checkSyntax()
}

// checkSyntax returns an error if a parameter isn't valid Go.
func (p Parameter) checkSyntax() error {
	if !token.IsIdentifier(p.Name) || p.Name == "_" {
		return fmt.Errorf("parameter %q: the name isn't a Go identifier", p.Name)
	}
	e, err := parser.ParseExpr(p.Value)
	if err != nil || !isLiteral(e) || strings.Contains(p.Value, "\n") {
		return fmt.Errorf("parameter %s: %s is no Go literal; put a string in quotes: %q", p.Name, p.Value, p.Value)
	}
	return nil
}

// isLiteral reports whether e is built of literals only. A value that could call functions
// would be a program, not a parameter.
func isLiteral(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return e.Name == "true" || e.Name == "false" || e.Name == "nil"
	case *ast.ParenExpr:
		return isLiteral(e.X)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && e.Op != token.AND && isLiteral(e.X)
	case *ast.BinaryExpr:
		return isLiteral(e.X) && isLiteral(e.Y)
	case *ast.KeyValueExpr:
		_, field := e.Key.(*ast.Ident)
		return (field || isLiteral(e.Key)) && isLiteral(e.Value)
	case *ast.CompositeLit:
		return !slices.ContainsFunc(e.Elts, func(e ast.Expr) bool { return !isLiteral(e) })
	}
	return false
}

// SetParameters puts a cell with the parameters' values after the one that is
// tagged "parameters", or in place of an earlier such cell. The values are assigned, so
// that each must be of its parameter's type.
func (nb *Notebook) SetParameters(params []Parameter) error {
	if len(params) == 0 {
		return nil
	}
	defaults := nb.tagged(parametersTag)
	if defaults < 0 {
		return errors.New("the notebook takes no parameters: no code cell is tagged \"parameters\"")
	}
	source, err := injected(params, declaredNames(nb.Cells[defaults].Source))
	if err != nil {
		return err
	}
	if i := nb.tagged(injectedTag); i >= 0 {
		nb.Cells[i].Source = source
		return nil
	}
	c := &Cell{Type: Code, Source: source, Metadata: object{"tags": []any{injectedTag}}}
	if nb.Minor >= 5 {
		c.ID = nb.freeID(injectedTag)
	}
	nb.Cells = slices.Insert(nb.Cells, defaults+1, c)
	return nil
}

// injected is the source that sets parameters. A constant cannot be assigned
// to and is declared again.
func injected(params []Parameter, declared map[string]*string) (string, error) {
	lines := []string{"// Parameters"}
	seen := map[string]bool{}
	for _, p := range params {
		if err := p.checkSyntax(); err != nil {
			return "", err
		}
		if seen[p.Name] {
			return "", fmt.Errorf("parameter %s: given twice", p.Name)
		}
		seen[p.Name] = true
		typ, ok := declared[p.Name]
		if !ok && declared != nil {
			return "", fmt.Errorf("parameter %s: the notebook has none of that name, but %s", p.Name, strings.Join(slices.Sorted(maps.Keys(declared)), ", "))
		}
		if typ != nil {
			lines = append(lines, "const "+p.Name+*typ+" = "+p.Value)
		} else {
			lines = append(lines, p.Name+" = "+p.Value)
		}
	}
	return strings.Join(lines, "\n"), nil
}

// tagged is the index of the first code cell with a tag, -1 for none.
func (nb *Notebook) tagged(tag string) int {
	return slices.IndexFunc(nb.Cells, func(c *Cell) bool { return c.Type == Code && c.Tagged(tag) })
}

// freeID is an id that no cell has: the given one or one derived from it.
func (nb *Notebook) freeID(id string) string {
	free := id
	for n := 2; slices.ContainsFunc(nb.Cells, func(c *Cell) bool { return c.ID == free }); n++ {
		free = fmt.Sprintf("%s-%d", id, n)
	}
	return free
}

// declaredNames are the names that a cell declares or assigns to, and what to write before a
// new value of each: nothing for a variable, the constant's type after a space for a
// constant, which has to be declared again. A cell that does not parse is nil; running it
// will say why.
func declaredNames(source string) map[string]*string {
	const before = "package p; func _() {\n"
	names := map[string]*string{}
	f, err := parser.ParseFile(token.NewFileSet(), "", before+source+"\n}", 0)
	if err != nil {
		return nil
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				if id, ok := x.(*ast.Ident); ok {
					names[id.Name] = nil
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				names[id.Name] = nil
			}
		case *ast.GenDecl:
			if n.Tok == token.CONST {
				for _, spec := range n.Specs {
					v := spec.(*ast.ValueSpec)
					typ := ""
					if v.Type != nil {
						// The file's positions count from 1.
						typ = " " + (before + source)[v.Type.Pos()-1:v.Type.End()-1]
					}
					for _, id := range v.Names {
						names[id.Name] = &typ
					}
				}
				return false
			}
		case *ast.FuncLit:
			return false
		}
		return true
	})
	return names
}
