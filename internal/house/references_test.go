package house

import (
	"bufio"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"riffle/internal/magic"
	"riffle/stdlib"
)

// TestReferences looks for names that no longer exist, in comments and in the
// documentation: files and folders, tests, magics, links, pkg.Name, and names in
// mixed case. Those that are right although nothing here has them are listed in
// testdata/references.txt, with the reason.
func TestReferences(t *testing.T) {
	p := readProject(t)
	excused := readExcuses(t, "testdata/references.txt")
	for _, text := range p.texts {
		for _, r := range references {
			for _, m := range r.find.FindAllStringSubmatch(text.text, -1) {
				name := m[1]
				if r.exists(p, text, name) || excused.have(text.file, name) {
					continue
				}
				t.Errorf("%s:%d: %s %s doesn't exist; correct it, or enter it in testdata/references.txt with the reason", text.file, text.line, r.kind, name)
			}
		}
	}
	for _, e := range excused.unused() {
		t.Errorf("testdata/references.txt excuses %s, which nothing mentions", e)
	}
}

// TestWrongReferences wants each kind of reference to be found when it is wrong,
// and to pass when it is right.
func TestWrongReferences(t *testing.T) {
	p := readProject(t)
	for _, c := range []struct{ text, wrong string }{
		{"see fault.go and gone.go", "gone.go"},
		{"as internal/cell/fault.go, internal/cell/gone and doc/impl.md say", "internal/cell/gone"},
		{"TestReferences, FuzzNothing", "FuzzNothing"},
		{"`%who`, `%whence` and %d", "%whence"},
		{"cell.Compiler or cell.Gone", "cell.Gone"},
		{"strings.ToUpper, strings.ToGone and x.ToGone", "strings.ToGone"},
		{"readProject or readNothing", "readNothing"},
		{"[speed](speed.md) and [gone](gone.md)", "gone.md"},
	} {
		var got []string
		text := prose{file: "internal/cell/x.go", text: c.text}
		if strings.Contains(c.text, "](") {
			text.file = "doc/x.md"
		}
		for _, r := range references {
			for _, m := range r.find.FindAllStringSubmatch(c.text, -1) {
				if !r.exists(p, text, m[1]) {
					got = append(got, m[1])
				}
			}
		}
		if !slices.Contains(got, c.wrong) || len(slices.Compact(got)) != 1 {
			t.Errorf("%s: found %q, want %q", c.text, got, c.wrong)
		}
	}
}

// reference is a kind of reference: how it looks and whether it holds.
type reference struct {
	kind   string
	find   *regexp.Regexp // the name is its first group
	exists func(p *project, in prose, name string) bool
}

var references = []reference{
	{"file", regexp.MustCompile(`(?:^|[\s("\x60])([\w./-]*\w\.(?:go|md|py|ipynb|zip))\b`), (*project).hasFile},
	{"path", regexp.MustCompile(`(?:^|[\s("\x60])\.?/?((?:internal|repl|kernel|stdlib|shuffle|notebooks|doc|testdata|\.ci)/[\w./*@-]*\w)`), (*project).hasPath},
	{"test", regexp.MustCompile(`\b((?:Test|Fuzz|Benchmark)[A-Z]\w*)`), (*project).hasTest},
	{"magic", regexp.MustCompile(`(?:^|[\s("\x60])(%%?[a-z]{3,}\w*)\b`), (*project).hasMagic},
	{"link", regexp.MustCompile(`\]\(([^)\s:]+)\)`), (*project).hasLink},
	{"name", regexp.MustCompile(`(?:^|[^\w./"])([a-z][a-z0-9]*\.[A-Z]\w*(?:\.[A-Z]\w*)?)`), (*project).hasMember},
	{"name", regexp.MustCompile(`(?:^|[^\w.\\%/"'<-])([a-z]+[0-9]*[A-Z]+[a-z]\w*)\b`), (*project).hasName},
	{"name", regexp.MustCompile(`(?:^|[^\w.\\%/"'<-])([A-Z][a-z0-9]+[A-Z]\w*)\b`), (*project).hasName},
	{"link", regexp.MustCompile(`(?:^|[\s(])\[\*?([A-Za-z]\w*(?:\.[A-Z]\w*)*)\](?:[\s.,;:)]|$)`), (*project).hasDocLink},
	{"command", regexp.MustCompile(`(?:\x60|^ {2,}|\$ )riffle ([a-z]+)\b`), (*project).hasLiteral},
	{"flag", regexp.MustCompile(`(?:^|[\s\x60])(--?[a-z][a-z-]+[a-z])\b`), (*project).hasFlag},
}

