package cell_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/cell"
	"riffle/internal/proto"
	"riffle/internal/test/golden"
	"riffle/stdlib"
)

// newCompiler is a compiler configured as a session configures it.
func newCompiler(t testing.TB, cells ...string) *cell.Compiler {
	t.Helper()
	manual := new(stdlib.Manual)
	c := cell.New(cell.Config{
		Importer:    stdlib.Importer(),
		Auto:        stdlib.Auto,
		Source:      stdlib.Source,
		Has:         func(path, name string) bool { _, ok := stdlib.Symbol(path, name); return ok },
		Environment: []string{"riffle/shuffle"},
		Names:       map[string][2]string{"Display": {"riffle/stdlib/display", "Display"}},
		Paths:       stdlib.Paths,
		Doc:         manual.Doc,
		Decl:        manual.Decl,
		SourceOf:    func(path, name string) (string, bool) { return "source of " + path + " " + name, path == "fmt" },
		Files: func(typed string, folders bool) (out []proto.Candidate) {
			for _, name := range []string{"folder/", "lesson.go"} {
				if strings.HasPrefix(name, typed) && (!folders || strings.HasSuffix(name, "/")) {
					out = append(out, proto.Candidate{Text: name, Kind: "file"})
				}
			}
			return out
		},
	})
	for i, src := range cells {
		u, errs := c.Compile(t.Context(), &cell.Source{Text: src, Cell: i + 1})
		if errs != nil {
			t.Fatalf("cell %d: %v", i+1, errs)
		}
		c.Result(u)
	}
	return c
}

// cursorIn removes the | that marks the cursor in a source; without one the cursor is at
// the end.
func cursorIn(text string) (source string, pos int) {
	before, after, ok := strings.Cut(text, "|")
	if !ok {
		return text, len(text)
	}
	return before + after, len(before)
}

// replay asks a session a file's questions, and compares the answers. The first part of a
// file is the session's cells, each further one a question and, below "=>", its answer.
// Parts end with a line of dashes, cells with an empty line.
func replay(t *testing.T, name string, ask func(c *cell.Compiler, question string) string) {
	t.Helper()
	golden.Replay(t, name, func(text string) string {
		const end = "\n-----\n"
		parts := strings.Split(strings.TrimSuffix(text, end), end)
		c := newCompiler(t, strings.Split(parts[0], "\n\n")...)
		for i, p := range parts[1:] {
			question, _, _ := strings.Cut(p, "\n=>")
			parts[i+1] = strings.TrimSuffix(question+"\n=>\n"+ask(c, question), "\n")
		}
		return strings.Join(parts, end) + end
	})
}

// most is how many candidates an answer lists; the environment grows.
const most = 8

func TestComplete(t *testing.T) {
	files, _ := filepath.Glob("testdata/complete/*.txt")
	if len(files) == 0 {
		t.Fatal("no test data")
	}
	for _, name := range files {
		replay(t, name, func(c *cell.Compiler, question string) string {
			source, pos := cursorIn(question)
			got := c.Complete(source, pos)
			var lines []string
			for i, item := range got.Items {
				if i == most {
					lines = append(lines, "…")
					break
				}
				lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s  %s  %s", item.Text, item.Kind, item.Type)))
			}
			if got.Start > pos || pos > got.End || got.Start < 0 || got.End > len(source) {
				t.Errorf("%s: replaces %d to %d, not around %d", question, got.Start, got.End, pos)
			}
			return strings.Join(lines, "\n")
		})
	}
}

func TestInspect(t *testing.T) {
	replay(t, "testdata/inspect.txt", func(c *cell.Compiler, question string) string {
		source, pos := cursorIn(question)
		got := c.Inspect(source, pos, 0)
		if !got.Found {
			return "not found"
		}
		lines := strings.Split(got.Value.Text(), "\n")
		if len(lines) > most {
			lines = append(lines[:most:most], "…")
		}
		return strings.Join(lines, "\n")
	})
}

func TestInspectMarkdown(t *testing.T) {
	c := newCompiler(t, "// double doubles.\nfunc double(n int) int { return 2 * n }")
	md, _ := c.Inspect("double", 3, 0).Value.Data["text/markdown"].(string)
	if want := "```go\nfunc double(n int) int\n```\n\ndouble doubles."; md != want {
		t.Errorf("got %q, want %q", md, want)
	}
}

