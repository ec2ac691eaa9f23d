package web

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"riffle/internal/test/need"
	"riffle/internal/test/pytest"
)

// TestStored checks the notebooks that the page saves against the format, as they are.
func TestStored(t *testing.T) {
	need.Programs(t, "node")
	python := pytest.Python(t)
	dir := t.TempDir()
	for _, name := range []string{"src/outputs.js", "src/files.js", "testdata/stored.mjs"} {
		text, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			t.Fatal(err)
		}
		put(t, dir, filepath.Base(name), string(text))
	}
	put(t, dir, "package.json", `{"type": "module"}`)
	put(t, dir, "frame.js", "const node = () => document.createElement('div')\nexport { node as box, node as picture }\nexport const caption = () => ''\n")
	put(t, dir, "text.js", "const node = () => document.createElement('pre')\nexport { node as fault, node as still }\nexport const plain = text => text\nexport class Screen {\n\tnode = node()\n\twrite() {}\n}\n")
	put(t, dir, "node_modules/marked/index.js", "export const marked = { parse: text => text }\n")
	put(t, dir, "node_modules/marked/package.json", `{"type": "module", "main": "index.js"}`)
	messages, err := filepath.Abs(filepath.Join("testdata", "stored.json"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "node", filepath.Join(dir, "stored.mjs"), messages).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr(err))
	}
	var notebooks []json.RawMessage
	if err := json.Unmarshal(out, &notebooks); err != nil {
		t.Fatal(err)
	}
	for i, nb := range notebooks {
		file := put(t, dir, fmt.Sprint(i, ".ipynb"), string(nb))
		spec := filepath.Join("..", "..", "kernel", "testdata", "spec.py")
		if out, err := exec.CommandContext(t.Context(), python, spec, file).CombinedOutput(); err != nil {
			t.Errorf("%v\n%s\n%s", err, out, nb)
		}
	}
}

// stderr is what a program said that failed.
func stderr(err error) []byte {
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.Stderr
	}
	return nil
}

// put writes a file in a folder.
func put(t *testing.T, dir, name, text string) (file string) {
	t.Helper()
	file = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}
