package notebook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"riffle/internal/proto"
	"riffle/internal/test/golden"
)

// speaker is an Engine whose language is its Output: each line is a command
// and its argument.
//
//	out TEXT, err TEXT      a line on stdout, stderr
//	bytes HEX               bytes on stdout
//	show ID TEXT, update ID TEXT, clear, wait
//	value TEXT              what the cell displays; "value ID TEXT" can be updated
//	html TEXT               the same, as HTML too
//	fail MESSAGE, abort, cancel, silence
//	x = 1                   remembered as said
type speaker struct {
	cancel context.CancelFunc
	later  []proto.Output
}

func (s *speaker) Run(_ context.Context, cell proto.Cell, out proto.Output) proto.Result {
	res := proto.Result{Status: proto.OK, N: cell.N}
	s.later = append(s.later, out)
	for line := range strings.SplitSeq(cell.Source, "\n") {
		s.command(line, out, &res)
	}
	return res
}

func (s *speaker) command(line string, out proto.Output, res *proto.Result) {
	word, arg, _ := strings.Cut(line, " ")
	id, text, _ := strings.Cut(arg, " ")
	switch word {
	case "out", "err":
		out.Stream("std"+word, []byte(arg+"\n"))
	case "bytes":
		var b []byte
		fmt.Sscanf(arg, "%x", &b)
		out.Stream("stdout", b)
	case "show", "update":
		out.Display(proto.Bundle{Data: map[string]any{"text/plain": text}, ID: id}, word == "update")
	case "clear", "wait":
		out.Clear(word == "wait")
	case "value":
		res.Value = &proto.Bundle{Data: map[string]any{"text/plain": text}, ID: id}
	case "html":
		res.Value = &proto.Bundle{
			Data:     map[string]any{"text/plain": arg, "text/html": "<p>\n" + arg, "application/json": map[string]int{"n": 1}},
			Metadata: map[string]any{"text/html": map[string]bool{"isolated": true}},
		}
	case "input":
		_, err := out.Input(arg, false)
		out.Stream("stdout", fmt.Appendln(nil, err))
	case "fail":
		res.Status = proto.Error
		res.Err = proto.OfPanic(arg, []proto.Diagnostic{
			{Cell: res.N, Line: 1, Column: 6, EndColumn: 8, Text: "fail " + arg},
		})
	case "abort":
		res.Status = proto.Aborted
	case "silence":
		res.Status = proto.Error
	case "cancel":
		s.cancel()
		res.Status = proto.Error
	}
}

// open reads one of the tests' notebooks, which are kept as cells in
// testdata/run/NAME.ipynb.
func open(t testing.TB, name string) *Notebook {
	t.Helper()
	nb, err := ReadFile(filepath.Join("testdata", "run", name))
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func TestRunGolden(t *testing.T) {
	for _, c := range []struct {
		file   string
		params string
		err    string
	}{
		{file: "outputs.ipynb"},
		{file: "updates.ipynb"},
		{file: "fails.ipynb", err: "In[3], cell 4 of 5: panic: on purpose\ncell 3:1:6\n    fail on purpose\n         ^^"},
		{file: "parameters.ipynb", params: `seed=42;name="Ann";size=[]int{1, 2}`},
		{file: "reparameters.ipynb", params: `seed=-7`},
	} {
		t.Run(c.file, func(t *testing.T) {
			nb := open(t, c.file)
			err := Run(t.Context(), nb, &speaker{}, Options{Parameters: parameters(t, c.params)})
			if (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
				t.Errorf("error %v\nwant  %s", err, c.err)
			}
			check(t, strings.TrimSuffix(c.file, ".ipynb"), nb)
		})
	}
}

func parameters(t testing.TB, list string) []Parameter {
	t.Helper()
	var params []Parameter
	for s := range strings.SplitSeq(list, ";") {
		if s == "" {
			continue
		}
		p, err := ParseParameter(s)
		if err != nil {
			t.Fatal(err)
		}
		params = append(params, p)
	}
	return params
}

// check wants a file of testdata/run to hold the notebook.
func check(t *testing.T, name string, nb *Notebook) {
	t.Helper()
	got, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, filepath.Join("testdata", "run", name+".want"), string(got))
}

func TestRunStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	nb := &Notebook{Cells: []*Cell{
		{Type: Code, Source: "cancel", Metadata: map[string]any{"tags": []any{"raises-exception"}}},
		{Type: Code, Source: "out never"},
	}}
	err := Run(ctx, nb, &speaker{cancel: cancel}, Options{})
	if want := "In[1], cell 1 of 2: interrupted: context canceled"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if nb.Cells[1].Count != 0 || len(nb.Cells[0].Outputs) != 1 {
		t.Errorf("outputs %v, count %d", nb.Cells[0].Outputs, nb.Cells[1].Count)
	}
	err = Run(ctx, nb, &speaker{}, Options{})
	if want := "In[1], cell 1 of 2: interrupted: the notebook was stopped before this cell"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A run goes on after exercises that aren't solved, and says which.
func TestRunGoesOnUnsolved(t *testing.T) {
	nb := &Notebook{}
	for _, source := range []string{"fail not solved yet: write your own code here", "out after", "fail wrong: panics on []: not solved yet: write your own code here", "fail not solved", "out never"} {
		nb.Cells = append(nb.Cells, &Cell{Type: Code, Source: source})
	}
	if err := Run(t.Context(), nb, &speaker{}, Options{}); err == nil || !strings.HasPrefix(err.Error(), "In[4], cell 4 of 5: panic: not solved\n") {
		t.Error(err)
	}
	nb.Cells = nb.Cells[:3]
	err := Run(t.Context(), nb, &speaker{}, Options{})
	if unsolved := new(UnsolvedError); !errors.As(err, &unsolved) || err.Error() != "not solved yet: In[1], In[3]" {
		t.Error(err)
	}
	for i, want := range []string{"error", "stream", "error"} {
		if out := nb.Cells[i].Outputs; len(out) != 1 || out[0].Type() != want {
			t.Errorf("cell %d: %v, want %s", i+1, out, want)
		}
	}
}

