package notebook

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"riffle/internal/proto"
)

// words are a notebook's counts and texts.
func words(nb *Notebook) string {
	var cells []string
	for _, c := range nb.Cells {
		s := fmt.Sprint(c.Count)
		for _, o := range c.Outputs {
			if text, ok := o["text"].(string); ok {
				s += " " + strings.TrimSpace(text)
			} else {
				s += fmt.Sprint(" ", o["data"].(object)["text/plain"])
			}
		}
		cells = append(cells, s)
	}
	return strings.Join(cells, ", ")
}

func cells(sources ...string) *Notebook {
	nb := &Notebook{}
	for _, s := range sources {
		nb.Cells = append(nb.Cells, &Cell{Type: Code, Source: s, Count: 9, Outputs: []Output{{"output_type": "stream", "text": "old"}}})
	}
	return nb
}

// TestStoreGetsEachState lets each cell wait until the state before it is
// stored.
func TestStoreGetsEachState(t *testing.T) {
	var states []*Notebook
	stored := make(chan bool, 1)
	stored <- true
	engine := &patientEngine{speaker{}, stored}
	nb := cells("show a 1", "update a 2\nout two", "", "out three")
	err := Run(t.Context(), nb, engine, Options{Store: func(nb *Notebook) {
		states = append(states, nb)
		stored <- true
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1 1, 9 old, 9 old, 9 old", "1 2, 2 two, 9 old, 9 old", "1 2, 2 two, 9 old, 3 three"}
	for i, state := range states {
		if i >= len(want) || words(state) != want[i] {
			t.Errorf("state %d is %s, want %q", i, words(state), want)
		}
	}
	if len(states) < 2 { // the last one may come too late
		t.Errorf("%d states", len(states))
	}
	if got, want := words(nb), "1 2, 2 two, 0, 3 three"; got != want {
		t.Errorf("at the end %s, want %s", got, want)
	}
}

// TestSlowStoreGetsTheNewestState stores one state while all other cells run.
func TestSlowStoreGetsTheNewestState(t *testing.T) {
	k := newKeeper(nil)
	k.closeKeeper()
	var got []int
	begun, release := make(chan bool), make(chan bool)
	k = newKeeper(func(nb *Notebook) {
		got = append(got, nb.Minor)
		begun <- true
		<-release
	})
	k.keepState(&Notebook{Minor: 1})
	<-begun
	for i := range 10 {
		k.keepState(&Notebook{Minor: 2 + i})
	}
	release <- true
	<-begun
	close(release)
	k.closeKeeper()
	if fmt.Sprint(got) != "[1 11]" {
		t.Errorf("stored %v, want the first state and the newest", got)
	}
}

func TestSaveFindsAnotherPlace(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	if runtime.GOOS == "windows" {
		t.Setenv("TMP", temp)
	}
	name := filepath.Join(t.TempDir(), "no", "folder", "a.ipynb")
	err := Save(name, cells("1"))
	files, _ := filepath.Glob(filepath.Join(temp, "riffle-*.ipynb"))
	if err == nil || len(files) != 1 || !strings.Contains(err.Error(), files[0]) || !strings.Contains(err.Error(), name[:len(name)-len("a.ipynb")]) {
		t.Fatalf("error %v, files %v", err, files)
	}
	if nb, err := ReadFile(files[0]); err != nil || words(nb) != "9 old" {
		t.Errorf("%v %v", nb, err)
	}
	t.Setenv("TMPDIR", filepath.Join(temp, "nowhere"))
	t.Setenv("TMP", filepath.Join(temp, "nowhere"))
	if err := Save(name, cells("1")); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("error %v, want both", err)
	}
}

func TestWriteFileKeepsPermissionsAndLinks(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a.ipynb"), filepath.Join(dir, "link.ipynb")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(link, cells("1")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("%v, %v: want a link", info.Mode(), err)
	}
	if info, err = os.Stat(file); err != nil || info.Mode().Perm() != 0o600 || info.Size() == 0 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// patientEngine runs a cell when there is a token.
type patientEngine struct {
	speaker
	token chan bool
}

func (e *patientEngine) Run(ctx context.Context, cell proto.Cell, out proto.Output) proto.Result {
	<-e.token
	return e.speaker.Run(ctx, cell, out)
}
