// Package stdlib is everything that a cell may import: the standard library,
// gonum's mat, stat, distuv, floats and plot, and the project's own packages. Paths
// lists them; for each there are native symbols (Symbols), type data for
// go/types (Importer), documentation (Manual) and the sources of its generic
// functions (Source).
//
// All of it is generated with the toolchain that builds the project and embedded,
// so that a cell needs no Go installation. Nothing happens at start-up: tables are
// static data, archives are opened on first use.
//
// Sources and documentation of the standard library and of gonum are under
// the licences of their authors; see LICENSE-go and LICENSE-gonum.
package stdlib

import (
	"cmp"
	"iter"
	"reflect"
	"slices"
	"strings"

	"riffle/stdlib/internal/covered"
	"riffle/stdlib/internal/native"
	"riffle/stdlib/internal/own"
	"riffle/stdlib/internal/std"
)

//go:generate go run ./internal/gen -dir .

// unsafePath is importable although it has no table: the type checker knows
// it by itself.
const unsafePath = "unsafe"

// Paths returns the import paths that a cell may use, sorted. A program for browsers
// lacks some of them.
func Paths() []string {
	paths := append([]string{unsafePath}, std.Lacking...)
	for _, table := range tables {
		for _, p := range table {
			paths = append(paths, p.Path)
		}
	}
	slices.Sort(paths)
	return paths
}

// tables are the generated tables, each sorted by path.
var tables = [...][]*native.Package{std.Packages, own.Packages}

// find returns the table of a path, nil if there is none.
func find(path string) *native.Package {
	for _, table := range tables {
		i, ok := slices.BinarySearchFunc(table, path, func(p *native.Package, path string) int {
			return cmp.Compare(p.Path, path)
		})
		if ok {
			return table[i]
		}
	}
	return nil
}

// Symbols returns the native functions, variables and types of a package by
// name: a function as itself, a variable addressable, a type T as a nil *T.
// Constants, constraints and generics have no symbol. Each call makes a new
// map, which is nil for a path that is not in Paths.
func Symbols(path string) map[string]reflect.Value {
	p := find(path)
	if p == nil {
		return nil
	}
	m := make(map[string]reflect.Value, len(p.Symbols))
	for _, s := range p.Symbols {
		m[s.Name] = s.Value()
	}
	return m
}

// Symbol returns one entry of Symbols, without making the map.
func Symbol(path, name string) (reflect.Value, bool) {
	p := find(path)
	if p == nil {
		return reflect.Value{}, false
	}
	i, ok := slices.BinarySearchFunc(p.Symbols, name, func(s native.Symbol, name string) int {
		return cmp.Compare(s.Name, name)
	})
	if !ok {
		return reflect.Value{}, false
	}
	return p.Symbols[i].Value(), true
}

// LeftOut yields the public packages of the standard library that a cell can't
// import, each with the reason.
func LeftOut() iter.Seq2[string, string] {
	return func(yield func(path, reason string) bool) {
		for _, e := range covered.LeftOut {
			if !yield(e.Name, e.Reason) {
				return
			}
		}
	}
}

// Missing returns the reason why an exported object of an importable package, which is no
// constant, can't be used in a cell.
func Missing(path, name string) (reason string, ok bool) {
	if _, ok := Symbol(path, name); ok {
		return "", false
	}
	if reason, ok := covered.Reason(covered.NotEverywhere, path); ok {
		return reason, true
	}
	return covered.Reason(covered.Excluded, path+"."+name)
}

// preferred decides between packages of the same name, best first. Otherwise the
// shorter path wins.
var preferred = []string{"math/rand/v2", "math/rand", "text/scanner", "text/template"}

// neverAuto are packages that a cell must import explicitly, because a beginner
// means another package of the same name.
var neverAuto = []string{"crypto/rand"}

// Auto returns the import paths of the packages with a name, the likeliest first:
// those that name.X may mean in a cell that doesn't import it.
func Auto(name string) []string {
	var paths []string
	for _, table := range tables {
		for _, p := range table {
			if p.Name == name && !slices.Contains(neverAuto, p.Path) {
				paths = append(paths, p.Path)
			}
		}
	}
	for _, p := range std.Lacking {
		if p[strings.LastIndex(p, "/")+1:] == name && !slices.Contains(neverAuto, p) {
			paths = append(paths, p)
		}
	}
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
	})
	return paths
}

// rank is a path's index in preferred, or past its end.
func rank(path string) int {
	if i := slices.Index(preferred, path); i >= 0 {
		return i
	}
	return len(preferred)
}
