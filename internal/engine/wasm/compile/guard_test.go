package compile

import (
	"testing"

	"riffle/internal/rt"
)

// A recursion without end runs the outermost of its deferred calls only.
func TestDeepDeferredCalls(t *testing.T) {
	b := newBench(t)
	fs := b.functions(`
var ran, least int

func deep(n int) int {
	defer func() { ran++; least = n }()
	return deep(n+1) + 1
}

func counted() (int, int) { return ran, least }
`, nil)
	if _, panicked := b.call(fs["deep"], 0); panicked != rt.ErrTooDeep.Error() {
		t.Errorf("it panics with %v", panicked)
	}
	out, _ := b.call(fs["counted"])
	if ran := out[0].(int); ran < 900 || ran > 1000 || out[1] != 0 {
		t.Errorf("%v deferred calls ran, the last of call %v; want some 1000 down to 0", out[0], out[1])
	}
}
