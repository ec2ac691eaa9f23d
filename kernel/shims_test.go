package kernel

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// pretend makes a program that answers as a Python of an environment would.
func pretend(t *testing.T, prefix string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the Python is a shell script")
	}
	for _, dir := range []string{"bin", "site"} {
		if err := os.MkdirAll(filepath.Join(prefix, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	answer := `{"executable": "P/bin/python3", "prefix": "P", "base": "P", "site": "P/site", "userSite": "", "userBase": "", "managed": false}`
	write(t, filepath.Join(prefix, "bin", "python3"), "#!/bin/sh\necho '"+strings.ReplaceAll(answer, "P", prefix)+"'\n", 0o755)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func TestShims(t *testing.T) {
	prefix := t.TempDir()
	pretend(t, prefix)
	var out bytes.Buffer
	o := InstallOptions{Prefix: prefix, Out: &out}
	module, config := filepath.Join(prefix, "site", moduleFile), filepath.Join(prefix, "etc", "jupyter", configFile)
	stale := filepath.Join(prefix, "site", distribution+"-0.0.1.dist-info")
	if err := os.Mkdir(stale, 0o755); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time over its own files
		if err := install(o, "/opt/riffle"); err != nil {
			t.Fatal(err)
		}
		for _, f := range []string{module, config} {
			if !exists(f) {
				t.Fatalf("no %s: %s", f, out.String())
			}
		}
		if found := distributions(filepath.Join(prefix, "site")); len(found) != 1 || found[0] == stale {
			t.Errorf("distributions %v", found)
		}
	}
	cache := filepath.Join(prefix, "site", "__pycache__")
	if err := os.Mkdir(cache, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(cache, "riffle_papermill.cpython-313.pyc"), "", 0o644)
	write(t, config, "# mine now\n", 0o644)
	if err := Uninstall(o); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(filepath.Join(prefix, "site")); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
	if !exists(config) || !strings.Contains(out.String(), config+" was changed and stays") {
		t.Errorf("a file that was changed is gone: %s", out.String())
	}
	out.Reset()
	if err := install(o, "/opt/riffle"); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(config); string(text) != "# mine now\n" || !strings.Contains(out.String(), "is yours and stays; add these lines") {
		t.Errorf("somebody's file became %s: %s", text, out.String())
	}
	ours, err := shims.ReadFile("python/" + configFile)
	if err != nil {
		t.Fatal(err)
	}
	edited := string(ours) + "c.mine = 1\n"
	write(t, config, edited, 0o644)
	if err := install(o, "/opt/riffle"); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(config); string(text) != edited {
		t.Errorf("our file with a line of the user's became %s", text)
	}
}

// TestShimsShared removes one of two kernels.
func TestShimsShared(t *testing.T) {
	prefix := t.TempDir()
	pretend(t, prefix)
	t.Setenv("JUPYTER_PATH", shareDir(prefix))
	one, two := InstallOptions{Prefix: prefix}, InstallOptions{Prefix: prefix, Name: "two"}
	for _, o := range []InstallOptions{one, two} {
		if err := install(o, "/opt/riffle"); err != nil {
			t.Fatal(err)
		}
	}
	module := filepath.Join(prefix, "site", moduleFile)
	if err := Uninstall(one); err != nil || !exists(module) {
		t.Errorf("with the other kernel still there: %v, the module exists: %v", err, exists(module))
	}
	if err := Uninstall(two); err != nil || exists(module) {
		t.Errorf("after the last: %v, the module exists: %v", err, exists(module))
	}
}

func TestPythonSick(t *testing.T) {
	prefix := t.TempDir()
	pretend(t, prefix)
	for _, answer := range []string{"exit 3", "echo {", `echo '{"site": "here"}'`, "echo null"} {
		write(t, filepath.Join(prefix, "bin", "python3"), "#!/bin/sh\n"+answer+"\n", 0o755)
		var out bytes.Buffer
		if err := install(InstallOptions{Prefix: prefix, Out: &out}, "/opt/riffle"); err != nil {
			t.Errorf("%s: %v", answer, err)
		}
		if !strings.Contains(out.String(), "papermill and nbgrader: ") || !strings.Contains(out.String(), "installed kernel") {
			t.Errorf("%s: install says %s", answer, out.String())
		}
	}
}

func TestShebang(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	python := filepath.Join(dir, "python3")
	write(t, python, "#!/bin/sh\n", 0o755)
	for text, want := range map[string]string{
		"#!/venv/bin/python\nimport re\n":                               "/venv/bin/python",
		"#!/venv/bin/python3.13 -I\n":                                   "/venv/bin/python3.13",
		"#!/usr/bin/env python3\n":                                      python,
		"#!/usr/bin/env nothing-python\n":                               "",
		"#!/bin/sh\n'''exec' \"/a long/bin/python\" \"$0\" \"$@\"\n' '": "/a long/bin/python",
		"#!/bin/sh\n'''exec' /long/bin/python \"$0\" \"$@\"\n' '":       "/long/bin/python",
		"#!/bin/bash\necho\n":                                           "",
		"\x7fELF":                                                       "",
		"":                                                              "",
		"#!":                                                            "",
	} {
		script := filepath.Join(dir, "tool")
		write(t, script, text, 0o755)
		if got := shebang(script); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestPythonVersion(t *testing.T) {
	for version, want := range map[string]string{"1.2.3": "1.2.3", "0.1.0-rc.1": "0.1.0", "(devel)": "0", "0.0.0-20261122-abc+dirty": "0.0.0", "": "0"} {
		if got := pythonVersion(version); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}
