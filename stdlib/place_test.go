package stdlib

import (
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"riffle/stdlib/internal/covered"
	"riffle/stdlib/internal/extract"
)

// TestPlaces checks the tables of what browsers have.
func TestPlaces(t *testing.T) {
	if !slices.IsSorted(covered.Course) {
		t.Error("covered.Course isn't sorted")
	}
	for _, p := range covered.Course {
		if find(p) == nil {
			t.Errorf("covered.Course names %s, which cells can't import", p)
		}
	}
	if !slices.IsSortedFunc(covered.NotInBrowsers, func(a, b covered.Entry) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("covered.NotInBrowsers isn't sorted")
	}
	for _, e := range covered.NotInBrowsers {
		if find(e.Name) == nil {
			t.Errorf("covered.NotInBrowsers names %s, which cells can't import", e.Name)
		}
	}
}

// mentionsAnyway are packages that mention a package which a program lacks, in what few
// cells need: a file's SyscallConn, the IP addresses of a certificate.
var mentionsAnyway = map[string]string{"crypto/x509": "net", "os": "syscall"}

// TestPlacesClosed checks that a program for browsers has the packages of all types that
// are mentioned in what it has.
func TestPlacesClosed(t *testing.T) {
	im := Importer()
	for _, path := range Paths() {
		if path == unsafePath {
			continue
		}
		for _, o := range extract.Exported(load(t, im, path)) {
			for _, other := range mentioned(o) {
				if find(other) != nil && mentionsAnyway[path] != other && covered.InBrowsers(other) > covered.InBrowsers(path) {
					t.Errorf("%s.%s mentions a type of %s, which is farther away", path, o.Name(), other)
				}
			}
		}
	}
}

// mentioned are the packages of the types in an object's declaration, its methods and
// its exported fields.
func mentioned(o types.Object) (paths []string) {
	note := func(p *types.Package) string { paths = append(paths, p.Path()); return "" }
	visit := func(t types.Type) { types.TypeString(t, note) }
	n, named := o.Type().(*types.Named)
	if _, isType := o.(*types.TypeName); !isType || !named {
		visit(o.Type())
		return paths
	}
	for m := range n.Methods() {
		if m.Exported() {
			visit(m.Type())
		}
	}
	if s, ok := n.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			if f.Exported() {
				visit(f.Type())
			}
		}
		return paths
	}
	visit(n.Underlying())
	return paths
}

// TestPlacesInDoc checks the table in doc/web.md.
func TestPlacesInDoc(t *testing.T) {
	doc, err := os.ReadFile(filepath.FromSlash("../doc/web.md"))
	if err != nil {
		t.Fatal(err)
	}
	if want := placesTable(); !strings.Contains(string(doc), want) {
		t.Errorf("doc/web.md is to have the table\n%s", want)
	}
}

// placesTable is a table of the packages by their places.
func placesTable() string {
	rows := map[string][]string{}
	var titles []string
	for _, path := range Paths() {
		title := "at once"
		switch where, reason := Place(path); {
		case where == Larger:
			title = "with the larger program"
		case where == Never:
			title = "never: " + reason
		}
		if rows[title] == nil {
			titles = append(titles, title)
		}
		rows[title] = append(rows[title], "`"+path+"`")
	}
	slices.Sort(titles)
	text := "| a browser has | packages |\n|---|---|\n"
	for _, title := range titles {
		text += "| " + title + " | " + strings.Join(rows[title], " ") + " |\n"
	}
	return text
}
