package cell_test

import (
	"slices"
	"strings"
	"testing"

	"riffle/internal/cell"
	"riffle/internal/magic"
)

// TestScript cuts scripts into cells, shown here without the blank lines that keep their
// places.
func TestScript(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"one cell", "x := 1\n\nx", []string{"x := 1\n\nx"}},
		{"a function below", "f()\n\nfunc f() {}\n", []string{"f()\n\nfunc f() {}"}},
		{"marks", "x\n// %%\ny\n// %% a title\nz", []string{"x", "// %%\ny", "// %% a title\nz"}},
		{"a value in the middle", "x := 1\nx\n\nx + 1", []string{"x := 1\nx", "x + 1"}},
		{"a call in the middle", "f()\n\ng()", []string{"f()\n\ng()"}},
		{"a receive in the middle", "<-c\n\ng()", []string{"<-c\n\ng()"}},
		{"declared twice", "x := 1\n\nx := 2", []string{"x := 1", "x := 2"}},
		{"one new name", "x := 1\n\nx, y := 2, 3", []string{"x := 1\n\nx, y := 2, 3"}},
		{"a function twice", "func f() {\n\n\treturn\n}\n\nfunc f() {}", []string{"func f() {\n\n\treturn\n}", "func f() {}"}},
		{"methods of two types", "func (a A) F() {}\n\nfunc (b B) F() {}", []string{"func (a A) F() {}\n\nfunc (b B) F() {}"}},
		{"a raw string", "1\n\ns := `\n\n`\n\ns", []string{"1", "s := `\n\n`", "s"}},
		{"a comment", "1\n\n/*\n\n*/\n\n2", []string{"1", "/*\n\n*/", "2"}},
		{"a magic for the lines below", "x := 1\n\n%%sh\necho\n\nx", []string{"x := 1", "%%sh\necho", "x"}},
		{"a magic for its line", "x := 1\n\n%who\nx", []string{"x := 1\n\n%who\nx"}},
		{"jupytext's magics", "// %%\n// %who\n// %no magic\n// who\nx", []string{"// %%\n%who\n// %no magic\n// who\nx"}},
		{"jupytext's commands", "// jupyter:\n// %%\n// !x", []string{"// jupyter:", "// %%\n!x"}},
		{"no jupytext", "// %%\n// !x", []string{"// %%\n// !x"}},
		{"a language", "// %% language=\"sh\"\n// echo 1\n// # 2", []string{"%%sh\necho 1\n# 2"}},
		{"a language's argument", "// %% language=\"writefile\" magic_args=\"f.txt\"\n// 1", []string{"%%writefile f.txt\n1"}},
		{"a language unknown here", "// %% language=\"python\"\n// 1", []string{"// %% language=\"python\"\n// 1"}},
		{"text", "// %% [markdown]\n// %who\n// %% [raw]\n// x\n// %%\n1", []string{"// %%\n1"}},
		{"skipped", "// %% tags=[\"skip-execution\"]\n1\n// %%\n2", []string{"// %%\n2"}},
		{"nothing", "\n\n", nil},
		{"a main that nothing calls", "// %%\nfunc main() {}\n// %%\nx.main()", []string{"// %%\nfunc main() {}\n\nmain()", "// %%\nx.main()"}},
		{"a main that a later cell calls", "// %%\nfunc main() {}\n// %%\ndefer main()", []string{"// %%\nfunc main() {}", "// %%\ndefer main()"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, src := range cell.Script("f.go", c.text, magic.All) {
				got = append(got, strings.TrimSpace(src.Text))
				line := strings.Count(src.Text, "\n") - strings.Count(strings.TrimLeft(src.Text, "\n"), "\n")
				first, _, _ := strings.Cut(strings.TrimSpace(src.Text), "\n")
				if at := strings.Split(c.text, "\n")[line]; at != first && !strings.HasPrefix(first, "%%") {
					t.Errorf("%q is at line %d, where the file has %q", first, line+1, at)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("cells %q, want %q", got, c.want)
			}
		})
	}
}

// TestMayFail is about the tag of cells whose error is expected.
func TestMayFail(t *testing.T) {
	cells := cell.Script("f.go", "// %% tags=[\"a\", \"raises-exception\"]\n1\n// %%\n2", magic.All)
	if len(cells) != 2 || !cells[0].MayFail || cells[1].MayFail {
		t.Errorf("%+v", cells)
	}
}

func FuzzScript(f *testing.F) {
	f.Add("x\n\n// %%\n%%sh\n\n`\n\n")
	f.Add("// jupyter:\n// %% language=\"sh\"\n// x")
	f.Fuzz(func(t *testing.T, text string) {
		for _, src := range cell.Script("f.go", text, magic.All) {
			if strings.TrimSpace(src.Text) == "" {
				t.Errorf("an empty cell of %q", text)
			}
		}
	})
}
