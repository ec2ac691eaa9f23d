package kernel

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInstall(t *testing.T) {
	prefix := t.TempDir()
	dir := filepath.Join(prefix, "share", "jupyter", "kernels", "riffle")
	var out bytes.Buffer
	o := InstallOptions{Prefix: prefix, Out: &out}
	if err := Install(o); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"logo-32x32.png", "logo-64x64.png", "logo-svg.svg"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	s, err := readSpec(dir)
	if err != nil {
		t.Fatal(err)
	}
	// A test's program is a temporary one, and was copied.
	exe := filepath.Join(dir, "riffle"+filepath.Ext(os.Args[0]))
	want := &spec{
		Argv: []string{exe, "kernel", "{connection_file}"}, DisplayName: "Go (riffle)", Language: "go", InterruptMode: "message",
		Metadata: map[string]any{"implementation": "riffle", "debugger": true, "supported_encryption": []any{"curve"}},
		Protocol: "5.5",
	}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
	if err := runnable(exe); err != nil {
		t.Error(err)
	}
	if !strings.Contains(out.String(), "installed kernel riffle (Go (riffle)) in "+dir) || !strings.Contains(out.String(), exe) {
		t.Errorf("output %s", out.String())
	}
	if err := Install(o); err != nil {
		t.Errorf("again: %v", err)
	}
	if err := Uninstall(o); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("after Uninstall: %v", err)
	}
	if err := Uninstall(o); err == nil || !strings.Contains(err.Error(), "no kernel in "+dir) {
		t.Errorf("Uninstall of nothing: %v", err)
	}
}

func TestInstallNames(t *testing.T) {
	o := InstallOptions{Prefix: t.TempDir(), Name: "Shuffle-Lab", DisplayName: "Shuffles"}
	if err := install(o, "/opt/bin/riffle"); err != nil {
		t.Fatal(err)
	}
	s, err := readSpec(filepath.Join(o.Prefix, "share", "jupyter", "kernels", "shuffle-lab"))
	if err != nil {
		t.Fatal(err)
	}
	if s.DisplayName != "Shuffles" || s.Argv[0] != "/opt/bin/riffle" {
		t.Errorf("%+v", s)
	}
}

func TestInstallErrors(t *testing.T) {
	t.Setenv("VIRTUAL_ENV", "")
	t.Setenv("CONDA_PREFIX", "")
	foreign := t.TempDir()
	dir := filepath.Join(foreign, "share", "jupyter", "kernels", "python3")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "kernel.json"), []byte(`{"display_name":"Python 3"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(foreign, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		o    InstallOptions
		want string
	}{
		{InstallOptions{Prefix: foreign, Name: "a/b"}, `--name "a/b": want letters, digits, '.', '-' and '_' only`},
		{InstallOptions{Prefix: foreign, SysPrefix: true}, "--prefix and --sys-prefix exclude each other"},
		{InstallOptions{SysPrefix: true}, "no Python environment is active"},
		{InstallOptions{Prefix: foreign, Name: "python3"}, `holds the kernel "Python 3", which is not riffle's`},
		{InstallOptions{Prefix: file}, "file"},
	}
	for _, tt := range tests {
		for name, f := range map[string]func(InstallOptions) error{"install": Install, "uninstall": Uninstall} {
			if err := f(tt.o); err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), name) {
				t.Errorf("%s: error %v, want %q in it", name, err, tt.want)
			}
		}
	}
}

func TestDataDirs(t *testing.T) {
	t.Setenv("JUPYTER_DATA_DIR", "")
	t.Setenv("HOME", "/home/ada")
	t.Setenv("XDG_DATA_HOME", "")
	want := map[string]string{"linux": "/home/ada/.local/share/jupyter", "darwin": "/home/ada/Library/Jupyter"}[runtime.GOOS]
	if got, err := userDataDir(); want != "" && (got != want || err != nil) {
		t.Errorf("userDataDir = %s, %v; want %s", got, err, want)
	}
	if runtime.GOOS == "linux" {
		t.Setenv("XDG_DATA_HOME", "/data")
		if got, _ := userDataDir(); got != "/data/jupyter" {
			t.Errorf("with XDG_DATA_HOME: %s", got)
		}
	}
	dir := t.TempDir()
	t.Setenv("JUPYTER_DATA_DIR", dir)
	if got, _ := userDataDir(); got != dir {
		t.Errorf("with JUPYTER_DATA_DIR: %s, want %s", got, dir)
	}
	t.Setenv("VIRTUAL_ENV", dir)
	if got, err := (InstallOptions{SysPrefix: true}).dataDir(); got != filepath.Join(dir, "share", "jupyter") || err != nil {
		t.Errorf("--sys-prefix: %s, %v", got, err)
	}
}

func TestTemporary(t *testing.T) {
	for exe, want := range map[string]bool{
		"/tmp/go-build1234/b001/exe/riffle":        true,
		"/home/u/.cache/go-build/ab/abcd-d/riffle": true,
		"/usr/local/bin/riffle":                    false,
		"/home/u/go/bin/riffle":                    false,
	} {
		if got := temporary(exe); got != want {
			t.Errorf("temporary(%s) = %v, want %v", exe, got, want)
		}
	}
}
