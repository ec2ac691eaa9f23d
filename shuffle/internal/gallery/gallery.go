// Package gallery has wrong shuffles and lotteries, as students write them and as tests
// should find them. Its test measures how often each test of package joint does.
package gallery

import (
	"slices"
	"sort"

	"riffle/shuffle"
)

// Shuffle is a wrong shuffle.
type Shuffle struct {
	Name string
	F    func(deck []int, rng shuffle.PRNG)
}

// Shuffles are wrong for 6 cards and more, and nearly all for fewer.
var Shuffles = []Shuffle{
	{"naive: any place for each", naive},
	{"off by one: never the last place", func(d []int, rng shuffle.PRNG) {
		for i := range d {
			swap(d, i, rng.IntN(max(1, len(d)-1)))
		}
	}},
	{"Sattolo: one cycle only", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 0; i-- {
			swap(d, i, rng.IntN(i))
		}
	}},
	{"cut", cut},
	{"1 riffle", shuffle.Riffle(1)},
	{"2 riffles", shuffle.Riffle(2)},
	{"3 riffles", shuffle.Riffle(3)},
	{"4 riffles", shuffle.Riffle(4)},
	{"5 riffles", shuffle.Riffle(5)},
	{"6 riffles", shuffle.Riffle(6)},
	{"overhand, 10 times", func(d []int, rng shuffle.PRNG) {
		for range 10 {
			overhand(d, rng)
		}
	}},
	{"even permutations only", even},
	{"odd permutations only", func(d []int, rng shuffle.PRNG) {
		if even(d, rng); len(d) > 1 {
			swap(d, 0, 1)
		}
	}},
	{"sorted by a random comparator", func(d []int, rng shuffle.PRNG) {
		sort.Slice(d, func(i, j int) bool { return rng.IntN(2) == 0 })
	}},
	{"sorted by keys of 6 bits", func(d []int, rng shuffle.PRNG) {
		type keyed struct{ key, card int }
		cards := make([]keyed, len(d))
		for i, card := range d {
			cards[i] = keyed{rng.IntN(64), card}
		}
		sort.SliceStable(cards, func(i, j int) bool { return cards[i].key < cards[j].key })
		for i := range d {
			d[i] = cards[i].card
		}
	}},
	{"n transpositions", func(d []int, rng shuffle.PRNG) {
		for range d {
			swap(d, rng.IntN(len(d)), rng.IntN(len(d)))
		}
	}},
	{"top to random, n times", func(d []int, rng shuffle.PRNG) {
		for range d {
			move(d, 0, rng.IntN(len(d)))
		}
	}},
	{"random to top, n times", func(d []int, rng shuffle.PRNG) {
		for range d {
			move(d, rng.IntN(len(d)), 0)
		}
	}},
	{"neighbours exchanged, n passes", func(d []int, rng shuffle.PRNG) {
		for range d {
			for i := 1; i < len(d); i++ {
				if rng.IntN(2) == 0 {
					swap(d, i-1, i)
				}
			}
		}
	}},
	{"4,096 seeds", func(d []int, rng shuffle.PRNG) { shuffle.FisherYates(d, shuffle.NewPRNG(int64(rng.IntN(1<<12)))) }},
	{"65,536 seeds", func(d []int, rng shuffle.PRNG) { shuffle.FisherYates(d, shuffle.NewPRNG(int64(rng.IntN(1<<16)))) }},
	{"modulo of a byte", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 0; i-- {
			swap(d, i, rng.IntN(256)%(i+1))
		}
	}},
	{"no fixed points", func(d []int, rng shuffle.PRNG) {
		was := slices.Clone(d)
		for again := len(d) > 1; again; {
			shuffle.FisherYates(d, rng)
			again = false
			for i := range d {
				again = again || d[i] == was[i]
			}
		}
	}},
	{"no card on the next one", func(d []int, rng shuffle.PRNG) {
		was := slices.Clone(d)
		next := map[int]int{}
		for i := 1; i < len(was); i++ {
			next[was[i-1]] = was[i]
		}
		for again := len(d) > 2; again; {
			shuffle.FisherYates(d, rng)
			again = false
			for i := 1; i < len(d); i++ {
				again = again || next[d[i-1]] == d[i]
			}
		}
	}},
	{"halves shuffled and exchanged", func(d []int, rng shuffle.PRNG) {
		half := len(d) / 2
		shuffle.FisherYates(d[:half], rng)
		shuffle.FisherYates(d[half:], rng)
		rotate(d, half)
	}},
	{"the first card never moves", func(d []int, rng shuffle.PRNG) { shuffle.FisherYates(d[min(1, len(d)):], rng) }},
	{"the last card never moves", func(d []int, rng shuffle.PRNG) { shuffle.FisherYates(d[:max(0, len(d)-1)], rng) }},
	{"the last two stay on their side", func(d []int, rng shuffle.PRNG) {
		for i := len(d) - 1; i > 1; i-- {
			swap(d, i, rng.IntN(i+1))
		}
	}},
	{"shuffled in blocks of 3", func(d []int, rng shuffle.PRNG) {
		for block := range slices.Chunk(d, 3) {
			shuffle.FisherYates(block, rng)
		}
	}},
	{"blocks of 3 shuffled", func(d []int, rng shuffle.PRNG) { shuffleBlocks(d, 3, rng) }},
	{"pairs kept together", func(d []int, rng shuffle.PRNG) { shuffleBlocks(d, 2, rng) }},
	{"pairs kept together, either way round", func(d []int, rng shuffle.PRNG) {
		shuffleBlocks(d, 2, rng)
		for pair := range slices.Chunk(d, 2) {
			shuffle.FisherYates(pair, rng)
		}
	}},
	{"dealt to piles after a cut", func(d []int, rng shuffle.PRNG) {
		if len(d) < 3 {
			return
		}
		for range 3 {
			cut(d, rng)
			piles := 2 + rng.IntN(len(d)-2)
			var out []int
			for p := range piles {
				for i := p; i < len(d); i += piles {
					out = append(out, d[i])
				}
			}
			copy(d, out)
		}
	}},
	{"reversed range: IntN(n-i)", func(d []int, rng shuffle.PRNG) {
		for i := range d {
			swap(d, i, rng.IntN(len(d)-i))
		}
	}},
	{"inserted before the last one only", func(d []int, rng shuffle.PRNG) {
		for i := 1; i < len(d); i++ {
			move(d, i, rng.IntN(i))
		}
	}},
	{"odd places stay odd", func(d []int, rng shuffle.PRNG) {
		for first := range 2 {
			var part []int
			for i := first; i < len(d); i += 2 {
				part = append(part, d[i])
			}
			shuffle.FisherYates(part, rng)
			for i, card := range part {
				d[first+2*i] = card
			}
		}
	}},
	{"exchanges of disjoint pairs", func(d []int, rng shuffle.PRNG) {
		places := make([]int, len(d))
		for i := range places {
			places[i] = i
		}
		shuffle.FisherYates(places, rng)
		for i := 1; i < len(places); i += 2 {
			swap(d, places[i-1], places[i])
		}
	}},
	{"card 1 on top twice as often", func(d []int, rng shuffle.PRNG) {
		if len(d) == 0 {
			return
		}
		first := d[0]
		shuffle.FisherYates(d, rng)
		if d[0] != first && rng.IntN(len(d)) == 0 {
			swap(d, 0, slices.Index(d, first))
		}
	}},
	{"one in three is naive", func(d []int, rng shuffle.PRNG) {
		if rng.IntN(3) == 0 {
			naive(d, rng)
			return
		}
		shuffle.FisherYates(d, rng)
	}},
}

