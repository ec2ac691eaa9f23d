package export_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle/internal/cell"
	"riffle/internal/export"
	"riffle/internal/notebook"
	"riffle/internal/session"
	"riffle/internal/test/leak"
)

// root is the folder of riffle's own sources.
const root = "../.."

// pages are the notebooks that are exported: those of testdata/cells, where cells are
// parted by lines "---" and may begin with #md or #fail, and the coursework, without the
// controls at the end of a cell, which need a page (TestRefused).
func pages(t *testing.T) map[string]*notebook.Notebook {
	t.Helper()
	all := map[string]*notebook.Notebook{}
	files, err := filepath.Glob("testdata/cells/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no cells", err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(f), ".txt")] = parse(string(data))
	}
	files, err = filepath.Glob(root + "/notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatal("no notebooks", err)
	}
	for _, f := range files {
		nb, err := notebook.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range nb.Cells {
			if strings.Contains(c.Source, "Interact(") { // a comment in the program
				c.Outputs = nil
			}
		}
		all[strings.TrimSuffix(filepath.Base(f), ".ipynb")] = nb
	}
	return all
}

// parse makes a notebook of cells that lines "---" part.
func parse(text string) *notebook.Notebook {
	nb := &notebook.Notebook{Minor: 4}
	for _, part := range strings.Split(text, "\n---\n") {
		c := &notebook.Cell{Type: notebook.Code, Source: strings.TrimRight(part, "\n")}
		if rest, ok := strings.CutPrefix(c.Source, "#md\n"); ok {
			c.Type, c.Source = notebook.Markdown, rest
		}
		if rest, ok := strings.CutPrefix(c.Source, "#fail\n"); ok {
			c.Metadata, c.Source = map[string]any{"tags": []any{"raises-exception"}}, rest
		}
		nb.Cells = append(nb.Cells, c)
	}
	return nb
}

// output is what the cells of a notebook printed and showed, as text.
func output(nb *notebook.Notebook) string {
	var b strings.Builder
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			switch o.Type() {
			case "stream":
				if o["name"] == "stdout" {
					b.WriteString(o["text"].(string))
				}
			case "execute_result", "display_data":
				data, _ := o["data"].(map[string]any)
				text, _ := data["text/plain"].(string)
				b.WriteString(text + "\n")
			}
		}
	}
	return b.String()
}

// run runs a notebook in a session.
func run(t *testing.T, nb *notebook.Notebook) string {
	t.Helper()
	s, err := session.New(session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := notebook.Run(context.Background(), nb, s, notebook.Options{}); err != nil {
		t.Fatal(err)
	}
	return output(nb)
}

// TestSameOutput wants programs that the toolchain compiles, and that print what the
// notebooks show and the scripts print. All are built at once, as packages of one module.
func TestSameOutput(t *testing.T) {
	s := &suite{t: t, world: session.World(nil), dir: t.TempDir(), want: map[string]string{}}
	s.all = &export.Module{Name: "pages", From: "tests", Sources: os.DirFS(root), Program: &export.Program{Source: []byte("package main\n\nfunc main() {}\n")}}
	for name, nb := range pages(t) {
		cells := export.FromNotebook(nb)
		p, err := export.Translate(t.Context(), s.world, cells, export.Options{Show: true, Module: s.all.Name})
		// The notebooks' own tests keep their stored outputs true.
		want := output(nb)
		if want == "" {
			want = run(t, nb)
		}
		s.add(name, p, err, want)
		s.addFile(name, cells)
	}
	s.addScripts()
	if testing.Short() {
		t.Skip("compiling takes half a minute; translated and checked")
	}
	if err := s.all.Write(s.dir, true); err != nil {
		t.Fatal(err)
	}
	build(t, s.dir)
	for name, want := range s.want {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(filepath.Join(s.dir, "bin", name))
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			got, err := cmd.Output()
			if err != nil {
				t.Errorf("%v\n%s", err, stderr.String())
			}
			leak.Check(t, string(got)+stderr.String())
			if d := cmp.Diff(want, string(got)); d != "" {
				t.Errorf("-riffle +go\n%s", d)
			}
		})
	}
}

