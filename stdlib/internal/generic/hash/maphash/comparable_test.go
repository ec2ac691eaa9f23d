package maphash

import (
	"hash/maphash"
	"math"
	"testing"
)

type key struct {
	name string
	at   [2]float64
	of   any
}

func TestComparable(t *testing.T) {
	seed := maphash.MakeSeed()
	n := 1
	values := []any{nil, 1, 2, 3.5, "", "a", "ab", 1.5, 2i, [2]int{1, 2}, [2]int{2, 1}, &n, key{"a", [2]float64{1, 2}, 3}, key{"a", [2]float64{1, 2}, "3"},
		[2]string{"a", "bc"}, [2]string{"ab", "c"}, make(chan int), struct{ a, b any }{1, 3}}
	seen := map[uint64]any{}
	for _, v := range values {
		h := Comparable(seed, v)
		if old, ok := seen[h]; ok {
			t.Errorf("%#v and %#v have one hash", old, v)
		}
		seen[h] = v
		if Comparable(seed, v) != h {
			t.Errorf("%#v has two", v)
		}
		if Comparable(maphash.MakeSeed(), v) == h {
			t.Errorf("%#v has one for two seeds", v)
		}
	}
	if Comparable(seed, 0.0) != Comparable(seed, math.Copysign(0, -1)) {
		t.Error("0 and -0 have two hashes")
	}
	if nan := math.NaN(); Comparable(seed, nan) == Comparable(seed, nan) {
		t.Error("NaN has one hash")
	}
	defer func() {
		if recover() == nil {
			t.Error("a slice has a hash")
		}
	}()
	Comparable(seed, any([]int{1}))
}

func TestWriteComparable(t *testing.T) {
	var a, b maphash.Hash
	b.SetSeed(a.Seed())
	WriteComparable(&a, "x")
	WriteComparable(&a, 1)
	WriteComparable(&b, "x")
	if a.Sum64() == b.Sum64() {
		t.Error("1 adds nothing")
	}
	WriteComparable(&b, 1)
	if a.Sum64() != b.Sum64() {
		t.Error("the same data have two hashes")
	}
}
