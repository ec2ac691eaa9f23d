package bundle

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestBehind: names are as Go's linker spells them in a program for browsers.
func TestBehind(t *testing.T) {
	for name, want := range map[string]bool{
		"github.com_traefik_yaegi_interp.New":                        true,
		"github.com_traefik_yaegi_interp.init":                       false,
		"github.com_traefik_yaegi_interp.init.4":                     false,
		"github.com_traefik_yaegi_interp.map.init.0":                 false,
		"github.com_traefik_yaegi_interp.init.func1":                 true, // a literal in a variable's value
		"math_big.__Float_.SetPrec":                                  false,
		"math_big.__Float_.SetPrecision":                             true,
		"riffle_shuffle_trials.Watch.func1":                          false,
		"riffle_shuffle_trials.Run":                                  true,
		"riffle_internal_engine_wasm_compile.trying_go.shape.int_":   false,
		"riffle_internal_engine_wasm.__Engine_.Load":                 false,
		"riffle_shuffle.FisherYates":                                 false,
		"riffle_shuffle_fair.Exact":                                  true,
		"slices.SortFunc_go.shape.riffle_shuffle_fair.Outcome_":      false,
		"type_.eq.github.com_traefik_yaegi_interp.opt":               false,
		"riffle_internal_engine_wasm_compile.__builder_.function.f2": true,
	} {
		if got := isBehind(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestBehindIsLinked wants nothing in the list that the program doesn't have: neither a
// package nor a function.
func TestBehindIsLinked(t *testing.T) {
	deps, err := commandOutput(Command(t.Context(), "../../..", "list", "-deps", "-f", "{{.ImportPath}}={{.Dir}}", "./kernel/lite"))
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]string{}
	for line := range strings.Lines(deps) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), "=")
		folders[path] = dir
	}
	for _, b := range behind {
		dir, linked := folders[b.pkg]
		if !linked {
			t.Errorf("the program for browsers has no package %s", b.pkg)
			continue
		}
		declared := functionsIn(t, dir)
		for _, name := range strings.Fields(b.but) {
			if !declared[name] {
				t.Errorf("package %s has no function %s", b.pkg, name)
			}
		}
	}
}

// functionsIn are the functions that the files of a folder declare, as the list names them.
func functionsIn(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range function.FindAllStringSubmatch(string(text), -1) {
			name := m[2]
			if receiver := m[1]; strings.HasPrefix(receiver, "*") {
				name = "(" + receiver + ")." + name
			} else if receiver != "" {
				name = receiver + "." + name
			}
			declared[name] = true
		}
	}
	return declared
}

// function finds a function's receiver, if it is a method, and its name.
var function = regexp.MustCompile(`(?m)^func (?:\((?:\w+ )?(\*?\w+)[^)]*\) )?(\w+)`)