func TestRunErrors(t *testing.T) {
	for source, want := range map[string]string{
		"abort":   "In[1], cell 1 of 1: aborted: the cell never ran",
		"silence": "In[1], cell 1 of 1: error: the cell failed and did not say why",
	} {
		nb := &Notebook{Cells: []*Cell{{Type: Code, Source: source}}}
		err := Run(t.Context(), nb, &speaker{}, Options{})
		var cell *CellError
		var inner *proto.CellError
		if !errors.As(err, &cell) || !errors.As(err, &inner) || err.Error() != want {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
	}
}

func TestRunRefusesOtherLanguages(t *testing.T) {
	nb := &Notebook{Metadata: map[string]any{"kernelspec": map[string]any{"language": "python"}}}
	if err := Run(t.Context(), nb, &speaker{}, Options{}); err == nil || err.Error() != "the notebook's language is python, want go" {
		t.Errorf("error %v", err)
	}
}

// What a goroutine says after the end of the run is lost, and harms nothing.
func TestRunLateOutput(t *testing.T) {
	var s speaker
	nb := &Notebook{Cells: []*Cell{{Type: Code, Source: "show a 1"}, {Type: Code, Source: "out 2"}}}
	var late sync.WaitGroup
	if err := Run(t.Context(), nb, &s, Options{}); err != nil {
		t.Fatal(err)
	}
	for _, out := range s.later {
		late.Go(func() {
			out.Stream("stdout", []byte("late"))
			out.Display(proto.Bundle{ID: "a"}, true)
			out.Clear(false)
		})
	}
	got, err := nb.Encode()
	late.Wait()
	again, _ := nb.Encode()
	if err != nil || !bytes.Equal(got, again) || bytes.Contains(got, []byte("late")) {
		t.Errorf("%s %v", again, err)
	}
}

func TestParseParameter(t *testing.T) {
	for _, good := range []string{
		"n=1", "n = -1.5e3", "s=\"a=b\"", "s=`raw`", "r='x'", "ok=true", "p=nil", "bits=1<<20", "z=1+2i", "big=(1)",
		"list=[]int{1, 2}", `m=map[string][]int{"a": {1}}`, "c=Card{Rank: 3}",
	} {
		if _, err := ParseParameter(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for bad, want := range map[string]string{
		"n":              `parameter "n": want name=value`,
		"=1":             `parameter "": the name isn't a Go identifier`,
		"_=1":            `parameter "_": the name isn't a Go identifier`,
		"a b=1":          `parameter "a b": the name isn't a Go identifier`,
		"func=1":         `parameter "func": the name isn't a Go identifier`,
		"who=Ann":        `parameter who: Ann is no Go literal; put a string in quotes: "Ann"`,
		"n=":             `parameter n:  is no Go literal; put a string in quotes: ""`,
		"n=f()":          `parameter n: f() is no Go literal; put a string in quotes: "f()"`,
		"n=[]int{f()}":   `parameter n: []int{f()} is no Go literal; put a string in quotes: "[]int{f()}"`,
		"n=1; f()":       `parameter n: 1; f() is no Go literal; put a string in quotes: "1; f()"`,
		"n=1\nf()":       `parameter n: 1` + "\n" + `f() is no Go literal; put a string in quotes: "1\nf()"`,
		"n=<-c":          `parameter n: <-c is no Go literal; put a string in quotes: "<-c"`,
		"n=func(){f()}":  `parameter n: func(){f()} is no Go literal; put a string in quotes: "func(){f()}"`,
		"n=struct{}{}.x": `parameter n: struct{}{}.x is no Go literal; put a string in quotes: "struct{}{}.x"`,
	} {
		if _, err := ParseParameter(bad); err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", bad, err, want)
		}
	}
}

func TestSetParametersErrors(t *testing.T) {
	nb := &Notebook{Cells: []*Cell{{Type: Code, Source: "n := 1"}}}
	if err := nb.SetParameters(nil); err != nil || len(nb.Cells) != 1 {
		t.Errorf("no parameters: %v, %d cells", err, len(nb.Cells))
	}
	want := `the notebook takes no parameters: no code cell is tagged "parameters"`
	if err := nb.SetParameters(parameters(t, "n=2")); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	nb.Cells[0].Metadata = map[string]any{"tags": []any{"parameters"}}
	if err := nb.SetParameters(parameters(t, "n=2;n=3")); err == nil || err.Error() != "parameter n: given twice" {
		t.Errorf("error %v", err)
	}
	if err := nb.SetParameters(parameters(t, "m=2")); err == nil || err.Error() != "parameter m: the notebook has none of that name, but n" {
		t.Errorf("unknown: %v", err)
	}
	if err := nb.SetParameters([]Parameter{{"n", "f()"}}); err == nil {
		t.Error("no error for a call")
	}
}

func TestSetParametersOfConstants(t *testing.T) {
	nb := &Notebook{Minor: 5, Cells: []*Cell{
		{Type: Code, ID: "injected-parameters"},
		{Type: Code, Source: "const (\n\ta = 1\n\tb int64 = 2\n)\nd := 3", Metadata: map[string]any{"tags": []any{"parameters"}}},
	}}
	if err := nb.SetParameters(parameters(t, "a=5;b=6;d=7")); err != nil {
		t.Fatal(err)
	}
	c := nb.Cells[2]
	if want := "// Parameters\nconst a = 5\nconst b int64 = 6\nd = 7"; c.Source != want || c.ID != "injected-parameters-2" {
		t.Errorf("id %s, source\n%s", c.ID, c.Source)
	}
}
