package extract

import (
	"go/types"
	"os"
	"path/filepath"
	"testing"
)

// sample is a package with one generic function for each rule.
const sample = `package sample

import (
	"fmt"
	"unsafe"
)

// Max is good: it takes helper and Order with it, and Limit from the native package.
func Max[T Order](a, b T) T {
	if helper(Limit) && a > b {
		return a
	}
	return b
}

type Order interface{ ~int | ~string }

func helper(n int) bool { return n > 0 || kindB > kindA }

type kind int

const (
	kindA kind = iota
	kindB
)

func (k kind) String() string { return fmt.Sprint(int(k)) }

// Limit is native.
var Limit = 3

// Box brings its methods.
type Box[T any] struct{ v T }

func (b Box[T]) Get() T { return b.v }

var counter int

// Count has state.
func Count[T any](T) int { counter++; return counter }

// Size is unsafe.
func Size[T any](t T) uintptr { return unsafe.Sizeof(t) }

// Hidden uses a field of a native type that isn't exported.
func Hidden[T any](t T, p Plain) int { return p.n }

// Plain is native.
type Plain struct{ n int }

// Unused is not generic.
func Unused() {}
`

const sampleSource = `package sample

import "fmt"
import "sample"

func Max[T sample.Order](a, b T) T {
	if helper(sample.Limit) && a > b {
		return a
	}
	return b
}

func helper(n int) bool { return n > 0 || kindB > kindA }

type kind int

const (
	kindA kind = iota
	kindB
)

func (k kind) String() string { return fmt.Sprint(int(k)) }

type Box[T any] struct{ v T }

func (b Box[T]) Get() T { return b.v }
`

func TestSources(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sample.go"), []byte(sample), 0o644); err != nil {
		t.Fatal(err)
	}
	l := NewLoader(dir)
	p := &Package{ImportPath: "sample", Name: "sample", Dir: dir, GoFiles: []string{"sample.go"}}
	fmtPkg := types.NewPackage("fmt", "fmt")
	fmtPkg.Scope().Insert(types.NewFunc(0, fmtPkg, "Sprint", types.NewSignatureType(nil, nil, nil,
		types.NewTuple(types.NewVar(0, fmtPkg, "a", types.NewSlice(types.Universe.Lookup("any").Type()))),
		types.NewTuple(types.NewVar(0, fmtPkg, "", types.Typ[types.String])), true)))
	fmtPkg.MarkComplete()
	known := map[string]*types.Package{"fmt": fmtPkg, "unsafe": types.Unsafe}
	files, err := l.Parse(p)
	if err != nil {
		t.Fatal(err)
	}
	if p.Types, err = l.check(Targets[0], p, files, known, nil); err != nil {
		t.Fatal(err)
	}
	known["sample"] = p.Types
	src, skipped, err := l.Sources(p, known)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(src["sample.go"]); got != sampleSource {
		t.Errorf("got:\n%s\nwant:\n%s", got, sampleSource)
	}
	want := []string{
		"sample.Count: it uses the unexported variable counter",
		"sample.Hidden: it uses Plain.n, which is not exported",
		"sample.Size: it needs package unsafe",
	}
	if len(skipped) != len(want) {
		t.Fatalf("skipped %q", skipped)
	}
	for i, err := range skipped {
		if err.Error() != want[i] {
			t.Errorf("skipped %q, want %q", err, want[i])
		}
	}
}
