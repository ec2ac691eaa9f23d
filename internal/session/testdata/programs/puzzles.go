// Queens, life, noughts and crosses, sieve, matrices, fibonacci, mazes.
package main

import (
	"fmt"
	"strings"
)

func queens(n int) (count int, first []int) {
	cols := make([]int, 0, n)
	var place func(row int)
	place = func(row int) {
		if row == n {
			if count++; first == nil {
				first = append(first, cols...)
			}
			return
		}
	next:
		for c := range n {
			for r, d := range cols {
				if d == c || d-c == row-r || c-d == row-r {
					continue next
				}
			}
			cols = append(cols, c)
			place(row + 1)
			cols = cols[:row]
		}
	}
	place(0)
	return
}

type Field struct {
	s    [][]bool
	w, h int
}

func NewField(w, h int) *Field {
	s := make([][]bool, h)
	for i := range s {
		s[i] = make([]bool, w)
	}
	return &Field{s, w, h}
}
func (f *Field) Alive(x, y int) bool { return f.s[(y+f.h)%f.h][(x+f.w)%f.w] }
func (f *Field) Next(x, y int) bool {
	n := 0
	for i := -1; i <= 1; i++ {
		for j := -1; j <= 1; j++ {
			if (i != 0 || j != 0) && f.Alive(x+i, y+j) {
				n++
			}
		}
	}
	return n == 3 || n == 2 && f.Alive(x, y)
}
func (f *Field) Step() *Field {
	g := NewField(f.w, f.h)
	for y := range f.h {
		for x := range f.w {
			g.s[y][x] = f.Next(x, y)
		}
	}
	return g
}
func (f *Field) String() string {
	var b strings.Builder
	for _, row := range f.s {
		for _, c := range row {
			b.WriteByte(map[bool]byte{true: '*', false: '.'}[c])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

type Mark byte
type Board [3][3]Mark

func (b Board) Winner() Mark {
	lines := [...][3][2]int{{{0, 0}, {0, 1}, {0, 2}}, {{1, 0}, {1, 1}, {1, 2}}, {{2, 0}, {2, 1}, {2, 2}},
		{{0, 0}, {1, 0}, {2, 0}}, {{0, 1}, {1, 1}, {2, 1}}, {{0, 2}, {1, 2}, {2, 2}}, {{0, 0}, {1, 1}, {2, 2}}, {{0, 2}, {1, 1}, {2, 0}}}
	for _, l := range lines {
		if m := b[l[0][0]][l[0][1]]; m != 0 && m == b[l[1][0]][l[1][1]] && m == b[l[2][0]][l[2][1]] {
			return m
		}
	}
	return 0
}

func (b Board) Play(turn Mark, seen map[Board]int) (score int) {
	if s, ok := seen[b]; ok {
		return s
	}
	defer func() { seen[b] = score }()
	switch b.Winner() {
	case 'X':
		return 1
	case 'O':
		return -1
	}
	best, moves := -2, 0
	for i := range 9 {
		if b[i/3][i%3] != 0 {
			continue
		}
		moves++
		next := b
		next[i/3][i%3] = turn
		s := next.Play('X'+'O'-turn, seen)
		if turn == 'O' {
			s = -s
		}
		best = max(best, s)
	}
	if moves == 0 {
		return 0
	}
	if turn == 'O' {
		return -best
	}
	return best
}

func sieve(n int) (ps []int) {
	composite := make([]bool, n+1)
	for p := 2; p <= n; p++ {
		if composite[p] {
			continue
		}
		ps = append(ps, p)
		for q := p * p; q <= n; q += p {
			composite[q] = true
		}
	}
	return
}

type Matrix [][]float64

func (a Matrix) Mul(b Matrix) Matrix {
	c := make(Matrix, len(a))
	for i := range a {
		c[i] = make([]float64, len(b[0]))
		for j := range b[0] {
			for k := range b {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

func memo(f func(self func(int) int, n int) int) func(int) int {
	cache := map[int]int{}
	var g func(int) int
	g = func(n int) int {
		if v, ok := cache[n]; ok {
			return v
		}
		v := f(g, n)
		cache[n] = v
		return v
	}
	return g
}

type pos struct{ r, c int }

func solve(maze []string) int {
	var start, end pos
	for r, row := range maze {
		for c, x := range row {
			switch x {
			case 'S':
				start = pos{r, c}
			case 'E':
				end = pos{r, c}
			}
		}
	}
	dist := map[pos]int{start: 0}
	for q := []pos{start}; len(q) > 0; q = q[1:] {
		for _, d := range []pos{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			n := pos{q[0].r + d.r, q[0].c + d.c}
			if _, seen := dist[n]; !seen && maze[n.r][n.c] != '#' {
				dist[n] = dist[q[0]] + 1
				q = append(q, n)
			}
		}
	}
	return dist[end]
}

func permutations(s string) (out []string) {
	if len(s) <= 1 {
		return []string{s}
	}
	for i := range s {
		for _, p := range permutations(s[:i] + s[i+1:]) {
			out = append(out, s[i:i+1]+p)
		}
	}
	return
}

func caesar(s string, k int) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+rune(k)+26)%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+rune(k)+26)%26
		}
		return r
	}, s)
}

func main() {
	for n := 4; n <= 6; n++ {
		fmt.Println(queens(n))
	}
	f := NewField(6, 5)
	for _, p := range []pos{{1, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}} {
		f.s[p.r][p.c] = true
	}
	for range 4 {
		f = f.Step()
	}
	fmt.Print(f)
	b := Board{{'X', 'O', 'X'}, {0, 'O', 0}}
	seen := map[Board]int{}
	fmt.Println(b.Play('X', seen), len(seen), b.Winner(), Board{{'X', 'X', 'X'}}.Winner() == 'X')
	fmt.Println(sieve(60))
	fmt.Println(Matrix{{1, 2}, {3, 4}}.Mul(Matrix{{0, 1}, {1, 0}}))
	fib := memo(func(self func(int) int, n int) int {
		if n < 2 {
			return n
		}
		return self(n-1) + self(n-2)
	})
	fmt.Println(fib(80))
	fmt.Println(solve([]string{"#######", "#S..#.#", "#.#.#.#", "#.#...#", "#.###E#", "#######"}))
	fmt.Println(permutations("abc"), caesar("Hello, World!", 3), caesar(caesar("xyz", 5), -5))
	for i := 1; i <= 15; i++ {
		switch {
		case i%15 == 0:
			fmt.Print("FizzBuzz ")
		case i%3 == 0:
			fmt.Print("Fizz ")
		case i%5 == 0:
			fmt.Print("Buzz ")
		default:
			fmt.Print(i, " ")
		}
	}
	fmt.Println()
	fmt.Printf("%6s %6s\n", "°C", "°F")
	for c := -20.0; c <= 40; c += 20 {
		fmt.Printf("%6.1f %6.1f\n", c, c*9/5+32)
	}
	for i := range 4 {
		fmt.Println(strings.Repeat(" ", 3-i) + strings.Repeat("*", 2*i+1))
	}
}
