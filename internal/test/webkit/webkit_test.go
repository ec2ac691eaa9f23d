package webkit

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestProgram changes the body of a function two imports below a package.
func TestProgram(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GOWORK", "off")
	write(t, dir, map[string]string{
		"go.mod":      "module example.org/m\n\ngo 1.21\n",
		"top/top.go":  "package top\n\nimport \"example.org/m/mid\"\n\nfunc F() int { return mid.F() }\n",
		"mid/mid.go":  "package mid\n\nimport \"example.org/m/low\"\n\nfunc F() int { return low.F() }\n",
		"low/low.go":  below("1"),
		"side/one.go": "package side\n",
	})
	before := identify(t, dir)
	write(t, dir, map[string]string{"side/one.go": "package side\n\nvar X int\n"})
	if !bytes.Equal(identify(t, dir), before) {
		t.Error("a package that isn't imported changed the program")
	}
	write(t, dir, map[string]string{"low/low.go": below("2")})
	if bytes.Equal(identify(t, dir), before) {
		t.Errorf("the program is still %q", before)
	}
}

// below is a package whose function isn't inlined, so no importer is compiled otherwise.
func below(value string) string {
	return "package low\n\n//go:noinline\nfunc F() int { return " + value + " }\n"
}

func identify(t *testing.T, dir string) []byte {
	t.Helper()
	ids, err := program(t.Context(), dir, "./top")
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
