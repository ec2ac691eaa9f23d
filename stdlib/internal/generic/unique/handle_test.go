package unique

import "testing"

func TestMake(t *testing.T) {
	type word string
	if a, b := Make("x"), Make("x"); a != b || a.Value() != "x" {
		t.Errorf("%v and %v", a, b)
	}
	if Make("x") == Make("y") {
		t.Error("x is y")
	}
	if a := Make(word("x")); a.Value() != "x" {
		t.Errorf("a word is %q", a.Value())
	}
	if a, b := Make[any]("x"), Make("x"); a.Value() != "x" || b.Value() != "x" {
		t.Errorf("%v and %v", a, b)
	}
}
