package cell_test

import (
	"fmt"
	"go/types"
	"slices"
	"testing"

	"riffle/internal/cell"
	"riffle/stdlib"
)

// reading is an importer that records its requests.
type reading struct {
	types.Importer
	paths []string
}

func (r *reading) Import(path string) (*types.Package, error) {
	if !slices.Contains(r.paths, path) {
		r.paths = append(r.paths, path)
	}
	return r.Importer.Import(path)
}

// vanishing is an importer whose network may be away.
type vanishing struct {
	types.Importer
	away bool
}

func (v *vanishing) Import(path string) (*types.Package, error) {
	if v.away {
		return nil, fmt.Errorf("package %q can't be had now", path)
	}
	return v.Importer.Import(path)
}

// TestVanishes: a name whose package can't be read now isn't undefined, and is there once
// the package is, whatever was looked up in between.
func TestVanishes(t *testing.T) {
	v := &vanishing{Importer: stdlib.Importer(), away: true}
	c := cell.New(cell.Config{
		Importer:    v,
		Auto:        stdlib.Auto,
		Source:      stdlib.Source,
		Has:         func(path, name string) bool { _, ok := stdlib.Symbol(path, name); return ok },
		Environment: []string{"riffle/shuffle"},
		Names:       map[string][2]string{"Show": {"riffle/stdlib/display", "Show"}},
	})
	compile := func(n int, text string) string {
		if _, errs := c.Compile(t.Context(), &cell.Source{Text: text, Cell: n}); errs != nil {
			return errs[0].Message
		}
		return ""
	}
	c.Complete("New", 3)
	for n, tt := range []struct{ text, want string }{
		{"NewLottery(40)", `NewLottery can't be looked up: package "riffle/shuffle" can't be had now`},
		{"Show(1)", `Show can't be looked up: package "riffle/stdlib/display" can't be had now`},
		{"lottery", "undefined: lottery"},
		{"fmt.Sprint(1)", `could not import fmt (package "fmt" can't be had now)`},
	} {
		if got := compile(n+1, tt.text); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.text, got, tt.want)
		}
	}
	v.away = false
	for n, text := range []string{"NewLottery(40)", "Show(1)", "fmt.Sprint(1)"} {
		if got := compile(n+10, text); got != "" {
			t.Errorf("%s, when the network is back: %s", text, got)
		}
	}
	if got, want := compile(20, "NewLotery(40)"), "undefined: NewLotery"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestReadsWhatIsMentioned: a session's first cell doesn't wait for type data of packages
// that it doesn't use.
func TestReadsWhatIsMentioned(t *testing.T) {
	for source, want := range map[string][]string{
		"1 + 1":                                  nil,
		"x := 1\nfunc f() int { return x }\nf()": nil,
		"fmt.Sprint(1)":                          {"fmt"},
		"NewDeck()":                              {"riffle/shuffle"},
		"Display(1)":                             {"riffle/stdlib/display"},
	} {
		r := &reading{Importer: stdlib.Importer()}
		c := cell.New(cell.Config{
			Importer:    r,
			Auto:        stdlib.Auto,
			Source:      stdlib.Source,
			Has:         func(path, name string) bool { _, ok := stdlib.Symbol(path, name); return ok },
			Environment: []string{"riffle/shuffle"},
			Names:       map[string][2]string{"Display": {"riffle/stdlib/display", "Display"}},
		})
		if _, errs := c.Compile(t.Context(), &cell.Source{Text: source, Cell: 1}); errs != nil {
			t.Errorf("%q: %v", source, errs)
		}
		if !slices.Equal(r.paths, want) {
			t.Errorf("%q reads %q, want %q", source, r.paths, want)
		}
	}
}
