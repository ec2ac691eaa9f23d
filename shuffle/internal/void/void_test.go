package void

import (
	"errors"
	"testing"
)

func TestIs(t *testing.T) {
	var (
		pointer *int
		f       func()
		err     error
		list    []int
	)
	for _, c := range []struct {
		v    any
		want bool
	}{
		{nil, true}, {pointer, true}, {f, true}, {err, true}, {(*error)(nil), true},
		{new(int), false}, {func() {}, false}, {errors.New("x"), false}, {list, false}, {0, false}, {struct{}{}, false},
	} {
		if got := Is(c.v); got != c.want {
			t.Errorf("Is(%T %v) = %v, want %v", c.v, c.v, got, c.want)
		}
	}
}
