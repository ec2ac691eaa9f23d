package bundle

import (
	"os"
	"regexp"
	"slices"
	"strings"

	"riffle/internal/web/split"
)

// behind lists packages whose functions the first value doesn't need, except some that
// are called at every start: the others are in a file that the program fetches after it
// has started. A function that is called before it is there has it fetched at once, so a
// package that isn't where it should be costs time and nothing else. kernel/lite's test
// of first values fails if they need one.
var behind = []struct{ pkg, but string }{
	{"encoding/csv", ""},
	{"encoding/hex", ""},
	{"flag", ""},
	{"github.com/google/go-dap", ""},
	{"github.com/traefik/yaegi/interp", ""},
	{"go/build", "defaultContext defaultGOPATH envOr getToolDir"},
	{"go/doc/comment", ""},
	{"hash/fnv", ""},
	{"image", "RegisterFormat"},
	{"image/color", ""},
	{"image/png", ""},
	{"internal/poll", ""},
	{"math/big", "(*Float).SetPrec"},
	{"math/cmplx", ""},
	{"os/exec", ""},
	{"riffle/internal/debugger", "New (*Debugger).Active (*Debugger).CellEnded (*Debugger).Ended (*Debugger).isActive decoding stepping"},
	{"riffle/internal/display/draw", ""},
	{"riffle/internal/display/table", ""},
	{"riffle/internal/engine/wasm/code", ""},
	{"riffle/internal/engine/wasm/compile", "numberCodec shifted trying typeWordOf"},
	{"riffle/internal/engine/wasm/machine", ""},
	{"riffle/internal/engine/yaegi", ""},
	{"riffle/internal/notebook", ""},
	{"riffle/internal/parts", ""},
	{"riffle/shuffle/check", "Watch (*hosts).set"},
	{"riffle/shuffle/count", ""},
	{"riffle/shuffle/crack", ""},
	{"riffle/shuffle/fair", ""},
	{"riffle/shuffle/games", ""},
	{"riffle/shuffle/trials", "Running Watch (*settings).watch"},
	{"riffle/stdlib/display/comm", "NewHub (*Hub).Funcs"},
	{"riffle/stdlib/display/widget", "NewKit"},
	{"riffle/stdlib/internal/own", ""},
	{"riffle/stdlib/internal/std", ""},
	{"text/tabwriter", ""},
}

// divide takes what is behind out of a program.
func divide(program, rest string) error {
	whole, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	first, second, err := split.Split(whole, isBehind)
	if err != nil {
		return err
	}
	if err := os.WriteFile(program, first, 0o755); err != nil {
		return err
	}
	return os.WriteFile(rest, second, 0o644)
}

// spelled is how Go's linker spells a name in a program of WebAssembly.
func spelled(name string) string { return strange.ReplaceAllString(name, "_") }

var (
	strange = regexp.MustCompile(`[^\w.]`)
	begins  = regexp.MustCompile(`^(map\.)?init(\.\d+)?$`)
)

// isBehind reports whether a function belongs to the rest. What initializes a package
// doesn't, as that happens at the start.
func isBehind(name string) bool {
	for _, b := range behind {
		if own, ok := strings.CutPrefix(name, spelled(b.pkg)+"."); ok {
			return !begins.MatchString(own) && !slices.ContainsFunc(strings.Fields(b.but), func(f string) bool { return isPartOf(own, spelled(f)) })
		}
	}
	return false
}

// isPartOf reports whether a function is f, a literal in it, or made of it for a type.
func isPartOf(name, f string) bool {
	more, ok := strings.CutPrefix(name, f)
	return ok && (more == "" || more[0] == '.' || strings.HasPrefix(more, "_go.shape."))
}
