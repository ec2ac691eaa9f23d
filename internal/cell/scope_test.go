package cell_test

import (
	"go/types"
	"slices"
	"testing"

	"riffle/internal/cell"
	"riffle/stdlib"
)

// reading is an importer that notes what is asked of it.
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
