package maps

import (
	"maps"
	"testing"
)

func TestClone(t *testing.T) {
	type names map[string]int
	if c := Clone(names(nil)); c != nil {
		t.Errorf("Clone(nil) = %v", c)
	}
	m := names{"a": 1, "b": 2}
	c := Clone(m)
	if !maps.Equal(m, c) {
		t.Errorf("Clone = %v", c)
	}
	c["a"] = 3
	if m["a"] != 1 {
		t.Error("the clone shares its entries")
	}
}
