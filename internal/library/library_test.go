package library_test

import (
	"go/types"
	"strings"
	"testing"

	"riffle/internal/library"
	"riffle/stdlib"
)

// TestTable wants each row to be about something that the library has.
func TestTable(t *testing.T) {
	for _, r := range library.Rows() {
		path, below := strings.CutSuffix(r.Path, "/...")
		found := false
		for _, p := range stdlib.Paths() {
			if p == path || below && strings.HasPrefix(p, path+"/") {
				found = found || has(t, p, r.Covers)
			}
		}
		if !found {
			t.Errorf("%s %s: nothing in the library is called that", r.Path, r.Member)
		}
	}
}

// has reports whether a package has an exported member of which covers is true.
func has(t *testing.T, path string, covers func(member string) bool) bool {
	pkg, err := stdlib.Importer().Import(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pkg.Scope().Names() {
		o := pkg.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		if covers(name) {
			return true
		}
		if _, ok := o.(*types.TypeName); ok {
			for _, typ := range []types.Type{o.Type(), types.NewPointer(o.Type())} {
				ms := types.NewMethodSet(typ)
				for i := range ms.Len() {
					if covers(name + "." + ms.At(i).Obj().Name()) {
						return true
					}
				}
			}
		}
	}
	return false
}

// TestOf asks for facts by exact names, beginnings, any type and folders.
func TestOf(t *testing.T) {
	for _, c := range []struct {
		path, member string
		yes, no      library.Facts
	}{
		{"sort", "Slice", library.Lowered | library.CallsBack | library.Changes | library.Blocks | library.Harmless, library.Reads},
		{"sort", "SearchInts", library.Harmless | library.Quick, library.Changes | library.Lowered},
		{"bufio", "Reader.ReadString", library.Blocks | library.Reads, library.Harmless},
		{"bufio", "ReadString", library.Reads, library.Blocks},
		{"strings", "Builder.WriteString", library.Changes | library.Quick, library.Harmless | library.Leaves},
		{"strings", "Reader.Len", 0, library.Quick | library.Harmless},
		{"net/http", "Get", library.Blocks | library.Wakes, library.Harmless},
		{"net/url", "Parse", library.Blocks, library.Wakes},
		{"network", "Get", 0, library.Blocks | library.Wakes},
		{"encoding/json", "Unmarshal", library.Fills | library.Reads, library.Leaves},
	} {
		f := library.Of(c.path, c.member)
		if !f.Has(c.yes) || f&c.no != 0 {
			t.Errorf("%s %s: %016b, want %016b and none of %016b", c.path, c.member, f, c.yes, c.no)
		}
	}
}

// TestParameters asks what is known of parameters. The values are Go's documentation.
func TestParameters(t *testing.T) {
	for _, c := range []struct {
		path, member string
		changed      string // a digit for each parameter, the receiver first
		leaves       bool
	}{
		{"encoding/hex", "Encode", "10", false},
		{"encoding/hex", "EncodeToString", "0", true},
		{"unicode/utf8", "AppendRune", "10", false},
		{"unicode/utf8", "RuneLen", "0", true},
		{"container/list", "List.Remove", "10", false},
		{"container/list", "List.Len", "0", true},
		{"math/rand", "Rand.Read", "01", false},
		{"sort", "Ints", "1", false},
		{"sort", "IntsAreSorted", "0", true},
		{"fmt", "Fprintln", "10", false},
		{"fmt", "Sscan", "111", false},
		{"time", "NoSuch", "0", false},
	} {
		for i, want := range c.changed {
			if got := library.MayChange(c.path, c.member, i); got != (want == '1') {
				t.Errorf("%s %s may change parameter %d: %v", c.path, c.member, i, got)
			}
		}
		if got := library.LeavesAll(c.path, c.member); got != c.leaves {
			t.Errorf("%s %s leaves all: %v", c.path, c.member, got)
		}
	}
}
