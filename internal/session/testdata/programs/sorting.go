// Sorting with sort and slices, by functions and by types.
package main

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
	"sort"
	"strings"
)

type byLength []string

func (s byLength) Len() int           { return len(s) }
func (s byLength) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s byLength) Less(i, j int) bool { return len(s[i]) < len(s[j]) }

type Person struct {
	Name string
	Age  int
}

func (p Person) String() string { return fmt.Sprintf("%s:%d", p.Name, p.Age) }

type ByAge []Person

func (a ByAge) Len() int           { return len(a) }
func (a ByAge) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a ByAge) Less(i, j int) bool { return a[i].Age < a[j].Age }

type multiSorter struct {
	people []*Person
	less   []func(a, b *Person) bool
}

func (m *multiSorter) Len() int      { return len(m.people) }
func (m *multiSorter) Swap(i, j int) { m.people[i], m.people[j] = m.people[j], m.people[i] }
func (m *multiSorter) Less(i, j int) bool {
	a, b := m.people[i], m.people[j]
	for _, less := range m.less {
		switch {
		case less(a, b):
			return true
		case less(b, a):
			return false
		}
	}
	return false
}

type reversed struct{ sort.Interface }

func (r reversed) Less(i, j int) bool { return r.Interface.Less(j, i) }

type IntHeap []int

func (h IntHeap) Len() int           { return len(h) }
func (h IntHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h IntHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *IntHeap) Push(x any)        { *h = append(*h, x.(int)) }
func (h *IntHeap) Pop() any {
	old := *h
	n := len(old)
	x := old[n-1]
	*h = old[:n-1]
	return x
}

type Item struct {
	value           string
	priority, index int
}
type PQ []*Item

func (pq PQ) Len() int            { return len(pq) }
func (pq PQ) Less(i, j int) bool  { return pq[i].priority > pq[j].priority }
func (pq PQ) Swap(i, j int)       { pq[i], pq[j] = pq[j], pq[i]; pq[i].index = i; pq[j].index = j }
func (pq *PQ) Push(x interface{}) { it := x.(*Item); it.index = len(*pq); *pq = append(*pq, it) }
func (pq *PQ) Pop() interface{} {
	old := *pq
	it := old[len(old)-1]
	*pq = old[:len(old)-1]
	return it
}

func main() {
	strs := []string{"c", "a", "b"}
	slices.Sort(strs)
	ints := []int{7, 2, 4}
	slices.Sort(ints)
	fmt.Println(strs, ints, slices.IsSorted(ints))
	fruits := []string{"peach", "banana", "kiwi"}
	slices.SortFunc(fruits, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	fmt.Println(fruits)
	sort.Sort(sort.Reverse(byLength(fruits)))
	fmt.Println(fruits)
	people := []Person{{"Jax", 37}, {"TJ", 25}, {"Alex", 72}, {"Bo", 25}}
	sort.Sort(ByAge(people))
	fmt.Println(people)
	sort.Slice(people, func(i, j int) bool { return people[i].Name < people[j].Name })
	fmt.Println(people)
	sort.SliceStable(people, func(i, j int) bool { return people[i].Age < people[j].Age })
	fmt.Println(people)
	slices.SortStableFunc(people, func(a, b Person) int {
		return cmp.Or(-cmp.Compare(a.Age, b.Age), strings.Compare(a.Name, b.Name))
	})
	fmt.Println(people, slices.MaxFunc(people, func(a, b Person) int { return len(a.Name) - len(b.Name) }))
	ms := &multiSorter{less: []func(a, b *Person) bool{
		func(a, b *Person) bool { return a.Age < b.Age },
		func(a, b *Person) bool { return a.Name > b.Name }}}
	for i := range people {
		ms.people = append(ms.people, &people[i])
	}
	sort.Stable(ms)
	for _, p := range ms.people {
		fmt.Print(p, " ")
	}
	fmt.Println()
	sort.Sort(reversed{sort.IntSlice(ints)})
	fmt.Println(ints, sort.SearchInts([]int{1, 3, 5}, 3), sort.Search(100, func(i int) bool { return i*i >= 50 }))
	h := &IntHeap{5, 2, 8}
	heap.Init(h)
	heap.Push(h, 3)
	fmt.Printf("minimum: %d\n", (*h)[0])
	for h.Len() > 0 {
		fmt.Print(heap.Pop(h), " ")
	}
	fmt.Println()
	pq := PQ{}
	for w, p := range map[string]int{"apple": 4, "banana": 3, "pear": 2} {
		heap.Push(&pq, &Item{value: w, priority: p})
	}
	it := &Item{value: "orange", priority: 1}
	heap.Push(&pq, it)
	it.priority = 5
	heap.Fix(&pq, it.index)
	for pq.Len() > 0 {
		it := heap.Pop(&pq).(*Item)
		fmt.Printf("%d:%s ", it.priority, it.value)
	}
	fmt.Println()
	fs := sort.Float64Slice{2.5, 1}
	fs.Sort()
	fmt.Println(fs, sort.StringsAreSorted(strs))
	m := map[string]int{"x": 3, "y": 1, "z": 2}
	type kv struct {
		k string
		v int
	}
	var kvs []kv
	for k, v := range m {
		kvs = append(kvs, kv{k, v})
	}
	sort.Slice(kvs, func(i, j int) bool { return kvs[i].v > kvs[j].v })
	fmt.Println(kvs)
	i, found := slices.BinarySearchFunc(people, 37, func(p Person, age int) int { return -cmp.Compare(p.Age, age) })
	fmt.Println(i, found)
}