// suite is a module in the making, of which each program is a package.
type suite struct {
	t     *testing.T
	world export.World
	dir   string
	all   *export.Module
	want  map[string]string
}

// add adds a program; its output isn't compared if none is wanted.
func (s *suite) add(name string, p *export.Program, err error, want string) {
	if err != nil {
		s.t.Errorf("%s: %v", name, err)
		return
	}
	s.all.Program.Imports = append(s.all.Program.Imports, p.Imports...)
	if err := os.MkdirAll(filepath.Join(s.dir, name), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.dir, name, "main.go"), p.Source, 0o644); err != nil {
		s.t.Fatal(err)
	}
	if want != "" {
		s.want[name] = want
	}
}

// addFile adds cells as %save writes them, in one file, which then is exported itself.
// They print values as fmt does.
func (s *suite) addFile(name string, cells []export.Cell) {
	p, err := export.Translate(s.t.Context(), s.world, cells, export.Options{Show: true})
	if err == nil {
		p, err = export.Verbatim(s.world, "main.go", string(p.Source), s.all.Name)
	}
	s.add(name+"-file", p, err, "")
}

// addScripts adds the scripts, with what they print when riffle runs them.
func (s *suite) addScripts() {
	files, err := filepath.Glob("testdata/scripts/*.txt")
	if err != nil || len(files) == 0 {
		s.t.Fatal("no scripts", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			s.t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(f), ".txt")
		var p *export.Program
		if export.IsProgram(string(text)) {
			p, err = export.Verbatim(s.world, f, string(text), s.all.Name)
		} else {
			p, err = export.Translate(s.t.Context(), s.world, export.FromScript(f, string(text), s.world.Magics), export.Options{Module: s.all.Name})
		}
		s.add(name, p, err, run(s.t, parse("%run "+f)))
	}
}

// build builds all programs of a module, without a network.
func build(t *testing.T, dir string) {
	t.Helper()
	// The versions that riffle itself is built with are there, and no others need be.
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		data = bytes.Replace(data, []byte("module riffle\n"), []byte("module pages\n"), 1)
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-mod=mod", "-trimpath", "-o", "bin/", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestRefused wants what can't be a program refused at its place, all of it at once.
func TestRefused(t *testing.T) {
	tests := []struct{ name, cells, want string }{
		{"several", "nope\n---\nx := 1\n%run other.go\n---\n%cd /tmp", "cell 1:1:1: undefined: nope|cell 2:2:1: %run runs another file|cell 3:1:1: %cd changes"},
		{"all at once", "nope\n---\nn := widget.IntSlider(\"n\", 1, 5).Value()\n---\nn + 1\n---\n%run x.go", "cell 1:1:1: undefined: nope|cell 2:1:6: widgets need|cell 4:1:1: %run"},
		{"a widget", "Interact(func(n int) int { return n })", ""},
		{"a widget that a later cell needs", "n := widget.IntSlider(\"n\", 1, 5).Value()\n---\nn + 1", "cell 1:1:6: widgets need a notebook's page"},
		{"a widget that sets a variable", "n := 1\n---\nn = widget.IntSlider(\"n\", 1, 5).Value() + 3\n---\nn + 1", "cell 2:1:5: widgets need a notebook's page"},
		{"a function that counts its calls", "calls := 0\n---\nInteract(func(n int) int { calls++; return n })\n---\ncalls", "cell 2:1:1: widgets need a notebook's page"},
		{"memory", "In[1]", "cell 1:1:1: In and Out are a session's memory"},
		{"another signature", "type T struct{}\nfunc (T) m() int { return 1 }\nT{}.m()\n---\nfunc (T) m() string { return \"\" }\nT{}.m()", "cell 2:1:1: the method T.m has another signature than at cell 1:2:1"},
		{"a generic method", "type T[X any] struct{}\nfunc (T[X]) m() int { return 1 }\nT[int]{}.m()\n---\nfunc (T[X]) m() int { return 2 }\nT[int]{}.m()", "cell 2:1:1: the method T.m of a generic type is declared again"},
		{"an unfinished cell", "%time 1 +", "cell 1:1:"},
		{"a local type", "func id[T any](x T) T { return x }\nfunc local() any { type t struct{}; return t{} }\nx := local()\nx", ""},
	}
	w := session.World(nil)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := export.Translate(t.Context(), w, export.FromNotebook(parse(tt.cells)), export.Options{Show: true, Module: "m"})
			if tt.want == "" && err == nil {
				return
			}
			if err == nil || tt.want == "" {
				t.Fatalf("got %v, want %q", err, tt.want)
			}
			for _, want := range strings.Split(tt.want, "|") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want %q", err, want)
				}
			}
		})
	}
}

