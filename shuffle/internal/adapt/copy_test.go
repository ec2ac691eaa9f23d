package adapt

import (
	"container/list"
	"reflect"
	"testing"

	"riffle/shuffle/drawn"
)

// TestCopiesShareMemory: what leads into the middle of a value, or to a part of an array, does
// so in its copy, and the copy leads nowhere else.
func TestCopiesShareMemory(t *testing.T) {
	type table struct {
		all, hand []int
		first     *int
		cards     *list.List
		top       *list.Element
		sets      map[string][]int
		any       any
		self      *table
	}
	deck := []int{1, 2, 3, 4, 5}
	v := &table{all: deck[:4], hand: deck[2:], first: &deck[1], cards: list.New(), sets: map[string][]int{"hand": deck[3:]}}
	for i := range 3 {
		v.cards.PushBack(i)
	}
	v.top, v.any, v.self = v.cards.Front(), []*list.List{v.cards}, v
	c := copyOf(reflect.ValueOf(v).Elem(), nil).Addr().Interface().(*table)

	c.hand[0], c.hand[1], *c.first = 30, 40, 20
	c.cards.Remove(c.top)
	c.cards.PushBack("new")
	if c.all[2] != 30 || c.all[1] != 20 || c.sets["hand"][0] != 40 || c.self != c || c.any.([]*list.List)[0] != c.cards {
		t.Errorf("the copy's parts don't share memory: %+v", c)
	}
	var got []any
	for e := c.cards.Front(); e != nil; e = e.Next() {
		got = append(got, e.Value)
	}
	if want := []any{1, 2, "new"}; !reflect.DeepEqual(got, want) {
		t.Errorf("the copy's list is %v, want %v", got, want)
	}
	if !reflect.DeepEqual(deck, []int{1, 2, 3, 4, 5}) || v.cards.Len() != 3 || v.cards.Front() != v.top || v.self != v {
		t.Errorf("the original has changed: %v, %+v", deck, v)
	}
}

// TestRestored: memory is as it was, also where a pointer to a part was met before the whole,
// and behind the elements of a map.
func TestRestored(t *testing.T) {
	type table struct {
		top   *list.Element
		cards *list.List
		hands map[string][]int
	}
	v := &table{cards: list.New(), hands: map[string][]int{"a": {1, 2}}}
	v.top = v.cards.PushBack(1)
	v.cards.PushBack(2)
	s := save([]drawn.Variable{{Name: "v", Value: reflect.ValueOf(v).Elem()}})
	v.cards.Remove(v.top)
	v.cards.PushBack(7)
	v.cards.PushBack(8)
	v.hands["a"][0], v.hands["b"] = 9, []int{3}
	if s.changed(nil) != "v" {
		t.Error("no change is seen")
	}
	s.restore(nil)
	if v.cards.Len() != 2 || v.cards.Front() != v.top || v.top.Next().Value != 2 || v.top.Next().Next() != nil ||
		!reflect.DeepEqual(v.hands, map[string][]int{"a": {1, 2}}) {
		t.Errorf("%d cards, %v", v.cards.Len(), v.hands)
	}
}
