// Breadth first, depth first, Dijkstra, topological order.
package main

import (
	"container/heap"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
)

type Vertex string
type Edge struct {
	to   Vertex
	cost int
}
type Graph map[Vertex][]Edge

func (g Graph) Add(a, b Vertex, cost int) Graph {
	g[a] = append(g[a], Edge{b, cost})
	g[b] = append(g[b], Edge{a, cost})
	return g
}

func (g Graph) String() string {
	var b strings.Builder
	for _, v := range g.vertices() {
		fmt.Fprintf(&b, "%s:", v)
		for _, e := range g[v] {
			fmt.Fprintf(&b, " %s(%d)", e.to, e.cost)
		}
		b.WriteString("; ")
	}
	return b.String()
}

func (g Graph) vertices() (vs []Vertex) {
	for v := range g {
		vs = append(vs, v)
	}
	slices.Sort(vs)
	return
}

func (g Graph) BFS(start Vertex, visit func(Vertex, int)) {
	depth := map[Vertex]int{start: 0}
	for queue := []Vertex{start}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		visit(v, depth[v])
		for _, e := range g[v] {
			if _, seen := depth[e.to]; !seen {
				depth[e.to] = depth[v] + 1
				queue = append(queue, e.to)
			}
		}
	}
}

func (g Graph) DFS(v Vertex, seen map[Vertex]bool) (order []Vertex) {
	if seen[v] {
		return nil
	}
	seen[v] = true
	order = []Vertex{v}
	for _, e := range g[v] {
		order = append(order, g.DFS(e.to, seen)...)
	}
	return
}

type item struct {
	v    Vertex
	dist int
}
type pq []item

func (q pq) Len() int           { return len(q) }
func (q pq) Less(i, j int) bool { return q[i].dist < q[j].dist }
func (q pq) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *pq) Push(x any)        { *q = append(*q, x.(item)) }
func (q *pq) Pop() any {
	x := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return x
}

func (g Graph) Dijkstra(from, to Vertex) (int, []Vertex) {
	dist, prev := map[Vertex]int{}, map[Vertex]Vertex{}
	for v := range g {
		dist[v] = math.MaxInt
	}
	dist[from] = 0
	q := &pq{{from, 0}}
	for q.Len() > 0 {
		it := heap.Pop(q).(item)
		if it.dist > dist[it.v] {
			continue
		}
		for _, e := range g[it.v] {
			if d := it.dist + e.cost; d < dist[e.to] {
				dist[e.to], prev[e.to] = d, it.v
				heap.Push(q, item{e.to, d})
			}
		}
	}
	path := []Vertex{to}
	for v := to; v != from; {
		v = prev[v]
		path = append([]Vertex{v}, path...)
	}
	return dist[to], path
}

var errCycle = errors.New("cycle")

func topo(deps map[string][]string) (out []string, err error) {
	state := map[string]int{}
	var visit func(string) error
	visit = func(n string) error {
		switch state[n] {
		case 1:
			return fmt.Errorf("%w at %s", errCycle, n)
		case 2:
			return nil
		}
		state[n] = 1
		for _, d := range deps[n] {
			if err := visit(d); err != nil {
				return err
			}
		}
		state[n] = 2
		out = append(out, n)
		return nil
	}
	keys := make([]string, 0)
	for k := range deps {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		if err = visit(k); err != nil {
			return nil, err
		}
	}
	return
}

func main() {
	g := Graph{}.Add("A", "B", 4).Add("A", "C", 1).Add("C", "B", 2).Add("B", "D", 5).Add("C", "D", 8).Add("D", "E", 3)
	fmt.Println(g)
	g.BFS("A", func(v Vertex, d int) { fmt.Print(v, "@", d, " ") })
	fmt.Println(g.DFS("A", map[Vertex]bool{}))
	fmt.Println(g.Dijkstra("A", "E"))
	fmt.Println(topo(map[string][]string{"shirt": {}, "tie": {"shirt"}, "jacket": {"tie", "belt"}, "belt": {"trousers"}}))
	fmt.Println(topo(map[string][]string{"a": {"b"}, "b": {"a"}}))
}
