package session

import (
	"fmt"
	"strings"
	"testing"

	"riffle/internal/proto"
)

// TestLateMethods: a value of a made type that the library has met has the methods that
// later cells declare, one after another, and their new bodies.
func TestLateMethods(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct{ source, want string }{
		{"import (\n\"errors\"\n\"io\"\n)\ntype Fault struct{ Code int }\nvar x any = Fault{3}\nxs := []any{x, &Fault{4}}\n_, isError := x.(error)\n_, isWriter := xs[1].(io.Writer)\nisError || isWriter", "false"},
		{"func (f Fault) Error() string { return \"late\" }\nerrors.Join(xs[0].(error), xs[1].(error)).Error()", `"late\nlate"`},
		{"func (f *Fault) Write(p []byte) (int, error) { f.Code += len(p); return len(p), nil }\nio.WriteString(xs[1].(io.Writer), \"text\")", "4"},
		{"xs[1].(*Fault).Code", "8"},
		{"func (f Fault) Error() string { return \"new\" }\nerrors.Join(xs[0].(error)).Error()", `"new"`},
		{"_, isError = x.(error)\n_, isWriter = x.(io.Writer)\nisError && !isWriter", "true"},
	} {
		r := s.Run(t.Context(), proto.Cell{Source: c.source, N: i + 1}, proto.Discard{})
		if r.Err != nil {
			t.Fatalf("%s\n%s", c.source, r.Err.Format())
		}
		if got := r.Value.Text(); got != c.want {
			t.Errorf("%s\ngives %s, want %s", c.source, got, c.want)
		}
	}
}

// TestNoRoomForMethods: when later cells have given a type as many methods as it can get,
// the next one says so, and methods are called all the same.
func TestNoRoomForMethods(t *testing.T) {
	s := newSession(t, Options{})
	run(t, s, 1, "type T struct{ N int }\nvar x any = T{3}")
	var told string
	for i := range 30 {
		told, _ = run(t, s, i+2, fmt.Sprintf("func (t T) M%d() int { return t.N + %d }\nx.(T).M%d()", i, i, i))
		if strings.Contains(told, "no room") && i < 24 {
			t.Fatalf("method %d: %s", i, told)
		}
	}
	if want := "no room for the methods of main.T: cells after the one that declares a type can give it 24"; !strings.Contains(told, want) {
		t.Errorf("%q isn't told but %q", want, told)
	}
	run(t, s, 100, "x.(T).M29()")
}
