package games

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"riffle/internal/test/full"
	"riffle/shuffle"
	"riffle/shuffle/internal/vectors"
)

// long asks for the tests that take minutes: go test ./shuffle/games -args -long
var long = flag.Bool("long", full.On(), "play a million games of each kind, and all deals of four values")

// load reads a file of reference values.
func load[T any](t testing.TB, name string) T {
	t.Helper()
	return vectors.Load[T](t, filepath.Join("testdata", name), "")
}

// same compares a list with the reference's.
func same(t *testing.T, what string, got, want []int) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}

// equal compares anything with the reference's.
func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// refusal is a call that must panic with an ArgError of this text.
type refusal struct {
	want string
	call func()
}

func checkRefusals(t *testing.T, refusals []refusal) {
	t.Helper()
	for _, r := range refusals {
		func() {
			defer func() {
				v := recover()
				err, _ := v.(error)
				var refused *shuffle.ArgError
				if !errors.As(err, &refused) || fmt.Sprint(v) != r.want {
					t.Errorf("panic %v\n want %s", v, r.want)
				}
			}()
			r.call()
		}()
	}
}