// prose is a line of a comment or a document.
type prose struct {
	file string
	line int
	text string
}

func (p prose) isGo() bool { return strings.HasSuffix(p.file, ".go") }

// project is what there is to refer to.
type project struct {
	texts    []prose
	files    map[string]bool            // and folders
	bases    map[string]bool            // of files
	idents   map[string]bool            // all identifiers of its Go files
	literals map[string]bool            // all strings in them
	packages map[string]map[string]bool // what each package declares
	importer types.Importer
}

// readProject reads all Go files and documents.
func readProject(t *testing.T) *project {
	t.Helper()
	p := &project{files: map[string]bool{}, bases: map[string]bool{}, idents: map[string]bool{}, literals: map[string]bool{}, packages: map[string]map[string]bool{}, importer: stdlib.Importer()}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".git" && d.IsDir():
			return fs.SkipDir
		}
		p.files[name], p.bases[path.Base(name)] = true, true
		if d.IsDir() {
			return nil
		}
		inData := strings.Contains(name, "testdata/")
		switch {
		case strings.HasSuffix(name, ".go") && !inData:
			return p.readGo(name)
		case path.Ext(name) == ".md" && !inData, path.Dir(name) == "internal/help/topics":
			return p.readDocument(name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// readDocument reads the lines of a document.
func (p *project) readDocument(name string) error {
	f, err := os.Open(filepath.Join(root, name))
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		p.texts = append(p.texts, prose{name, n, lines.Text()})
	}
	return lines.Err()
}

// readGo reads the names and the comments of a Go file.
func (p *project) readGo(name string) error {
	fset := token.NewFileSet()
	source, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	members := p.packages[f.Name.Name]
	if members == nil {
		members = map[string]bool{}
		p.packages[f.Name.Name] = members
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			p.idents[n.Name] = true
		case *ast.BasicLit:
			p.literals[strings.Trim(n.Value, "\"`")] = true
		case *ast.FuncDecl:
			members[n.Name.Name] = true
		case *ast.TypeSpec:
			members[n.Name.Name] = true
		case *ast.ValueSpec:
			for _, name := range n.Names {
				members[name.Name] = true
			}
		case *ast.Field:
			for _, name := range n.Names {
				members[name.Name] = true
			}
		}
		return true
	})
	if strings.HasSuffix(name, "_gen.go") {
		return nil
	}
	for _, g := range f.Comments {
		for _, c := range g.List {
			line := fset.Position(c.Pos()).Line
			for i, text := range strings.Split(c.Text, "\n") {
				p.texts = append(p.texts, prose{name, line + i, text})
			}
		}
	}
	return nil
}

// hasFile looks for a file by its path, or by its name: beside a comment, anywhere
// for a document. A name in capitals stands for any.
func (p *project) hasFile(in prose, name string) bool {
	switch {
	case placeholder.MatchString(name):
		return true
	case strings.Contains(name, "/"):
		return p.hasPath(in, strings.TrimPrefix(name, "./"))
	case !in.isGo():
		return p.bases[name]
	}
	return p.files[path.Join(path.Dir(in.file), name)] || p.files[name]
}

var placeholder = regexp.MustCompile(`(?:^|/)[A-Z]{2,}\b`)

