// Linked lists, trees, stacks, queues, an LRU cache, container/list and ring.
package main

import (
	"container/list"
	"container/ring"
	"errors"
	"fmt"
	"strings"
)

type Node struct {
	data int
	next *Node
}
type LinkedList struct {
	head *Node
	size int
}

func (l *LinkedList) Prepend(d int) { l.head = &Node{d, l.head}; l.size++ }
func (l *LinkedList) Reverse() {
	var prev *Node
	for n := l.head; n != nil; {
		n.next, prev, n = prev, n, n.next
	}
	l.head = prev
}
func (l *LinkedList) Delete(d int) bool {
	for p := &l.head; *p != nil; p = &(*p).next {
		if (*p).data == d {
			*p = (*p).next
			l.size--
			return true
		}
	}
	return false
}
func (l LinkedList) String() string {
	var parts []string
	for n := l.head; n != nil; n = n.next {
		parts = append(parts, fmt.Sprint(n.data))
	}
	return strings.Join(parts, " → ")
}

type BST struct {
	Left, Right *BST
	Key         int
}

func (t *BST) Insert(k int) *BST {
	if t == nil {
		return &BST{Key: k}
	}
	if k < t.Key {
		t.Left = t.Left.Insert(k)
	} else if k > t.Key {
		t.Right = t.Right.Insert(k)
	}
	return t
}
func (t *BST) InOrder(f func(int)) {
	if t != nil {
		t.Left.InOrder(f)
		f(t.Key)
		t.Right.InOrder(f)
	}
}
func (t *BST) Height() int {
	if t == nil {
		return 0
	}
	return 1 + max(t.Left.Height(), t.Right.Height())
}
func (t *BST) Delete(k int) *BST {
	switch {
	case t == nil:
		return nil
	case k < t.Key:
		t.Left = t.Left.Delete(k)
	case k > t.Key:
		t.Right = t.Right.Delete(k)
	case t.Left == nil:
		return t.Right
	case t.Right == nil:
		return t.Left
	default:
		m := t.Right
		for m.Left != nil {
			m = m.Left
		}
		t.Key = m.Key
		t.Right = t.Right.Delete(m.Key)
	}
	return t
}

type Queue struct{ in, out []int }

var ErrEmpty = errors.New("queue is empty")

func (q *Queue) Put(x int) { q.in = append(q.in, x) }
func (q *Queue) Get() (x int, err error) {
	if len(q.out) == 0 {
		for len(q.in) > 0 {
			q.out = append(q.out, q.in[len(q.in)-1])
			q.in = q.in[:len(q.in)-1]
		}
	}
	if len(q.out) == 0 {
		return 0, ErrEmpty
	}
	x, q.out = q.out[len(q.out)-1], q.out[:len(q.out)-1]
	return
}

type entry struct {
	key string
	val int
}
type LRU struct {
	cap   int
	order *list.List
	items map[string]*list.Element
}

func NewLRU(n int) *LRU { return &LRU{n, list.New(), map[string]*list.Element{}} }
func (c *LRU) Get(k string) (int, bool) {
	e, ok := c.items[k]
	if !ok {
		return 0, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry).val, true
}
func (c *LRU) Put(k string, v int) {
	if e, ok := c.items[k]; ok {
		e.Value.(*entry).val = v
		c.order.MoveToFront(e)
		return
	}
	if c.order.Len() == c.cap {
		last := c.order.Back()
		c.order.Remove(last)
		delete(c.items, last.Value.(*entry).key)
	}
	c.items[k] = c.order.PushFront(&entry{k, v})
}

type Trie struct {
	kids map[rune]*Trie
	end  bool
}

func (t *Trie) Add(w string) {
	for _, r := range w {
		if t.kids == nil {
			t.kids = map[rune]*Trie{}
		}
		if t.kids[r] == nil {
			t.kids[r] = &Trie{}
		}
		t = t.kids[r]
	}
	t.end = true
}
func (t *Trie) Has(w string) bool {
	for _, r := range w {
		if t = t.kids[r]; t == nil {
			return false
		}
	}
	return t.end
}

func balanced(s string) bool {
	pairs := map[rune]rune{')': '(', ']': '[', '}': '{'}
	var st []rune
	for _, r := range s {
		switch r {
		case '(', '[', '{':
			st = append(st, r)
		case ')', ']', '}':
			if len(st) == 0 || st[len(st)-1] != pairs[r] {
				return false
			}
			st = st[:len(st)-1]
		}
	}
	return len(st) == 0
}

func main() {
	var l LinkedList
	for i := range 5 {
		l.Prepend(i)
	}
	fmt.Println(l, l.size)
	l.Reverse()
	fmt.Println(l.Delete(2), l.Delete(9), l, &l)
	var t *BST
	for _, k := range []int{5, 2, 8, 1, 9, 3, 7} {
		t = t.Insert(k)
	}
	t = t.Delete(5).Delete(1)
	t.InOrder(func(k int) { fmt.Print(k, " ") })
	fmt.Println(t.Height(), t.Key)
	var q Queue
	q.Put(1)
	q.Put(2)
	a, _ := q.Get()
	q.Put(3)
	b, _ := q.Get()
	c, _ := q.Get()
	_, err := q.Get()
	fmt.Println(a, b, c, err)
	lru := NewLRU(2)
	lru.Put("a", 1)
	lru.Put("b", 2)
	lru.Get("a")
	lru.Put("c", 3)
	_, okb := lru.Get("b")
	va, oka := lru.Get("a")
	fmt.Println(okb, va, oka, lru.order.Len())
	for e := lru.order.Front(); e != nil; e = e.Next() {
		fmt.Print(e.Value.(*entry).key, *e.Value.(*entry), " ")
	}
	fmt.Println()
	ll := list.New()
	e4 := ll.PushBack(4)
	ll.InsertBefore(3, e4)
	ll.PushFront(entry{"front", 1})
	for e := ll.Front(); e != nil; e = e.Next() {
		switch v := e.Value.(type) {
		case entry:
			fmt.Print(v.key, " ")
		case int:
			fmt.Print(v*10, " ")
		}
	}
	fmt.Println()
	r := ring.New(4)
	for i := range r.Len() {
		r.Value = i
		r = r.Next()
	}
	sum := 0
	r.Do(func(x any) { sum += x.(int) })
	fmt.Println(sum)
	var tr Trie
	for _, w := range []string{"card", "care", "ace"} {
		tr.Add(w)
	}
	fmt.Println(tr.Has("car"), tr.Has("care"), tr.Has("ace"), tr.Has("b"))
	fmt.Println(balanced("{[()]}"), balanced("([)]"), balanced("(("))
}
