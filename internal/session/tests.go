//go:build !js || riffle_all

package session

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"riffle/internal/cell"
	"riffle/internal/proto"
	"riffle/internal/rt"
	"riffle/internal/shim"
)

// Test runs the session's tests and benchmarks.
func (m inCell) Test(ctx context.Context, flags map[string]string) error {
	tests, cerr := m.s.tests(ctx)
	switch {
	case cerr != nil:
		return cerr
	case len(tests.Tests)+len(tests.Benchmarks) == 0:
		return errors.New("no tests in this session; declare func TestX(t *testing.T), or func BenchmarkX(b *testing.B)")
	}
	tests.Flags = flags
	end, err := m.s.capture()
	if err != nil {
		return err
	}
	m.s.rt.MayWake() // tests run on goroutines of the library's
	var ok bool
	cerr = m.s.perform(ctx, func(*rt.Run) { ok, err = m.s.library.RunTests(tests) })
	end()
	switch {
	case cerr != nil:
		return cerr
	case err == nil && !ok:
		return errors.New("a test failed")
	}
	return err
}

// tests finds the functions that are tests, in the order of their declarations.
func (s *Session) tests(ctx context.Context) (shim.Tests, *proto.CellError) {
	s.mu.Lock()
	names := s.compiler.Names()
	s.mu.Unlock()
	names = slices.DeleteFunc(names, func(n cell.Name) bool {
		return n.Kind != "function" || !tests(n.Name, "Test") && !tests(n.Name, "Benchmark")
	})
	slices.SortStableFunc(names, func(a, b cell.Name) int { return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.At, b.At)) })
	var list shim.Tests
	if len(names) == 0 {
		return list, nil
	}
	var text []string
	for _, n := range names {
		text = append(text, n.Name)
	}
	_, program, cerr := s.compileSource(ctx, &cell.Source{Text: strings.Join(text, ", ") + ", 0"})
	if cerr == nil {
		cerr = s.executeCode(ctx, program)
	}
	if cerr != nil {
		return list, cerr
	}
	for i, v := range s.rt.Shown()[:len(names)] {
		switch f := rt.Unbox(v).(type) {
		case func(*testing.T):
			list.Tests = append(list.Tests, testing.InternalTest{Name: names[i].Name, F: f})
		case func(*testing.B):
			list.Benchmarks = append(list.Benchmarks, testing.InternalBenchmark{Name: names[i].Name, F: f})
		}
	}
	return list, nil
}

// tests reports whether a name is a test's: no lower-case letter follows the prefix.
func tests(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	first, _ := utf8.DecodeRuneInString(rest)
	return ok && !unicode.IsLower(first)
}
