// Package notebooks_test executes the coursework. The notebooks are golden
// files: what they say when they run must be what they hold. Run
//
//	go test ./notebooks -update
//
// to store what they say now.
package notebooks_test

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	_ "riffle/internal/command" // see package built
	"riffle/internal/notebook"
	"riffle/internal/session"
	"riffle/internal/test/built"
	"riffle/internal/test/full"
	"riffle/internal/test/golden"
	"riffle/internal/test/pytest"
	"riffle/shuffle"
)

// TestSession executes the notebooks in a session in this process.
func TestSession(t *testing.T) {
	each(t, inSession)
}

// TestElsewhere executes what notebooks for other Go kernels do: displays of all
// kinds, downloads, a pool of workers, matrices.
func TestElsewhere(t *testing.T) { inSession(t, filepath.Join("testdata", "elsewhere.ipynb")) }

// inSession executes a notebook in a session in this process.
func inSession(t *testing.T, file string) {
	t.Cleanup(shuffle.Unseed) // which is one for the whole process
	s, err := session.New(session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	nb := open(t, file)
	if err := notebook.Run(t.Context(), nb, s, notebook.Options{}); err != nil {
		t.Fatal(err)
	}
	checkErrors(t, nb)
	withoutControls(nb)
	if golden.Updating() {
		if err := notebook.WriteFile(file, nb); err != nil {
			t.Fatal(err)
		}
		if isLesson(file) {
			pack(t, strings.TrimSuffix(file, ".ipynb"))
		}
	}
	compare(t, nb, open(t, file))
}

// TestParameters executes them with another value where they take one.
func TestParameters(t *testing.T) {
	s, err := session.New(session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	nb := open(t, "01-lottery.ipynb")
	opts := notebook.Options{Parameters: []notebook.Parameter{{Name: "tickets", Value: "2"}}}
	if err := notebook.Run(t.Context(), nb, s, opts); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(nb.Cells, func(c *notebook.Cell) bool { return c.ID == "roadrunner" })
	data, _ := nb.Cells[i].Outputs[0]["data"].(map[string]any)
	if got, want := data["text/plain"], "Ticket #1: [3, 5, 8, 15, 16]\nTicket #2: [6, 7, 8, 9, 22]"; got != want {
		t.Errorf("two tickets are %q, want %q", got, want)
	}
}

// TestJupyter executes them in Jupyter's own client, over the kernel's
// sockets.
func TestJupyter(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program and starts Python")
	}
	python := pytest.Python(t)
	dir := t.TempDir()
	run(t, exec.Command(built.Program(t), "install", "--prefix", dir, "--name", "riffle"))
	eachOf(t, full.Sample(files(t), 4), func(t *testing.T, file string) {
		out := filepath.Join(t.TempDir(), file)
		cmd := exec.Command(python, filepath.Join("testdata", "execute.py"), file, out)
		cmd.Env = append(os.Environ(), "JUPYTER_PATH="+filepath.Join(dir, "share", "jupyter"))
		run(t, cmd)
		nb := open(t, out)
		checkErrors(t, nb)
		withoutControls(nb)
		compare(t, nb, open(t, file))
	})
}

func run(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, &said)
	}
}

// widgetView is the MIME type of controls that only a running kernel makes move. Stored,
// their place on a page stays empty; the HTML beside them says the same without a kernel.
const widgetView = "application/vnd.jupyter.widget-view+json"

// withoutControls drops them, and their states, which have other names in each run.
func withoutControls(nb *notebook.Notebook) {
	delete(nb.Metadata, "widgets")
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			if data, ok := o["data"].(map[string]any); ok {
				delete(data, widgetView)
			}
		}
	}
}

// checkErrors wants an error in the cells that show one on purpose. The others
// have none, or the notebook would not have run to its end.
func checkErrors(t *testing.T, nb *notebook.Notebook) {
	t.Helper()
	for _, c := range nb.Cells {
		failed := slices.ContainsFunc(c.Outputs, func(o notebook.Output) bool { return o.Type() == "error" })
		if c.Tagged("raises-exception") != failed {
			t.Errorf("cell %s: failed is %t, and its tags are %v", c.ID, failed, c.Metadata["tags"])
		}
	}
}

// compare reports each cell whose outputs differ from the stored ones.
func compare(t *testing.T, got, want *notebook.Notebook) {
	t.Helper()
	if len(got.Cells) != len(want.Cells) {
		t.Fatalf("%d cells, want %d", len(got.Cells), len(want.Cells))
	}
	for i, c := range got.Cells {
		if diff := cmp.Diff(said(want.Cells[i]), said(c)); diff != "" {
			t.Errorf("cell %s (-want +got):\n%s", c.ID, diff)
		}
	}
}

type saying struct {
	Count   int
	Outputs []notebook.Output
}

// said is what a cell says without what depends on the front end or the machine:
// the layout of tracebacks, the pieces in which a stream arrives, and the blank
// displays that are left of a progress bar.
func said(c *notebook.Cell) saying {
	s := saying{Count: c.Count}
	for _, o := range c.Outputs {
		o = maps.Clone(o)
		delete(o, "traceback")
		if s.continues(o) {
			continue
		}
		s.Outputs = append(s.Outputs, o)
	}
	return s
}

// continues adds an output to the last one if both are of one stream.
func (s *saying) continues(o notebook.Output) bool {
	if len(s.Outputs) == 0 || o.Type() != "stream" {
		return false
	}
	last := s.Outputs[len(s.Outputs)-1]
	text, ok := last["text"].(string)
	more, ok2 := o["text"].(string)
	if !ok || !ok2 || last.Type() != "stream" || last["name"] != o["name"] {
		return false
	}
	last["text"] = text + more
	return true
}
