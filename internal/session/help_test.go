package session

import (
	"go/token"
	"strconv"
	"strings"
	"testing"

	"riffle/internal/display/cols"
	"riffle/internal/help"
	"riffle/internal/proto"
	"riffle/internal/test/golden"
	"riffle/stdlib"
)

// TestHelp answers the questions in testdata/help: lines ">>> ?NAME WIDTH".
func TestHelp(t *testing.T) {
	s := newSession(t, Options{})
	golden.Each(t, "testdata/help/*.txt", func(t *testing.T, text string) string {
		var b strings.Builder
		for line := range strings.SplitSeq(text, "\n") {
			question, ok := strings.CutPrefix(line, ">>> ")
			if !ok {
				continue
			}
			name, columns, _ := strings.Cut(question, " ")
			width, err := strconv.Atoi(columns)
			if err != nil {
				t.Fatalf("%q: want a width: %v", line, err)
			}
			page := s.Inspect(name, len(name), 0).Page
			if page == nil {
				t.Fatalf("%s: no page", name)
			}
			b.WriteString(line + "\n" + help.Text(page, width) + "\n\n")
		}
		return b.String()
	})
}

// TestPagesFit wants no line of documentation to be wider than the terminal, but for
// declarations and examples, which are Go, and single words.
func TestPagesFit(t *testing.T) {
	s := newSession(t, Options{})
	names := []string{"?", "?environment", "?repl", "?values", "?Lottery", "?Shuffler", "?PRNG"}
	for _, path := range help.Packages() {
		names = append(names, "?"+path[strings.LastIndexByte(path, '/')+1:])
	}
	for _, name := range names {
		page := s.Inspect(name, len(name), 0).Page
		for _, width := range []int{20, 40, 60, 80, 120, 200} {
			prose := proto.Page{Note: page.Note, Doc: page.Doc, Lists: page.Lists, More: page.More}
			for line := range strings.Lines(help.Text(&prose, width)) {
				if w := cols.Of(strings.TrimRight(line, "\n")); w > width && !strings.HasPrefix(line, "    ") && strings.ContainsRune(strings.TrimSpace(line), ' ') {
					t.Errorf("%s at %d: %d columns: %s", name, width, w, line)
				}
			}
			if width < 80 {
				continue // examples may be wider
			}
			for line := range strings.Lines(help.Text(&proto.Page{Text: page.Text}, width)) {
				if w := cols.Of(strings.TrimRight(line, "\n")); w > width {
					t.Errorf("%s at %d: %d columns: %s", name, width, w, line)
				}
			}
		}
	}
}

// TestTopicsOfPackages wants the topics of a package to hold its functions, each
// once, and nothing that isn't there.
func TestTopicsOfPackages(t *testing.T) {
	importer := stdlib.Importer()
	for _, path := range help.Packages() {
		pkg, err := importer.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		listed := map[string]bool{}
		for _, g := range help.Contents(path) {
			for _, name := range g.Names {
				if pkg.Scope().Lookup(name) == nil || listed[name] {
					t.Errorf("%s, %s: %s is missing in the package, or here twice", path, g.Title, name)
				}
				listed[name] = true
			}
		}
		for _, name := range pkg.Scope().Names() {
			o := pkg.Scope().Lookup(name)
			if strings.HasPrefix(o.String(), "func ") && token.IsExported(name) && !listed[name] {
				t.Errorf("%s: %s has no topic in internal/help/packages", path, name)
			}
		}
	}
}
