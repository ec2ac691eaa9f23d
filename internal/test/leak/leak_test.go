package leak

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"riffle/internal/test/need"
)

// texts are what users see, and what leaks in it.
var texts = map[string]string{
	"panic: rt.Index: bad":                                  "rt.Index",
	"\x1b[1mr\x1b[0mt.Box":                                  "rt.Box",
	"have (*shim.Reader)":                                   "shim.Reader",
	"{F0side:2 n:3}":                                        "F0side",
	"{n:3 F12_x:2}":                                         "F12_x",
	"struct { F0side float64 }":                             "F0side",
	"x.F1y undefined":                                       "F1y",
	"struct { X int \"core:\\\"side\\\"\" }":                `core:\"`,
	"struct { X int `core:\"side\"` }":                      `core:"`,
	"cannot use v10_d as int":                               "v10_d",
	"type ty.S12 has no field":                              "ty.S12",
	"undefined: ᐧout":                                       "ᐧ",
	"riffle/internal/session.(*Session).run(0xc0001)":       "riffle/internal",
	"reflect.Value.Call({0x1, 0x2})":                        "reflect.Value.Call({0x",
	"reflect.Value.call(0x1, 0x2)":                          "reflect.Value.call(0x",
	"reflect.flag.mustBe(...)":                              "reflect.flag.mustBe(...",
	"\t/go/src/reflect/value.go:380 +0xb5":                  "+0xb5",
	"\t/home/u/x.go:3 +0x1d\nexit":                          "+0x1d",
	"&{0x366f9c32a900}":                                     "0x366f9c32a900",
	"&{0xc000123456}":                                       "0xc000123456",
	"_.go:3:1: undefined":                                   "_.go:3",
	"internal error: which is a bug in riffle: x":           "a bug in riffle",
	"wasm error: unreachable\nwasm stack trace:\n\t.f(i32)": "wasm stack trace",

	// What users write or see of Go.
	"":                                     "",
	"start.Add, art.Gallery, part.1":       "",
	"F0 9F 83 8F, F09F838F, f0a9, F1, F12": "",
	"iVBORw0KGgo/F0ab+F1cd==":              "",
	"0xc0, 0xc006000000000000, 0xdeadbeef": "",
	"v1.2_x, 10_000, v2, g1":               "",
	"goroutine 1 [running]:\nmain.main()\n\tcell 1:3":    "",
	"reflect: call of reflect.Value.Int on string Value": "",
	"reflect.TypeFor[int](), reflect.ValueOf(0x10)":      "reflect.ValueOf(0x",
}

func TestFind(t *testing.T) {
	for text, want := range texts {
		got := Find(text)
		if (got == "") != (want == "") || !strings.Contains(got, strings.Trim(strconv.Quote(want), `"`)) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestPython: leak.py finds the same.
func TestPython(t *testing.T) {
	need.Programs(t, "python3")
	asked, err := json.Marshal(slices.Sorted(maps.Keys(texts)))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "python3", "-c", "import json, sys, leak; print(json.dumps([bool(leak.find(t)) for t in json.load(sys.stdin)]))")
	cmd.Env, cmd.Stdin = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1"), bytes.NewReader(asked)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var found []bool
	if err := json.Unmarshal(out, &found); err != nil {
		t.Fatal(err)
	}
	for i, text := range slices.Sorted(maps.Keys(texts)) {
		if found[i] != (Find(text) != "") {
			t.Errorf("%q: Python says %t", text, found[i])
		}
	}
}

func TestAllowance(t *testing.T) {
	allowed := Allowance{`rt\.Show`, "a test of it"}
	if got := Find("rt.Show", allowed); got != "" {
		t.Error(got)
	}
	if got := Find("rt.Show\nrt.Showing", allowed); !strings.Contains(got, "rt.Showing") {
		t.Errorf("%q hides behind what is allowed", got)
	}
}

func TestNote(t *testing.T) {
	Note("fine")
	if code := Main(0); code != 0 {
		t.Errorf("status %d", code)
	}
	Note("rt.Show")
	defer func() { noted.found = nil }()
	if code := Main(0); code != 1 {
		t.Errorf("status %d of a leak", code)
	}
}

// results are the names of files that hold what tests want to be shown, or what users read.
var results = []string{".txt", ".out", ".txtar", ".json", ".ipynb", ".svg", ".html", ".md", ".golden"}

// TestStored looks at all results that are stored in the repository.
func TestStored(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	n := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() != ".." && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || !slices.Contains(results, filepath.Ext(path)) || filepath.Base(path) == "patterns.txt":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		n++
		CheckFile(t, path, string(text))
		return nil
	})
	if err != nil || n < 400 {
		t.Errorf("%d files, %v", n, err)
	}
}