func swap(d []int, i, j int) { d[i], d[j] = d[j], d[i] }

// move takes a card out and puts it back elsewhere.
func move(d []int, from, to int) {
	card := d[from]
	copy(d[from:], d[from+1:])
	copy(d[to+1:], d[to:len(d)-1])
	d[to] = card
}

func rotate(d []int, by int) { copy(d, append(slices.Clone(d[by:]), d[:by]...)) }

func naive(d []int, rng shuffle.PRNG) {
	for i := range d {
		swap(d, i, rng.IntN(len(d)))
	}
}

func cut(d []int, rng shuffle.PRNG) {
	if len(d) > 0 {
		rotate(d, rng.IntN(len(d)))
	}
}

// overhand drops packets of about a seventh of the deck, each on those before.
func overhand(d []int, rng shuffle.PRNG) {
	var out []int
	for left := d; len(left) > 0; {
		size := min(len(left), 1+rng.IntN(max(1, len(d)/4)))
		out = append(slices.Clone(left[:size]), out...)
		left = left[size:]
	}
	copy(d, out)
}

// even makes an even number of exchanges.
func even(d []int, rng shuffle.PRNG) {
	odd := false
	for i := len(d) - 1; i > 0; i-- {
		j := rng.IntN(i + 1)
		swap(d, i, j)
		odd = odd != (i != j)
	}
	if odd && len(d) > 1 {
		swap(d, 0, 1)
	}
}

