package bundle

import (
	"archive/zip"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestUnpack(t *testing.T) {
	dir := t.TempDir()
	archive := filepath.Join(dir, "std.zip")
	out, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(out)
	for name, text := range map[string]string{"types/fmt.a": "types", "doc/math/rand.json": "doc"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, text)
	}
	z.Close()
	out.Close()
	if err := unpack(dir, archive); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"types/fmt.a.gz": "types", "doc/math/rand.json.gz": "doc"} {
		f, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r, err := gzip.NewReader(f)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, err := io.ReadAll(r); string(got) != want || err != nil {
			t.Errorf("%s holds %q, %v, want %q", name, got, err, want)
		}
	}
	if err := unpack(dir, filepath.Join(dir, "none.zip")); err == nil {
		t.Error("no error for an archive that isn't there")
	}
}
