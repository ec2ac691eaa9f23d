package stdlib

import (
	"go/token"
	"strings"
	"testing"
)

func TestDoc(t *testing.T) {
	var manual Manual
	for _, c := range []struct{ path, name, decl, text string }{
		{"fmt", "", "package fmt // import \"fmt\"", "Package fmt implements formatted I/O"},
		{"fmt", "Println", "func Println(a ...any) (n int, err error)", "Println formats using the default formats"},
		{"strings", "Builder.WriteString", "func (b *Builder) WriteString(s string) (int, error)", "WriteString appends the contents of s"},
		{"net/http", "Server.Addr", "field Addr string", "Addr optionally specifies the TCP address"},
		{"io", "Reader.Read", "func (Reader) Read(p []byte) (n int, err error)", ""},
		{"sort", "Interface.Less", "func (Interface) Less(i, j int) bool", "Less reports whether the element"},
		{"time", "Second", "const (", "Common durations."},
		{"slices", "Sort", "func Sort[S ~[]E, E cmp.Ordered](x S)", "Sort sorts a slice of any ordered type"},
		{"builtin", "append", "func append(slice []Type, elems ...Type) []Type", "The append built-in function"},
		{"unsafe", "Sizeof", "func Sizeof(x ArbitraryType) uintptr", "Sizeof takes an expression"},
		{"riffle/shuffle", "NewLottery", "func NewLottery(max int, rng ...PRNG) *Lottery", "NewLottery"},
	} {
		text, ok := manual.Doc(c.path, c.name)
		if !ok || !strings.HasPrefix(text, c.text) {
			t.Errorf("Doc(%q, %q) = %.80q, %v", c.path, c.name, text, ok)
		}
		decl, ok := manual.Decl(c.path, c.name)
		if !ok || !strings.HasPrefix(decl, c.decl) {
			t.Errorf("Decl(%q, %q) = %q, %v", c.path, c.name, decl, ok)
		}
	}
	for _, c := range [][2]string{{"nope", ""}, {"fmt", "Nope"}, {"fmt", "pp"}, {"internal/abi", ""}} {
		if text, ok := manual.Doc(c[0], c[1]); ok || text != "" {
			t.Errorf("Doc(%q, %q) = %q", c[0], c[1], text)
		}
	}
}

// TestDocumented checks that each package's every exported name is known.
func TestDocumented(t *testing.T) {
	im := Importer()
	for _, path := range Paths() {
		docs, err := documentation(path)
		if err != nil {
			t.Error(err)
		}
		for _, name := range load(t, im, path).Scope().Names() {
			if _, ok := docs[name]; !ok && token.IsExported(name) {
				t.Errorf("no doc entry for %s.%s", path, name)
			}
		}
	}
}
