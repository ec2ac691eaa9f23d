package cell_test

import (
	"context"
	"strings"
	"testing"

	"riffle/internal/cell"
)

// ending is a context that ends when it is asked for the nth time.
type ending struct {
	context.Context
	n int
}

func (e *ending) Err() error {
	if e.n--; e.n >= 0 {
		return nil
	}
	return context.Canceled
}

// TestCompileStops interrupts a cell at each of its stages. It must declare
// nothing, whatever it had checked so far, and later cells must not notice.
func TestCompileStops(t *testing.T) {
	const declares = "type T struct{ B int }\nfunc (o Old) M() int { return o.A }\nfunc f() T { return T{Old{1}.M()} }\nimport . \"math\""
	stops := 0
	for ; ; stops++ {
		c := newCompiler(t, "type Old struct{ A int }", "type T struct{ A int }\nfunc f() T { return T{7} }")
		_, errs := c.Compile(&ending{t.Context(), stops}, &cell.Source{Text: declares, Cell: 3})
		if errs == nil {
			break
		}
		if len(errs) != 1 || !strings.HasPrefix(errs[0].Message, "interrupted before") {
			t.Fatalf("stopped at %d: %v", stops, errs)
		}
		for _, src := range []string{"f().B", "Old{}.M()", "Pi"} {
			if _, errs := c.Compile(t.Context(), &cell.Source{Text: src, Cell: 4}); errs == nil {
				t.Errorf("stopped at %d: %s compiles", stops, src)
			}
		}
		if _, errs := c.Compile(t.Context(), &cell.Source{Text: "f().A", Cell: 4}); errs != nil {
			t.Errorf("stopped at %d, then f().A: %v", stops, errs)
		}
		if _, errs := c.Compile(t.Context(), &cell.Source{Text: declares + "\nf().B + int(Sqrt(4))", Cell: 5}); errs != nil {
			t.Errorf("stopped at %d, then whole: %v", stops, errs)
		}
	}
	if stops < 3 {
		t.Errorf("a cell can be stopped at %d places, want one for each stage", stops)
	}
}
