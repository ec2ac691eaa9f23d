// Hashes of values that can be compared: equal values have equal ones.
package main

import (
	"fmt"
	"hash/maphash"
)

type N int
type Key struct {
	n int
	s string
}
type Shape interface{ Area() float64 }
type Sq struct{ S float64 }

func (s Sq) Area() float64 { return s.S }

func main() {
	x := maphash.Comparable(maphash.MakeSeed(), Key{1, "a"})
	fmt.Println(x != 0)
	sd := maphash.MakeSeed()
	fmt.Println(maphash.Comparable(sd, any(N(1))) == maphash.Comparable(sd, any(N(1))), maphash.Comparable(sd, Shape(Sq{1})) == maphash.Comparable(sd, Shape(Sq{1})))
	fmt.Println(maphash.Comparable(sd, any(N(1))) == maphash.Comparable(sd, any(1)), maphash.Comparable(sd, Key{1, "a"}) == maphash.Comparable(sd, Key{1, "a"}), maphash.Comparable(sd, Key{1, "a"}) == maphash.Comparable(sd, Key{1, "b"}))
	k := &Key{}
	fmt.Println(maphash.Comparable(sd, k) == maphash.Comparable(sd, k), maphash.Comparable(sd, k) == maphash.Comparable(sd, &Key{}))
	fmt.Println(maphash.Comparable(sd, [2]any{N(1), Sq{2}}) == maphash.Comparable(sd, [2]any{N(1), Sq{2}}), maphash.Comparable(sd, [2]any{N(1), Sq{2}}) == maphash.Comparable(sd, [2]any{N(1), Sq{3}}))
	var h maphash.Hash
	h.SetSeed(sd)
	maphash.WriteComparable(&h, Key{1, "a"})
	a := h.Sum64()
	h.Reset()
	maphash.WriteComparable(&h, Key{1, "a"})
	fmt.Println(a == h.Sum64())
	maphash.WriteComparable(&h, N(1))
	fmt.Println(a == h.Sum64())
	fmt.Println(maphash.Comparable(sd, 0.0) == maphash.Comparable(sd, -1/(1/0.0001)*0), maphash.Comparable(sd, "a") == maphash.Comparable(sd, "a"))
	defer func() { fmt.Println(recover()) }()
	maphash.Comparable(sd, any([]int{1}))
}
