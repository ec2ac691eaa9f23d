package plain_test

import (
	"container/list"
	"container/ring"
	"strings"
	"testing"

	"riffle/internal/display/plain"
)

// listOf is a list that holds values.
func listOf(values ...any) *list.List {
	l := list.New()
	for _, v := range values {
		l.PushBack(v)
	}
	return l
}

// ringOf is a ring that holds values, at the first.
func ringOf(values ...any) *ring.Ring {
	r := ring.New(len(values))
	for _, v := range values {
		r.Value = v
		r = r.Next()
	}
	return r
}

type named string

func (n named) String() string { return "<" + string(n) + ">" }

type pair struct {
	A any
	L list.List
}

// Lists and rings print as what a loop over them meets.
func TestHeld(t *testing.T) {
	itself := listOf(1)
	itself.PushBack(itself)
	round := ringOf(1, 2)
	round.Next().Value = round
	same := listOf(7)
	moved := listOf(1, 2, 3)
	moved.MoveToFront(moved.Back())
	removed := moved.Front()
	moved.Remove(removed)
	copied := *listOf(1, 2)
	ringCopy := *ringOf(1, 2, 3)
	own := listOf()
	own.PushBack(own.PushBack(5))
	own.Front().Value = own.Front()
	for _, c := range []struct {
		v    any
		want string
	}{
		{listOf(3, 4), "[3 4]"},
		{listOf(), "[]"},
		{list.List{}, "[]"},
		{new(list.List), "[]"},
		{(*list.List)(nil), "nil"},
		{copied, "[1 2]"},
		{listOf("a", nil, 2.5, named("x"), []int{1}, map[string]int{"k": 1}, 'x'), `["a" nil 2.5 <x> [1] map["k":1] 120]`},
		{listOf(listOf(1), listOf()), "[[1] []]"},
		{listOf(same, same), "[[7] [7]]"},
		{itself, "[1 (contains itself)]"},
		{moved, "[1 2]"},
		{removed, "&{Value:3}"},
		{*removed, "{Value:3}"},
		{(*list.Element)(nil), "nil"},
		{list.Element{}, "{Value:nil}"},
		{own.Front(), "&{Value:&{…}}"},
		{ringOf(1, 2, 3), "[1 2 3]"},
		{ringOf(1, 2, 3).Next(), "[2 3 1]"},
		{ringOf(4), "[4]"},
		{new(ring.Ring), "[nil]"},
		{ring.Ring{Value: 5}, "[5]"},
		{ringCopy, "[1 2 3 1]"},
		{(*ring.Ring)(nil), "nil"},
		{round, "[1 (contains itself)]"},
		{pair{listOf(1), *listOf(2)}, "{A:[1] L:[2]}"},
		{&pair{}, "&{A:nil L:[]}"},
		{[]list.List{{}, *listOf(1)}, "[[] [1]]"},
		{map[string]*list.List{"a": listOf(1), "b": nil}, `map["a":[1] "b":nil]`},
		{map[string]list.List{"a": *listOf(1)}, `map["a":[1]]`},
		{&list.List{}, "[]"},
	} {
		if got := (plain.Style{}).Text(c.v); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// A long list is cut, and says how many are left.
func TestHeldCut(t *testing.T) {
	l := list.New()
	for i := range 1_000_000 {
		l.PushBack(i % 10)
	}
	got := plain.Style{Limit: 40}.Text(l)
	want := "[" + strings.Repeat("0 1 2 3 4 5 6 7 8 9 ", 2) + "… and 999,980 more; %show for the whole]"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := (plain.Style{Limit: 4}).Text(ringOf(1, 2, 3)); got != "[1 2 … and more; %show for the whole]" {
		t.Error(got)
	}
}
