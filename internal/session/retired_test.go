package session

import (
	"strings"
	"testing"

	"riffle/internal/proto"
)

// retiredCell declares a type whose values outlive it.
const retiredCell = `type Score struct{ N int }
func (s Score) String() string { return fmt.Sprint("score ", s.N) }
func (s Score) Down() int {
	if s.N == 0 {
		return 0
	}
	return 1 + Score{s.N - 1}.Down()
}
func (s Score) Two() (int, error) { return s.N, nil }
func (s Score) Sum(xs ...int) (sum int) {
	defer func() { sum += s.N }()
	for _, x := range xs {
		sum += x
	}
	return sum
}
func (s Score) At(i int) int { return []int{1, 2}[i+s.N] }
func (s Score) Clear() { s.N = 0 }
func (s *Score) Grow() int { s.N++; return s.N }
var old, ptr any = Score{3}, &Score{5}
kept := Score{4}.Down`

var retiredAsks = []struct{ source, want string }{
	{"fmt.Sprint(old, ptr)", `"score 3 score 5"`},
	{"old.(interface{ Down() int }).Down()", "3"},
	{"sum := 0\nfor range 1000 {\n\tsum += old.(interface{ Down() int }).Down() + kept()\n}\nsum", "7000"},
	{"fmt.Sprint(old.(interface{ Two() (int, error) }).Two())", `"3 <nil>"`},
	{"old.(interface{ Sum(...int) int }).Sum(1, 2)", "6"},
	{"reflect.ValueOf(old).MethodByName(\"Sum\").Call([]reflect.Value{reflect.ValueOf(1)})[0].Int()", "4"},
	{"reflect.TypeOf(old).Method(0).Func.Call([]reflect.Value{reflect.ValueOf(old), reflect.ValueOf(-2)})[0].Int()", "2"},
	{"old.(interface{ Clear() }).Clear()\nfmt.Sprint(old)", `"score 3"`},
	{"ptr.(interface{ Grow() int }).Grow() + ptr.(interface{ Down() int }).Down()", "12"},
	{"fmt.Sprint(ptr.(interface{ Grow() int }).Grow(), ptr)", `"7 score 7"`},
	{"old.(interface{ At(int) int }).At(4)", "panic: runtime error: index out of range [7] with length 2"},
}

// TestRetiredMethods: what the methods of a value say stays when its type was declared again
// and its code has been dropped, down to the places of a panic.
func TestRetiredMethods(t *testing.T) {
	ask := func(retire int) (said []string) {
		s := newSession(t, Options{})
		run(t, s, 1, retiredCell)
		for n := range retire {
			run(t, s, 2+n, "type Score struct{ A, B string }\nfunc (s Score) String() string { return \"new\" }\nfmt.Sprint(Score{})")
		}
		for _, a := range retiredAsks {
			r := &recorder{}
			res := s.Run(t.Context(), proto.Cell{Source: a.source, N: 1000}, r)
			told := answer(r, res)
			if res.Err != nil {
				told = res.Err.Trace()
			}
			if !strings.Contains(told, a.want) {
				t.Errorf("after %d cells %s\nsays %s, want %s", retire, a.source, told, a.want)
			}
			said = append(said, told)
		}
		return said
	}
	before, after := ask(0), ask(3*sweepEvery)
	for i, a := range retiredAsks {
		if before[i] != after[i] {
			t.Errorf("%s\nsays\n%s\nand later\n%s", a.source, before[i], after[i])
		}
	}
	if at := after[len(after)-1]; !strings.Contains(at, "cell 1:17:") {
		t.Errorf("no place in %s", at)
	}
}
