package house

import (
	"errors"
	"maps"
	"os"
	"strings"
	"testing"

	"riffle/internal/proto"
	"riffle/internal/rt"
	"riffle/internal/session"
	"riffle/internal/shim"
)

// TestNormalForm lowers the examples of doc/normal-form.md, each in a new
// session, and compares what is printed.
func TestNormalForm(t *testing.T) {
	source := ""
	rewrite(t, root+"/doc/normal-form.md", func(language, block string) string {
		switch language {
		case "go":
			source = block
		case "lowered":
			return lowered(t, source)
		}
		return block
	})
}

// lowered is the normal form of a cell without its package and imports.
func lowered(t *testing.T, source string) string {
	t.Helper()
	s, err := session.New(session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.Lowered(source)
	var wrong *proto.CellError
	if errors.As(err, &wrong) {
		t.Fatalf("%s\n%s", source, wrong.Format())
	}
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "package ") && !strings.HasPrefix(line, "import ") {
			out.WriteString(line)
		}
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

// TestNatives wants every native in the specification, and nothing else.
func TestNatives(t *testing.T) {
	text, err := os.ReadFile(root + "/doc/normal-form.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n## Natives\n")
	run := rt.New(rt.Config{})
	natives := run.Symbols()
	maps.Copy(natives, shim.New(run, shim.Config{}).Symbols())
	for name := range natives {
		if !strings.Contains(table, "`rt."+name+"`") {
			t.Errorf("doc/normal-form.md lacks the native rt.%s", name)
		}
	}
	for _, part := range strings.Split(table, "`") {
		if name, ok := strings.CutPrefix(part, "rt."); ok && !natives[name].IsValid() {
			t.Errorf("doc/normal-form.md names rt.%s, which is no native", name)
		}
	}
}
