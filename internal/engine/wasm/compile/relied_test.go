package compile

import "testing"

// TestRelied wants what is compiled in to be as it is relied on: a library that has
// changed would be called by the host instead, unnoticed.
func TestRelied(t *testing.T) {
	if !mapsAreShared() {
		t.Error("maps are read by reflection")
	}
	if !mapsAreGroups() {
		t.Error("small maps are the host's")
	}
	if _, ok := pcgIsKnown(); !ok {
		t.Error("draws of a PCG are the host's")
	}
	if _, ok := laggedIsKnown(); !ok {
		t.Error("draws of math/rand's source are the host's")
	}
	if _, ok := xoshiroIsKnown(); !ok {
		t.Error("draws of the experiments' generator are the host's")
	}
	if _, ok := builderIsKnown(); !ok {
		t.Error("writes to a strings.Builder are the host's")
	}
}
