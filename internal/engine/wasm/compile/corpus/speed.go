package corpus

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
