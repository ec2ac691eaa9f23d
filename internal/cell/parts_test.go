package cell_test

import (
	"fmt"
	"strings"
	"testing"

	"riffle/internal/cell"
)

// TestTooLarge declares types that double, each made of two of the one before. go/types
// would visit all their parts, for hours; types whose parts it visits once or never may
// have any size.
func TestTooLarge(t *testing.T) {
	for _, c := range []struct {
		name, first, next string // %[1]d is the number, %[2]d the one before
		refused           bool
	}{
		{"structs", "type T0 struct{ a, b int }", "type T%[1]d struct{ a, b T%[2]d }", true},
		{"arrays", "type T0 struct{ a, b int }", "type T%[1]d struct{ a [2]T%[2]d; b [3]T%[2]d }", true},
		{"generic structs", "type T0[P any] struct{ a, b P }", "type T%[1]d[P any] struct{ a, b T%[2]d[P] }", true},
		{"arguments", "type D[P any] struct{ a, b P }; type T0 struct{}", "type T%[1]d struct{ D[T%[2]d] }", true},
		{"aliases", "type T0 = struct{ a, b int }", "type T%[1]d = struct{ a, b *T%[2]d }", true},
		{"functions", "type T0 = func(int) int", "type T%[1]d = func(T%[2]d) T%[2]d", true},
		{"instances", "type D[A, B any] struct{ a *A; b *B }; type T0 = int", "type T%[1]d = D[T%[2]d, T%[2]d]", true},
		{"interfaces", "type T0 interface{ F() }", "type T%[1]d interface{ T%[2]d; interface{ T%[2]d } }", true},
		{"pointers", "type T0 struct{ a, b int }", "type T%[1]d struct{ a, b *T%[2]d }", false},
		{"slices", "type T0 struct{ a, b int }", "type T%[1]d struct{ a []T%[2]d; b map[string]T%[2]d }", false},
		{"long arrays", "type T0 int", "type T%[1]d [2]T%[2]d", false},
		{"named functions", "type T0 func(int) int", "type T%[1]d func(T%[2]d) T%[2]d", false},
		{"the same type", "type T0 struct{ T *T0 }", "type T%[1]d struct{ T%[2]d }", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var lines []string
			for n := range 27 {
				lines = append(lines, strings.NewReplacer("%[1]d", fmt.Sprint(n), "%[2]d", fmt.Sprint(n-1)).Replace(c.next))
			}
			lines[0] = c.first
			whole := strings.Join(lines, "\n")
			compiler := newCompiler(t)
			sources := map[string][]string{
				"in one cell":    {whole},
				"in a function":  {"func f() {\n" + whole + "\n}"},
				"in two cells":   {strings.Join(lines[:9], "\n"), strings.Join(lines[9:], "\n")},
				"in many cells":  lines,
				"in a program":   {"package main\n" + whole + "\nfunc main() {}"},
				"declared again": {lines[0], whole},
			}
			for how, cells := range sources {
				if how == "in a function" && strings.Contains(c.first, "[") {
					continue // Go has no generic types in functions
				}
				if refused := tooLarge(t, compiler, cells); refused != c.refused {
					t.Errorf("%s: refused is %t, want %t", how, refused, c.refused)
				}
				compiler = newCompiler(t)
			}
		})
	}
}

// tooLarge reports whether one of the cells is refused for a large type, by its parts
// or its size; other errors fail the test.
func tooLarge(t *testing.T, c *cell.Compiler, cells []string) bool {
	for i, src := range cells {
		compile := c.Compile
		if cell.IsProgram(src) {
			compile = c.Program
		}
		_, errs := compile(t.Context(), &cell.Source{Text: src, Cell: i + 1})
		if len(errs) == 1 && (strings.Contains(errs[0].Message, "has more than 262144 parts") || strings.Contains(errs[0].Message, "a value takes more than")) {
			return true
		}
		if errs != nil {
			t.Fatalf("%.60s: %v", src, errs)
		}
	}
	return false
}
