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

// TestMethodsInLoops: machine code that has called a value's methods, asserted its type and
// compared it knows what later cells change. Functions as values aren't compiled again.
func TestMethodsInLoops(t *testing.T) {
	s := newSession(t, Options{})
	for i, c := range []struct{ source, want string }{
		{`type Shape interface{ Area() int }
type Named interface { Shape; Name() string }
type Square struct{ Side int }
func (q Square) Area() int { return q.Side * q.Side }
type Wall struct{ A, B int }
func (w *Wall) Area() int { return w.A * w.B }
type Holder struct{ S Square }
func bothNow(n int) (t int) { all := []Shape{Square{1}, &Wall{1, 2}}; for i := range n { t += all[i%2].Area() }; return t }
total := func(all []Shape, n int) (t int) { for i := range n { t += all[i%len(all)].Area() }; return t }
names := func(all []any, n int) (t string) { for i := range n { if x, ok := all[i%len(all)].(Named); ok { t += x.Name() } else { t += "-" } }; return t }
same := func(a, b any, n int) (k int) { for range n { if a == b { k++ } }; return k }
both := bothNow
all := []Shape{Square{2}, &Wall{2, 3}}
values := []any{Square{2}, &Wall{2, 3}}
both(100)*10000 + total(all, 100)`, "= 1500500"},
		{"names(values, 4)", `= "----"`},
		{"func (q Square) Area() int { return -q.Side }\nboth(100)*10000 + total(all, 100)", "= 500200"},
		{"func (w *Wall) Area() int { return 7 }\nboth(100)*10000 + total(all, 100)", "= 3000250"},
		{"func (q Square) Name() string { return \"s\" }\nnames(values, 4)", `= "s-s-"`},
		{"func (w *Wall) Name() string { return \"w\" }\nnames(values, 4)", `= "swsw"`},
		{"func (q Square) Name() string { return \"S\" }\nnames(values, 4)", `= "SwSw"`},
		{"type Late int\nfunc (l Late) Area() int { return int(l) }\nall = append(all, Late(9))\ntotal(all, 300)", "= 1400"},
		{"func (l Late) Area() int { return 1 }\ntotal(all, 300)", "= 600"},
		{"same(Square{1}, Square{1}, 10)*100 + same(Square{1}, Square{2}, 10) + same(Square{1}, Late(1), 10)", "= 1000"},
		{"import \"reflect\"\ntype Hidden struct{ A int }\nhidden := reflect.New(reflect.TypeOf(struct{ X *Hidden }{}).Field(0).Type.Elem()).Elem().Interface()\nnames([]any{hidden}, 3)", `= "---"`},
		{"func (Hidden) Area() int { return 0 }\nfunc (Hidden) Name() string { return \"h\" }\nlen(names([]any{hidden}, 3))", "= 3"},
		{"names([]any{Hidden{}, hidden}, 4)", `= "hhhh"`},
	} {
		if got, _ := run(t, s, i+1, c.source); !strings.Contains(got, c.want) {
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