// hasPath looks for a file or folder, or for those that a pattern means, in the
// text's folder or one above it.
func (p *project) hasPath(in prose, name string) bool {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "/..."), "/")
	if placeholder.MatchString(name) {
		return true
	}
	for dir := path.Dir(in.file); ; dir = path.Dir(dir) {
		if matches, err := filepath.Glob(filepath.Join(root, dir, name)); err == nil && len(matches) > 0 {
			return true
		}
		if dir == "." {
			break
		}
	}
	// internal/cell.Compiler is a name of a package.
	if i := strings.LastIndexByte(name, '.'); i > 0 && p.files[name[:i]] {
		return p.packages[path.Base(name[:i])][name[i+1:]]
	}
	return false
}

func (p *project) hasTest(_ prose, name string) bool { return p.idents[name] }
func (p *project) hasName(_ prose, name string) bool {
	return p.idents[name] || p.idents["Benchmark"+name] // as go test -bench takes it
}
func (p *project) hasMagic(_ prose, name string) bool { _, ok := magic.All.Find(name); return ok }

func (p *project) hasLiteral(_ prose, text string) bool { return p.literals[text] }

// hasFlag looks for a flag in documents; comments are full of other dashes.
func (p *project) hasFlag(in prose, name string) bool {
	return in.isGo() || p.literals[strings.TrimLeft(name, "-")]
}

// hasDocLink looks for what a link in a documentation comment leads to: a name of
// the package, or of another.
func (p *project) hasDocLink(in prose, link string) bool {
	if !in.isGo() {
		return true
	}
	name, _, _ := strings.Cut(link, ".")
	return p.idents[name] && p.hasMember(in, link)
}

// hasLink looks for what a Markdown link leads to.
func (p *project) hasLink(in prose, link string) bool {
	file, _, _ := strings.Cut(link, "#")
	return file == "" || p.files[path.Join(path.Dir(in.file), file)]
}

// hasMember looks for pkg.Name and pkg.Type.Member where pkg is a package of the
// project or of the standard library; else it is a variable.
func (p *project) hasMember(_ prose, name string) bool {
	parts := strings.Split(name, ".")
	own, known := p.packages[parts[0]]
	if known && !slices.ContainsFunc(parts[1:], func(m string) bool { return !own[m] }) {
		return true
	}
	for _, imported := range stdlib.Auto(parts[0]) {
		known = true
		pkg, err := p.importer.Import(imported)
		if err == nil && memberOf(pkg, parts[1:]) {
			return true
		}
	}
	return !known
}

// memberOf reports whether a package has a name, or a type of it a member.
func memberOf(pkg *types.Package, names []string) bool {
	o := pkg.Scope().Lookup(names[0])
	if o == nil || len(names) == 1 {
		return o != nil
	}
	found, _, _ := types.LookupFieldOrMethod(o.Type(), true, pkg, names[1])
	return found != nil
}

// excuse is a line of testdata/references.txt: a pattern of names, and patterns
// of the files that may have them.
type excuse struct {
	name, files string
	used        bool
}

type excuses []*excuse

func readExcuses(t *testing.T, file string) (list excuses) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
		case len(fields) < 3:
			t.Errorf("%s: %q, want a name, a pattern of files and a reason", file, line)
		default:
			list = append(list, &excuse{name: fields[0], files: fields[1]})
		}
	}
	return list
}

// have reports whether a name of a file is excused.
func (list excuses) have(file, name string) bool {
	found := false
	for _, e := range list {
		if ok, _ := path.Match(e.name, name); ok && e.in(file) {
			e.used, found = true, true
		}
	}
	return found
}

// in reports whether a file may have the name.
func (e *excuse) in(file string) bool {
	return slices.ContainsFunc(strings.Split(e.files, ","), func(pattern string) bool {
		ok, _ := path.Match(pattern, file)
		return ok || pattern == "..." || matches(pattern, file)
	})
}

func (list excuses) unused() (names []string) {
	for _, e := range list {
		if !e.used {
			names = append(names, e.name)
		}
	}
	return names
}