// TestComments wants comments to document what they lead, as for go doc.
func TestComments(t *testing.T) {
	for _, c := range []struct{ source, name, want string }{
		{"// f does.\nfunc f() {}", "f", "f does."},
		{"/* f does. */\nfunc f() {}", "f", "f does."},
		{"/*\nf does.\n\nMuch.\n*/\nfunc f() {}", "f", "f does.\n\nMuch."},
		{"/* T is. */ type T int", "T", "T is."},
		{"// one\n// two\nvar v int", "v", "one two"},
		{"// apart\n\nfunc f() {}", "f", ""},
		{"x := 1 // of x\ny := 2", "y", ""},
		{"x := 1 /* of x */\n// of y\ny := 2", "y", "of y"},
		{"const (\n\t// A is.\n\tA = 1\n\tB = 2 // behind\n\tC = 3\n)", "A", "A is."},
		{"const (\n\t// A is.\n\tA = 1\n\tB = 2 // behind\n\tC = 3\n)", "C", ""},
		{"s := \"// no comment\"\nfunc f() {}", "f", ""},
		{"s := `\n// no comment\n`\nfunc f() {}", "f", ""},
		{"// of both\nfunc f() {}; func g() {}", "g", ""},
		{"// f does.\r\nfunc f() {}", "f", "f does."},
	} {
		page := newCompiler(t, c.source).Inspect(c.name, len(c.name), 0)
		_, doc, _ := strings.Cut(page.Value.Text(), "\n\n")
		if strings.ReplaceAll(doc, "\n", " ") != strings.ReplaceAll(c.want, "\n", " ") {
			t.Errorf("%q: the documentation of %s is %q, want %q", c.source, c.name, doc, c.want)
		}
	}
}

// TestCommentOfItsOwn wants a comment in a cell of its own to document the next cell's
// declaration.
func TestCommentOfItsOwn(t *testing.T) {
	for _, c := range []struct {
		cells []string
		want  string
	}{
		{[]string{"// f does.", "func f() {}"}, "f does."},
		{[]string{"/*\nf does.\n*/", "func f() {}"}, "f does."},
		{[]string{"// one\n// two", "func f() {}"}, "one two"},
		{[]string{"// one", "// two", "func f() {}"}, "one two"},
		{[]string{"// before", "// f does.\nfunc f() {}"}, "f does."},
		{[]string{"// f does.", "x := 1", "func f() {}"}, ""},
		{[]string{"// of x", "x := 1\nfunc f() {}"}, ""},
		{[]string{"x := 1 // of x", "func f() {}"}, ""},
	} {
		page := newCompiler(t, c.cells...).Inspect("f", 1, 0)
		_, doc, _ := strings.Cut(page.Value.Text(), "\n\n")
		if strings.ReplaceAll(doc, "\n", " ") != c.want {
			t.Errorf("%q: the documentation of f is %q, want %q", c.cells, doc, c.want)
		}
	}
}

func TestCandidateDocs(t *testing.T) {
	c := newCompiler(t, "// double doubles. It is fast.\nfunc double(n int) int { return 2 * n }")
	for source, want := range map[string]string{
		"doub":                             "double doubles.",
		"fmt.Println":                      "Println formats using the default formats for its operands and writes to standard output.",
		"%who":                             "lists the names of the session, or those that contain a TEXT, with types and values",
		"// Mine is.\ntype Mine int\nMine": "Mine is.",
		"import \"encoding/csv":            "Package csv reads and writes comma-separated values (CSV) files.",
		"gzi":                              "Package gzip implements reading and writing of gzip format compressed files, as specified in RFC 1952.",
		"strings.NewReader(\"\").ReadRune": "ReadRune implements the io.RuneReader interface.",
		"NewPRNG(1).Mark":                  "Mark remembers the place in the sequence.", // of a type that isn't exported
		"struct{ *Xoshiro }{}.Mark":        "Mark remembers the place in the sequence.",
	} {
		items := c.Complete(source, len(source)).Items
		if len(items) == 0 || items[0].Doc != want {
			t.Errorf("Complete(%q) = %+v, want the doc %q", source, items, want)
		}
	}
}

// Asking must not change what the next cell means.
func TestAskingChangesNothing(t *testing.T) {
	c := newCompiler(t, "x := 3", "type P struct{ X int }\nfunc (p P) Twice() int { return 2 * p.X }", "x + 1")
	for _, source := range []string{
		"x := x.", "x := \"text\"\nx", "type P struct{}\nP{}.", "func (p P) More() { p.", "func (p P) Twice() string { return p.",
		"_.", "Out[3].", "import . \"strings\"\nRep", "import \"fmt\"\nfmt.",
	} {
		c.Complete(source, len(source))
		c.Inspect(source, len(source), 1)
		c.Signature(source+"(1, ", len(source)+4)
		c.IsComplete(source)
	}
	for _, bad := range []string{"P{}.More()", "Repeat(\"a\", 2)"} {
		if _, errs := c.Compile(t.Context(), &cell.Source{Text: bad}); errs == nil {
			t.Errorf("%s compiles", bad)
		}
	}
	if _, errs := c.Compile(t.Context(), &cell.Source{Text: "x + P{4}.Twice() + _ + Out[3]"}); errs != nil {
		t.Errorf("%v", errs)
	}
}

