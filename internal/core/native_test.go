package core

import "testing"

// TestNativeGroups: each native is in one group.
func TestNativeGroups(t *testing.T) {
	n := 0
	for _, g := range nativeGroups {
		n += len(g())
	}
	if n != len(natives()) {
		t.Errorf("the groups have %d natives, together %d", n, len(natives()))
	}
}
