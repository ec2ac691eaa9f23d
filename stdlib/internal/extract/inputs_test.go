package extract

import (
	"os"
	"path/filepath"
	"testing"
)

// TestGeneratorHash changes files of a generator: its code and the generics that
// it takes over count, comments and tests don't.
func TestGeneratorHash(t *testing.T) {
	dir := t.TempDir()
	l := NewLoader(dir)
	put := func(name, text string) string {
		name = filepath.Join(dir, "internal", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		hash, err := l.generator()
		if err != nil {
			t.Fatal(err)
		}
		return hash
	}
	for _, dir := range []string{"covered", "extract", "generic"} {
		os.MkdirAll(filepath.Join(l.Dir, "internal", dir), 0o755)
	}
	put("covered/covered.go", "package covered\n")
	put("generic/iter/pull.go", "package iter\n\n// Pull pulls.\nfunc Pull() {}\n")
	first := put("extract/table.go", "package extract\n\n// f is f.\nfunc f() int { return 1 }\n")
	for _, c := range []struct {
		name, text string
		same       bool
	}{
		{"extract/table.go", "package extract\n\n// f is\n// one.\nfunc f() int { return 1 }\n", true},
		{"extract/table_test.go", "package extract\n", true},
		{"extract/table.go", "package extract\n\nfunc f() int { return 2 }\n", false},
		{"extract/table.go", "package extract\n\n// f is f.\nfunc f() int { return 1 }\n", true},
		{"generic/iter/pull.go", "package iter\n\n// Pull draws.\nfunc Pull() {}\n", false},
	} {
		if got := put(c.name, c.text); (got == first) != c.same {
			t.Errorf("%s is\n%s\nsame hash: %v, want %v", c.name, c.text, got == first, c.same)
		}
	}
}
