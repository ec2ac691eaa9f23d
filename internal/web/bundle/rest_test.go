package bundle

import (
	"slices"
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

// TestBehindIsLinked wants nothing in the list that the program doesn't have.
func TestBehindIsLinked(t *testing.T) {
	deps, err := commandOutput(Command(t.Context(), "../../..", "list", "-deps", "./kernel/lite"))
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(deps)
	for _, b := range behind {
		if !slices.Contains(linked, b.pkg) {
			t.Errorf("the program for browsers has no package %s", b.pkg)
		}
	}
}
