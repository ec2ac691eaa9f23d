package bundle

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"riffle/internal/test/pytest"
)

// TestPackages installs the wheel with pip, into a folder of its own.
func TestPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("it needs pip")
	}
	python := pytest.Python(t)
	b := Builder{Root: "../../..", Dir: t.TempDir()}
	for name, text := range map[string]string{
		"lab/extensions/riffle-jupyterlite/package.json":          `{"name": "riffle-jupyterlite", "version": "0.0.0"}`,
		"lab/extensions/riffle-jupyterlite/static/remoteEntry.js": "entry",
		"kit/riffle.wasm":         "\x00asm",
		"kit/data/types/fmt.a.gz": "types",
	} {
		to := filepath.Join(b.Dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(to), 0o755)
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir, prefix := t.TempDir(), t.TempDir()
	if _, err := b.Packages(dir, "v1.2.3"); err != nil {
		t.Fatal(err)
	}
	wheel := filepath.Join(dir, "riffle_jupyterlite-1.2.3-py3-none-any.whl")
	out, err := exec.Command(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check", "--prefix", prefix, wheel).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, want := range map[string]string{
		"package.json":                   "{\n  \"name\": \"riffle-jupyterlite\",\n  \"version\": \"1.2.3\"\n}",
		"static/remoteEntry.js":          "entry",
		"static/kit/riffle.wasm":         "\x00asm",
		"static/kit/data/types/fmt.a.gz": "types",
	} {
		got, err := os.ReadFile(filepath.Join(prefix, "share", "jupyter", "labextensions", "riffle-jupyterlite", filepath.FromSlash(name)))
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "riffle-jupyterlite-1.2.3.tgz")); err != nil {
		t.Error(err)
	}
}

func TestPlainVersion(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.3":           "1.2.3",
		"v0.1.0-3-gabc123": "0.1.0+3.gabc123",
		"v0.0.0-20261123040302-fbb2de1c3a5f+dirty": "0.0.0+20261123040302.fbb2de1c3a5f.dirty",
		"(devel)": "0.0.0",
		"":        "0.0.0",
	} {
		if got := PlainVersion(version); got != want {
			t.Errorf("%q: %s, want %s", version, got, want)
		}
	}
}
