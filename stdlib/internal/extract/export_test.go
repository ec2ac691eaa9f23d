package extract

import (
	"bytes"
	"go/importer"
	"go/token"
	"io"
	"maps"
	"testing"
)

// compiled returns the archive of one package of the standard library.
func compiled(t testing.TB, path string) []byte {
	t.Helper()
	data, err := NewLoader("").ExportData(Targets[0], path)
	if err != nil {
		t.Skip("needs the go command: ", err)
	}
	return data[path]
}

// TestPack checks that shaking takes nothing that the importer reads, and that
// there is nothing left to shake off the second time.
func TestPack(t *testing.T) {
	data := compiled(t, "errors")
	again, err := pack(data)
	if err != nil || !bytes.Equal(again, data) {
		t.Errorf("packing twice changes the data; error %v", err)
	}
	im := importer.ForCompiler(token.NewFileSet(), "gc", func(string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(data)), nil
	})
	pkg, err := im.Import("errors")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"As":             "func errors.As(err error, target any) bool",
		"AsType":         "func errors.AsType[E error](err error) (E, bool)",
		"ErrUnsupported": "var errors.ErrUnsupported error",
		"Is":             "func errors.Is(err error, target error) bool",
		"Join":           "func errors.Join(errs ...error) error",
		"New":            "func errors.New(text string) error",
		"Unwrap":         "func errors.Unwrap(err error) error",
	}
	if got := Describe(pkg); !maps.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestPackErrors(t *testing.T) {
	head := "!<arch>\n__.PKGDEF       0           0     0     644     "
	for _, in := range []string{
		"", "!<arch>\n", "not an archive", head + "x         `\n", head + "99        `\n", head + "-1        `\n",
		head + "5         `\nhello", head + "26        `\ngo object x\n\n$$B\nuabc\n$$\n  ",
	} {
		if out, err := pack([]byte(in)); err == nil {
			t.Errorf("pack(%q) = %q", in, out)
		}
	}
}

// FuzzShake checks that damaged data give an error or data that can be shaken
// again without change.
func FuzzShake(f *testing.F) {
	def := compiled(f, "errors")
	i, j := bytes.Index(def, []byte(dataStart)), bytes.LastIndex(def, []byte(dataEnd))
	f.Add(def[i+len(dataStart) : j])
	f.Add([]byte(nil))
	f.Add(bytes.Repeat([]byte{1, 0, 0, 0}, 20))
	f.Fuzz(func(t *testing.T, data []byte) {
		once, err := shake(data)
		if err != nil {
			return
		}
		twice, err := shake(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("shaken again: %v, equal: %v", err, bytes.Equal(once, twice))
		}
	})
}