// shuffleBlocks shuffles blocks, of which the last may be smaller.
func shuffleBlocks(d []int, size int, rng shuffle.PRNG) {
	blocks := slices.Collect(slices.Chunk(slices.Clone(d), size))
	order := make([]int, len(blocks))
	for i := range order {
		order[i] = i
	}
	shuffle.FisherYates(order, rng)
	out := d[:0]
	for _, i := range order {
		out = append(out, blocks[i]...)
	}
}

// Lottery is a wrong lottery.
type Lottery struct {
	Name string
	F    func(n, k int, rng shuffle.PRNG) []int
}

// Lotteries are wrong for more than 6 numbers, and many for fewer.
var Lotteries = []Lottery{
	{"k neighbours", func(n, k int, rng shuffle.PRNG) (p []int) {
		first := 1 + rng.IntN(n-k+1)
		for i := range k {
			p = append(p, first+i)
		}
		return p
	}},
	{"k neighbours, going round", func(n, k int, rng shuffle.PRNG) (p []int) { return line(n, k, rng.IntN(n), 1) }},
	{"equal steps, going round", func(n, k int, rng shuffle.PRNG) (p []int) {
		step := 1 + rng.IntN(n-1)
		for gcd(step, n) != 1 {
			step = 1 + rng.IntN(n-1)
		}
		return line(n, k, rng.IntN(n), step)
	}},
	{"never the largest", func(n, k int, rng shuffle.PRNG) []int { return pick(n-1, k, rng) }},
	{"the largest half as often", func(n, k int, rng shuffle.PRNG) (p []int) {
		if p = pick(n, k, rng); slices.Contains(p, n) && rng.IntN(2) == 0 {
			return pick(n, k, rng)
		}
		return p
	}},
	{"no neighbours", redrawn(func(n int, p []int) bool { return neighbours(p) == 0 })},
	{"sums above the mean twice as often", func(n, k int, rng shuffle.PRNG) []int {
		p := pick(n, k, rng)
		if 2*sum(p) <= k*(n+1) && rng.IntN(3) == 0 {
			return pickAgain(n, k, rng, func(p []int) bool { return 2*sum(p) > k*(n+1) })
		}
		return p
	}},
	{"sums near the mean", redrawn(func(n int, p []int) bool {
		off := 2*sum(p) - len(p)*(n+1)
		return off*off*9 <= 4*len(p)*(n-len(p))*(n+1)
	})},
	{"as many even ones as odd ones", redrawn(func(n int, p []int) bool {
		even := 0
		for _, v := range p {
			even += 1 - v&1
		}
		return even == len(p)/2 || even == (len(p)+1)/2
	})},
	{"as many low ones as high ones", redrawn(func(n int, p []int) bool {
		low := 0
		for _, v := range p {
			if 2*v <= n {
				low++
			}
		}
		return low == len(p)/2 || low == (len(p)+1)/2
	})},
	{"1 and 2 together or not at all", redrawn(func(n int, p []int) bool { return slices.Contains(p, 1) == slices.Contains(p, 2) })},
	{"never 1 with 2", redrawn(func(n int, p []int) bool { return !slices.Contains(p, 1) || !slices.Contains(p, 2) })},
	{"modulo of a byte", func(n, k int, rng shuffle.PRNG) (p []int) {
		for len(p) < k {
			if v := 1 + rng.IntN(256)%n; !slices.Contains(p, v) {
				p = append(p, v)
			}
		}
		return p
	}},
	{"the next free number", func(n, k int, rng shuffle.PRNG) (p []int) {
		for len(p) < k {
			v := 1 + rng.IntN(n)
			for slices.Contains(p, v) {
				v = v%n + 1
			}
			p = append(p, v)
		}
		return p
	}},
	{"each above the last", func(n, k int, rng shuffle.PRNG) (p []int) {
		last := 0
		for i := range k {
			last += 1 + rng.IntN(n-last-(k-i-1))
			p = append(p, last)
		}
		return p
	}},
	{"one of each k-th part", func(n, k int, rng shuffle.PRNG) (p []int) {
		for i := range k {
			from, to := i*n/k, (i+1)*n/k
			p = append(p, from+1+rng.IntN(to-from))
		}
		return p
	}},
	{"200 seeds", func(n, k int, rng shuffle.PRNG) []int { return pick(n, k, shuffle.NewPRNG(int64(rng.IntN(200)))) }},
	{"birthdays: 1 to 31 twice as often", func(n, k int, rng shuffle.PRNG) (p []int) {
		for len(p) < k {
			v := 1 + rng.IntN(n+min(n, 31))
			if v > n {
				v -= n
			}
			if !slices.Contains(p, v) {
				p = append(p, v)
			}
		}
		return p
	}},
	{"by bits: a number and its reverse", func(n, k int, rng shuffle.PRNG) (p []int) {
		for len(p) < k {
			v := rng.IntN(n)
			for _, w := range []int{v, n - 1 - v} {
				if len(p) < k && !slices.Contains(p, w+1) {
					p = append(p, w+1)
				}
			}
		}
		return p
	}},
	{"low bits of a small generator", func(n, k int, rng shuffle.PRNG) (p []int) {
		for state := uint32(rng.IntN(1 << 16)); len(p) < k; {
			state = state*1103515245 + 12345
			if v := 1 + int(state&0xffff)%n; !slices.Contains(p, v) {
				p = append(p, v)
			}
		}
		return p
	}},
}

// pick is a right lottery.
func pick(n, k int, rng shuffle.PRNG) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i + 1
	}
	for i := range min(k, n) {
		swap(numbers, i, i+rng.IntN(n-i))
	}
	return numbers[:min(k, n)]
}

// pickAgain picks until the numbers fit, or for so long that they can't.
func pickAgain(n, k int, rng shuffle.PRNG, fits func(p []int) bool) (p []int) {
	for range 10_000 {
		if p = pick(n, k, rng); fits(p) {
			break
		}
	}
	return p
}

// redrawn is a lottery that draws again what it doesn't like.
func redrawn(fits func(n int, p []int) bool) func(n, k int, rng shuffle.PRNG) []int {
	return func(n, k int, rng shuffle.PRNG) []int {
		return pickAgain(n, k, rng, func(p []int) bool { return fits(n, p) })
	}
}

// line picks numbers in equal steps.
func line(n, k, first, step int) (p []int) {
	for i := range k {
		p = append(p, 1+(first+i*step)%n)
	}
	return p
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func neighbours(p []int) (count int) {
	for _, v := range p {
		if slices.Contains(p, v+1) {
			count++
		}
	}
	return count
}

func sum(p []int) (s int) {
	for _, v := range p {
		s += v
	}
	return s
}