func TestIsComplete(t *testing.T) {
	c := cell.New(cell.Config{})
	for _, test := range []struct{ source, status, indent string }{
		{"", "complete", ""},
		{" \n", "complete", ""},
		{"// a comment", "complete", ""},
		{"1 + 1", "complete", ""},
		{"x, y", "complete", ""},
		{"x++", "complete", ""},
		{"return", "complete", ""},
		{"import \"fmt\"", "complete", ""},
		{"if x {\n}", "complete", ""},
		{"go func() {\n}()", "complete", ""},
		{"?x", "complete", ""},
		{"x.y??", "complete", ""},
		{"%sh echo 'it", "complete", ""},
		{"%%sh\necho 'it\nfor (", "complete", ""},
		{"$ ls 'x", "complete", ""},
		{"undefined_, but_well_formed", "complete", ""},
		{"package main", "complete", ""},
		{"package main\nfunc main() {}", "complete", ""},

		{"%time f(", "incomplete", "\t"},
		{"f(", "incomplete", "\t"},
		{"f(1", "incomplete", "\t"},
		{"package main\nfunc main() {", "incomplete", "\t"},
		{"f(a,\n", "incomplete", "\t"},
		{"if x {", "incomplete", "\t"},
		{"if x {\n} else", "incomplete", ""},
		{"if x {\n} else {", "incomplete", "\t"},
		{"for i := range 3", "incomplete", ""},
		{"if x := f();", "incomplete", ""},
		{"func", "incomplete", ""},
		{"func f()", "incomplete", ""},
		{"func f() (int, error)", "incomplete", ""},
		{"func (d T)", "incomplete", ""},
		{"func f() {", "incomplete", "\t"},
		{"func f(a int,", "incomplete", "\t"},
		{"func f() {\n\tfor {\n\t\tx()\n\t}", "incomplete", "\t"},
		{"f(func() {", "incomplete", "\t"},
		{"f(\n\tfunc() {", "incomplete", "\t\t"},
		{"switch x {", "incomplete", ""},
		{"switch x {\ncase 1:", "incomplete", "\t"},
		{"for {\n\tswitch x {\n\tcase 1:\n\t\tif y {", "incomplete", "\t\t\t"},
		{"select {\ncase <-c:", "incomplete", "\t"},
		{"type T struct", "incomplete", ""},
		{"type T struct {", "incomplete", "\t"},
		{"import (", "incomplete", "\t"},
		{"x := []int{\n1,", "incomplete", "\t"},
		{"x := 1 +", "incomplete", "\t"},
		{"a &&", "incomplete", "\t"},
		{"x.", "incomplete", "\t"},
		{"x,", "incomplete", "\t"},
		{"x :=", "incomplete", "\t"},
		{"var x", "incomplete", ""},
		{"x := `a", "incomplete", ""},
		{"f(`a\nb", "incomplete", ""},
		{"/* a", "incomplete", ""},
		{"func f() {\n\t/* a", "incomplete", "\t"},

		{"a b", "invalid", ""},
		{")", "invalid", ""},
		{"f(]", "invalid", ""},
		{"\"abc", "invalid", ""},
		{"'", "invalid", ""},
		{"#", "invalid", ""},
		{"f(1\nx", "invalid", ""},
		{"x := = 3\nf(", "invalid", ""},
		{"if x {\n}\nelse {", "invalid", ""},
		{"case 3:", "invalid", ""},
	} {
		got := c.IsComplete(test.source)
		if got.Status != test.status || got.Indent != test.indent {
			t.Errorf("IsComplete(%q) = %s %q, want %s %q", test.source, got.Status, got.Indent, test.status, test.indent)
		}
	}
}

// hard are sources that once were, or might be, hard to repair.
var hard = []string{
	"", ".", "x.", "..", "x..y", "func", "func (", "func (p", "func (p P", "func () f", "func (Deck) F() {", "type", "type T", "type T[",
	"type T[P any", "type T struct{ T }", "type T = T", "var x = x", "x := x", "x, y :=", "for", "for i := range", "switch x := ",
	"switch x := y.(type) { case", "select { case", "case", "default:", "go", "defer", "goto", "return", "if", "if x; ", "else", "}", "}}}}", "((((",
	"{{{{", "[[[[", "[]int{", "map[", "map[string]", "chan", "<-", "...", "x...", "f(x...", "import", "import (", "import \"", "import . \"fmt\"\nP",
	"import x \"nope\"\nx.", "const (\na = iota\nb", "package main", "package main\nfunc main() {", "func f[T any](x T) { x.", "struct{", "interface{",
	"`", "\"", "'", "/*", "//", "%", "%%", "%time", "%timeit -n 3 ", "$", "$ ls", "?", "??", "?x", "x?", "ᐧ", "ᐧcursor.", "ᐧcell()", "x := ᐧcursor",
	"func ᐧcell() {", "\x00", "\xff", "é", "日本.", "a.b.c.d", "f(g(h(", "x[0].", "x[", "x[1:", "x.(", "x.(type).", "func() {}().", "&T{", "T{a: ", "T{a: b, ",
	"_.", "Out[1].", "Out[", "func (l *Lottery) F() { l.", "type A = Deck\nfunc (a A) F() { a.", "type I interface { I }", "type S struct { *S }\nvar s S\ns.",
	"func f() { f().", "x := func() { x.", "a, b, c", "L: for { break L", "lotto.Pick(1,\n", "\r\n", "// a\r\nlotto.", "0x", "1.e", "1.", "1..", "'a'.", "\"a\".",
}