// TestCancelled: work that nobody waits for any more ends, and makes nothing.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := session.World(nil)
	compiler, n := w.Compiler, 0
	w.Compiler = func(checked func(*cell.Checked)) *cell.Compiler {
		return compiler(func(c *cell.Checked) { n++; checked(c) })
	}
	p, err := export.Translate(ctx, w, export.FromNotebook(parse("1\n---\n2")), export.Options{Show: true, Module: "m"})
	if !errors.Is(err, context.Canceled) || p != nil || n > 0 {
		t.Errorf("got %v, %v after %d cells", p, err, n)
	}
}

// TestWrite wants a folder that holds something else left alone, an earlier export
// replaced, and a user's own file kept.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	w := session.World(nil)
	write := func(code string, force bool) error {
		p, err := export.Translate(t.Context(), w, export.FromNotebook(parse(code)), export.Options{Show: true, Module: "m"})
		if err != nil {
			t.Fatal(err)
		}
		m := &export.Module{Name: "m", From: "m.ipynb", Program: p, Sources: os.DirFS(root)}
		return m.Write(dir, force)
	}
	names := func() (list []string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return list
	}
	if err := write("NewDeck()", false); err != nil {
		t.Fatal(err)
	}
	if got, want := names(), []string{"README.md", "go.mod", "main.go", "riffle"}; !slices.Equal(got, want) {
		t.Errorf("wrote %v, want %v", got, want)
	}
	if err := os.WriteFile(filepath.Join(dir, "data.csv"), []byte("1"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := write("2 + 2", false); err != nil {
		t.Error("again:", err)
	}
	if got := names(); !slices.Contains(got, "data.csv") {
		t.Errorf("the user's file is gone: %v", got)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module theirs\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := write("3 + 3", false); err == nil || !strings.Contains(err.Error(), "isn't empty") {
		t.Errorf("over another module: %v", err)
	}
	if err := write("3 + 3", true); err != nil {
		t.Error("with force:", err)
	}
	if got := names(); slices.Contains(got, "riffle") {
		t.Errorf("an export without packages has %v", got)
	}
	// The user's own folder of the name is never replaced.
	for _, f := range []struct{ name, text string }{{"go.mod", "module theirs\n"}, {"riffle/mine.go", "package mine\n"}} {
		full := filepath.Join(dir, f.name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(f.text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if err := write("NewDeck()", true); err == nil || !strings.Contains(err.Error(), "there is a riffle in it") {
		t.Errorf("over a folder riffle: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "riffle", "mine.go")); err != nil {
		t.Error(err)
	}
	parent, err := os.ReadDir(filepath.Dir(dir))
	if err != nil || len(parent) != 1 {
		t.Errorf("left beside the folder: %v, %v", parent, err)
	}
}

// TestModuleName wants names that don't clash with Go's own packages.
func TestModuleName(t *testing.T) {
	w := session.World(nil)
	for file, want := range map[string]string{
		"My Deck.ipynb": "my-deck", "math.ipynb": "math-cells", "a/b/poker.ipynb": "poker",
		"go.go": "go-cells", "♠.ipynb": "cells", "net.go": "net-cells", "3.ipynb": "3",
	} {
		if got := export.ModuleName(file, w); got != want {
			t.Errorf("%s: got %s, want %s", file, got, want)
		}
	}
}
