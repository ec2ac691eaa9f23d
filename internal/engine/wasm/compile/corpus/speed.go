package corpus

import "sort"

// Programs of internal/speed.

func FibOf24() int { return Fib24(24) }

func Fib24(n int) int {
	if n < 2 {
		return n
	}
	return Fib24(n-1) + Fib24(n-2)
}

func LoopSum() int {
	sum := 0
	for i := 0; i < 1000; i++ {
		for j := 0; j < 1000; j++ {
			sum += i ^ j
		}
	}
	return sum
}

func SieveAll() int {
	const n = 500_000
	composite := make([]bool, n)
	count := 0
	for i := 2; i < n; i++ {
		if composite[i] {
			continue
		}
		count++
		for j := 2 * i; j < n; j += i {
			composite[j] = true
		}
	}
	return count
}

func MatrixProduct() int {
	const n = 100
	var a, b, c [n][n]float64
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			a[i][j], b[i][j] = float64(i), float64(j)
		}
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			s := 0.0
			for k := 0; k < n; k++ {
				s += a[i][k] * b[k][j]
			}
			c[i][j] = s
		}
	}
	return int(c[n-1][n-1])
}

func InsertionSort() int {
	deck := make([]int, 1000)
	x := uint32(1)
	for i := range deck {
		x = x*1664525 + 1013904223
		deck[i] = int(x >> 16)
	}
	for i := 1; i < len(deck); i++ {
		for j := i; j > 0 && deck[j] < deck[j-1]; j-- {
			deck[j], deck[j-1] = deck[j-1], deck[j]
		}
	}
	return deck[500]
}

type card struct{ rank, suit int }

func Cards() int {
	var deck []card
	for s := 0; s < 4; s++ {
		for r := 0; r < 13; r++ {
			deck = append(deck, card{r, s})
		}
	}
	sum := 0
	for round := 0; round < 2000; round++ {
		for _, c := range deck {
			if c.suit == 2 {
				sum += c.rank
			}
		}
		deck[0], deck[51] = deck[51], deck[0]
	}
	return sum
}

type generator struct{ a, c, x uint32 }

func (g *generator) next() uint32 {
	g.x = g.a*g.x + g.c
	return g.x >> 16
}

func Methods() int {
	g := &generator{a: 1664525, c: 1013904223, x: 1}
	sum := 0
	for round := 0; round < 200_000; round++ {
		sum += int(g.next() & 1)
	}
	return sum
}

func ClosureCalls() int {
	sum := 0
	for round := 0; round < 1000; round++ {
		next := nextInt()
		for round := 0; round < 200; round++ {
			sum += next()
		}
	}
	return sum
}

func nextInt() func() int {
	n := 0
	return func() int {
		n++
		return n
	}
}

// StoredClosures calls closures that nothing is known of.
func StoredClosures() int {
	fs := []func(int) int{func(x int) int { return x + 1 }, func(x int) int { return x * 3 }, func(x int) int { return x >> 1 }}
	sum := 0
	for i := range 200_000 {
		sum += fs[i%3](i)
	}
	return sum
}

// MadeClosures makes many.
func MadeClosures() int {
	sum := 0
	for i := range 50_000 {
		f := func(x int) int { return x + i }
		sum += applied(f, i)
	}
	return sum
}

var lastApplied func(int) int

func applied(f func(int) int, x int) int {
	if x&1023 == 0 {
		lastApplied = f
	}
	return f(x)
}

func ChannelSum() int {
	numbers := make(chan int)
	go func() {
		for i := 0; i < 30_000; i++ {
			numbers <- i
		}
		close(numbers)
	}()
	sum := 0
	for n := range numbers {
		sum += n
	}
	return sum
}

func BufferedSum() int {
	numbers := make(chan int, 100)
	go func() {
		for i := 0; i < 30_000; i++ {
			numbers <- i
		}
		close(numbers)
	}()
	sum := 0
	for n := range numbers {
		sum += n
	}
	return sum
}

func SelectSum() int {
	a, b, done := make(chan int, 10), make(chan int, 10), make(chan bool)
	go func() {
		for i := 0; i < 10_000; i++ {
			select {
			case a <- i:
			case b <- -i / 2:
			}
		}
		close(done)
	}()
	sum := 0
	for {
		select {
		case x := <-a:
			sum += x & 1
		case x := <-b:
			sum -= x & 1
		case <-done:
			return len(a) - len(a)
		}
	}
}

type numeric interface{ ~int | ~float64 }

func applyAll[T, U numeric](xs []T, f func(T) U) []U {
	ys := make([]U, 0, len(xs))
	for _, x := range xs {
		ys = append(ys, f(x))
	}
	return ys
}

func GenericCalls() int {
	xs := make([]int, 1000)
	sum := 0.0
	for round := 0; round < 100; round++ {
		for _, y := range applyAll(xs, func(x int) float64 { return float64(x) + 0.5 }) {
			sum += y
		}
	}
	return int(sum)
}

// Defers has a deferred call that recovers nothing, in each of many calls.
func Defers() int {
	sum := 0
	one := func(i int) {
		defer func() { sum += i }()
		sum ^= i
	}
	for i := range 20_000 {
		one(i)
	}
	return sum
}

// Recovers has a deferred call that recovers, and sometimes a panic.
func Recovers() int {
	sum := 0
	one := func(xs []int, i int) {
		defer func() {
			if recover() != nil {
				sum++
			}
		}()
		sum += xs[i&15]
	}
	xs := make([]int, 15)
	for i := range 10_000 {
		one(xs, i)
	}
	return sum
}

func SortSlice() int {
	words := make([]string, 20_000)
	x := uint32(1)
	for i := range words {
		x = x*1664525 + 1013904223
		words[i] = string(rune('a'+x>>28)) + string(rune('a'+x>>24&15))
	}
	sort.Slice(words, func(i, j int) bool { return words[i] < words[j] })
	return len(words[0] + words[len(words)-1])
}