// FuzzAsk asks everything about a source: nothing may panic, hang or answer with a place
// outside the source.
func FuzzAsk(f *testing.F) {
	for _, s := range hard {
		f.Add(s, len(s))
	}
	c := newCompiler(f, "lotto := NewLottery(40)", "type P struct{ Name string; *Lottery }\nfunc (p P) Greet() string { return p.Name }", "P{}")
	f.Fuzz(func(t *testing.T, source string, pos int) {
		got := c.Complete(source, pos)
		at := max(0, min(pos, len(source)))
		if got.Start < 0 || got.Start > at || got.End < got.Start || got.End > len(source) {
			t.Errorf("Complete(%q, %d) replaces %d to %d", source, pos, got.Start, got.End)
		}
		for _, item := range got.Items {
			if item.Text == "" || strings.Contains(item.Text+item.Type, "ᐧ") && !strings.Contains(source, "ᐧ") {
				t.Errorf("Complete(%q, %d) offers %+v", source, pos, item)
			}
		}
		if i := c.Inspect(source, pos, 1); i.Found && i.Value.Text() == "" {
			t.Errorf("Inspect(%q, %d) found nothing", source, pos)
		}
		if s := c.Signature(source, pos); s.Name == "" && (s.At != 0 || s.Params != nil) || s.Name != "" && (s.At > at || s.At < 1 || source[s.At-1] != '(') || s.Active >= max(len(s.Params), 1) {
			t.Errorf("Signature(%q, %d) = %+v", source, pos, s)
		}
		switch s := c.IsComplete(source); s.Status {
		case "complete", "incomplete", "invalid":
		default:
			t.Errorf("IsComplete(%q) = %+v", source, s)
		}
	})
}

func BenchmarkAsk(b *testing.B) {
	c := newCompiler(b, "lotto := NewLottery(40)", "type P struct{ Name string; Age int; *Lottery }\nps := []P{{\"a\", 1, lotto}}")
	asked := func(name string, ask func(source string)) {
		for what, source := range map[string]string{
			"member":   "lotto.",
			"name":     "N",
			"package":  "fmt.Printl",
			"function": "func f(alpha int, beta P) {\n\tfor i := range 3 {\n\t\tif x := beta.Lottery; x != nil {\n\t\t\tx.Pick",
		} {
			b.Run(name+"/"+what, func(b *testing.B) {
				for b.Loop() {
					ask(source)
				}
			})
		}
	}
	asked("complete", func(source string) { c.Complete(source, len(source)) })
	asked("inspect", func(source string) { c.Inspect(source, len(source), 0) })
	asked("signature", func(source string) { c.Signature(source+"(", len(source)+1) })
	asked("ready", func(source string) { c.IsComplete(source) })
}

// TestSignature marks the parameter at the cursor with «».
func TestSignature(t *testing.T) {
	replay(t, "testdata/signature.txt", func(c *cell.Compiler, question string) string {
		source, pos := cursorIn(question)
		s := c.Signature(source, pos)
		if s.Name == "" {
			return "none"
		}
		if s.At < 1 || s.At > pos || source[s.At-1] != '(' {
			t.Errorf("%s: the arguments begin at %d", question, s.At)
		}
		if s.Active >= 0 {
			s.Params[s.Active] = "«" + s.Params[s.Active] + "»"
		}
		return strings.TrimSpace(fmt.Sprintf("%s(%s) %s\n%s", s.Name, strings.Join(s.Params, ", "), s.Result, s.Doc))
	})
}

// TestSimilar: a name of one of riffle's packages is found without its package.
func TestSimilar(t *testing.T) {
	c := newCompiler(t)
	for name, want := range map[string]string{
		"Line": "did you mean ?display.Line?", "exact": "did you mean ?fair.Exact?", "Lotery": "did you mean ?Lottery?", "nonesuch": "",
	} {
		if got := c.Inspect(name, len(name), 0); got.Found || got.Page.Note != want {
			t.Errorf("%s: %q, want %q", name, got.Page.Note, want)
		}
	}
}
