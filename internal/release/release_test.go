package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

var modified = time.Date(2026, time.January, 2, 3, 4, 6, 0, time.UTC)

var packed = []file{
	{name: "riffle", data: []byte("program"), executable: true},
	{name: "LICENSE", data: []byte("licence")},
	{name: "README.md", data: bytes.Repeat([]byte("read me\n"), 1000)},
}

// entry is what an archive holds of a file.
type entry struct {
	Name string
	Mode int64
	Size int
	Time string
}

var unpacked = []entry{
	{"riffle-v1-any/LICENSE", 0o644, 7, "2026-01-02T03:04:06Z"},
	{"riffle-v1-any/README.md", 0o644, 8000, "2026-01-02T03:04:06Z"},
	{"riffle-v1-any/riffle", 0o755, 7, "2026-01-02T03:04:06Z"},
}

func TestArchives(t *testing.T) {
	tests := []struct {
		name string
		pack archiver
		read func(*testing.T, []byte) []entry
	}{
		{"tar.gz", writeTarGz, readTarGz},
		{"zip", writeZip, readZip},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var first, second bytes.Buffer
			if err := tt.pack(&first, "riffle-v1-any", packed, modified); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(unpacked, tt.read(t, first.Bytes())); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
			reordered := []file{packed[2], packed[0], packed[1]}
			if err := tt.pack(&second, "riffle-v1-any", reordered, modified); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Error("the same files make another archive")
			}
			if err := tt.pack(full{}, "riffle-v1-any", packed, modified); !errors.Is(err, errFull) {
				t.Errorf("on a full disk: %v", err)
			}
		})
	}
}

var errFull = errors.New("no space")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func readTarGz(t *testing.T, data []byte) (entries []entry) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if !z.ModTime.IsZero() || z.Name != "" {
		t.Errorf("the compressed file names %q of %v", z.Name, z.ModTime)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return entries
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Uname != "" {
			t.Errorf("%s is owned by %q", h.Name, h.Uname)
		}
		text, _ := io.ReadAll(r)
		entries = append(entries, entry{h.Name, h.Mode, len(text), h.ModTime.UTC().Format(time.RFC3339)})
	}
}

func readZip(t *testing.T, data []byte) (entries []entry) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(in)
		entries = append(entries, entry{f.Name, int64(f.Mode().Perm()), len(text), f.Modified.UTC().Format(time.RFC3339)})
	}
	return entries
}

func TestChecksums(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"b.zip": "abc", "a.tar.gz": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := checksums(dir, []string{"b.zip", "a.tar.gz"})
	const want = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.tar.gz\n" +
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b.zip\n"
	if err != nil || string(got) != want {
		t.Errorf("checksums\n%s%v, want\n%s", got, err, want)
	}
	if _, err := checksums(dir, []string{"c.zip"}); err == nil {
		t.Error("no error for a missing file")
	}
}

func TestChoose(t *testing.T) {
	if all, err := choose(nil); err != nil || len(all) != 6 {
		t.Errorf("all are %v, %v", all, err)
	}
	got, err := choose([]string{"windows/arm64", "linux/amd64"})
	if err != nil || len(got) != 2 || got[0].program() != "riffle.exe" || got[0].ending() != ".zip" || got[1].ending() != ".tar.gz" {
		t.Errorf("chosen %v, %v", got, err)
	}
	if _, err := choose([]string{"plan9/mips"}); err == nil || !strings.Contains(err.Error(), "linux/amd64") {
		t.Errorf("unknown target: %v", err)
	}
}

// A release doesn't depend on what whoever builds it has set.
func TestEnvironment(t *testing.T) {
	t.Setenv("GOEXPERIMENT", "simd")
	t.Setenv("GOAMD64", "v4")
	t.Setenv("CGO_ENABLED", "1")
	got, err := output(target{"linux", "amd64"}.goCommand(t.Context(), "env", "GOEXPERIMENT", "GOAMD64", "CGO_ENABLED"))
	if err != nil || string(got) != "nosimd\nv1\n0\n" {
		t.Errorf("the environment is %q, %v", got, err)
	}
}

func TestBuildInfo(t *testing.T) {
	tests := []struct {
		version, time string
		want          string
	}{
		{"v1.2.3", "2026-01-02T03:04:06Z", "v1.2.3 2026-01-02"},
		{"(devel)", "", "devel 1980-01-01"},
		{"", "yesterday", "devel 1980-01-01"},
		{"v0.1.0", "1970-01-01T00:00:00Z", "v0.1.0 1980-01-01"},
	}
	for _, tt := range tests {
		info := &buildinfo.BuildInfo{
			Main:     debug.Module{Version: tt.version},
			Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "vcs.time", Value: tt.time}},
		}
		if got := version(info) + " " + commitTime(info).Format(time.DateOnly); got != tt.want {
			t.Errorf("%q of %q: %s, want %s", tt.version, tt.time, got, tt.want)
		}
	}
}

func TestDecodeModules(t *testing.T) {
	const list = `{}
{"Module": {"Path": "riffle", "Main": true}}
{"Module": {"Path": "b.org/b", "Version": "v2", "Dir": "/b"}}
{"Module": {"Path": "a.org/a", "Version": "v1", "Dir": "/a"}}
{"Module": {"Path": "b.org/b", "Version": "v2", "Dir": "/b"}}
`
	got, err := decodeModules(strings.NewReader(list))
	want := []module{{Path: "a.org/a", Version: "v1", Dir: "/a"}, {Path: "b.org/b", Version: "v2", Dir: "/b"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if _, err := decodeModules(strings.NewReader(`{"Module": `)); err == nil {
		t.Error("no error for half a list")
	}
}

func TestLicences(t *testing.T) {
	text := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	root := fstest.MapFS{
		"LICENSE.md":        text("one"),
		"licenses/ftl.txt":  text("two"),
		"PATENTS":           text("three"),
		"README.md":         text("no"),
		"license.go":        text("no"),
		"vendor/x/LICENSE":  text("no"),
		"vendor/LICENSE.md": text("no"),
	}
	texts, err := licences(root)
	if got := string(bytes.Join(texts, []byte(" "))); err != nil || got != "one three two" {
		t.Errorf("licences %q, %v", got, err)
	}
	if _, err := licences(fstest.MapFS{"README.md": text("no")}); !errors.Is(err, errNoLicence) {
		t.Errorf("a module without one: %v", err)
	}
}
