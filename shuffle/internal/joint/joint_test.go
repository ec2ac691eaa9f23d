package joint

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"riffle/shuffle"
)

// permutations calls f with all orders of the cards 1 to n.
func permutations(n int, f func(deck []int)) {
	for i := range factorial(n) {
		f(unrank(i, n))
	}
}

// combinations calls f with all sets of k of the numbers 1 to n.
func combinations(n, k int, f func(pick []int)) {
	pick := make([]int, 0, k)
	var add func(from int)
	add = func(from int) {
		if len(pick) == k {
			f(pick)
			return
		}
		for v := from; v <= n; v++ {
			pick = append(pick, v)
			add(v + 1)
			pick = pick[:len(pick)-1]
		}
	}
	add(1)
}

// TestEveryOrder: when each order comes as often, each count is what is expected, in
// all tests. A billion times as many would show if a probability were off by 10^-4.
func TestEveryOrder(t *testing.T) {
	for n := 1; n <= 7; n++ {
		d := NewDecks(n)
		permutations(n, func(deck []int) {
			d.Add(0, deck)
			d.Add(1, deck)
		})
		for i := range d.Counts {
			d.Counts[i] *= 1_000_000_000
		}
		for _, f := range d.Judge() {
			if f.LogP < 0 {
				t.Errorf("%d cards: %s: log P = %v, %s", n, f.Test, f.LogP, f.Example)
			}
		}
	}
}

// TestEveryCombination is the same of lotteries.
func TestEveryCombination(t *testing.T) {
	for n := 1; n <= 11; n++ {
		for k := range n + 1 {
			p := NewPicks(n, k)
			overlaps := make([]int, k+1)
			combinations(n, k, func(pick []int) {
				p.Add(0, pick)
				p.Add(1, pick)
				common := 0
				for _, v := range pick {
					if v <= k {
						common++
					}
				}
				overlaps[common] += 1_000_000_000
			})
			for i := range p.Counts {
				p.Counts[i] *= 1_000_000_000
			}
			for _, f := range append(p.Judge(), PickOverlaps(n, k, overlaps)) {
				if f.LogP < -0.001 { // rounding
					t.Errorf("%d of %d: %s: log P = %v, %s", k, n, f.Test, f.LogP, f.Example)
				}
			}
		}
	}
}

// TestCumulants compares with the average over all orders.
func TestCumulants(t *testing.T) {
	for n := 2; n <= 6; n++ {
		d := NewDecks(n)
		type number struct {
			k cumulant
			x func(deck []int) int
		}
		numbers := map[string]number{
			"rising":     {cumulantOf(eulerian(n)), func([]int) int { return slices.Index(d.rising, 1) }},
			"descents":   {cumulantOf(eulerian(n)), func([]int) int { return slices.Index(d.descents, 1) }},
			"cycles":     {cumulantOf(cycles(n)), func([]int) int { return slices.Index(d.rounds, 1) }},
			"fixed":      {cumulantOfMoments(rooks(n, n)), func([]int) int { return slices.Index(d.fixed, 1) }},
			"inversions": {inversions(n), inversionsOf},
			"in the first half": {cumulantOf(hypergeometric(n, n/2, n/2)), func(deck []int) (x int) {
				for _, card := range deck[:n/2] {
					if card <= n/2 {
						x++
					}
				}
				return x
			}},
		}
		for by := 1; by < n; by++ {
			numbers[fmt.Sprintf("down by %d", by)] = number{cumulantOfMoments(rooks(n, n-by)), func(deck []int) (x int) {
				for i, card := range deck {
					if i-(card-1) == by {
						x++
					}
				}
				return x
			}}
			numbers[fmt.Sprintf("higher by %d", by)] = number{cumulantOfMoments(rooks(n, n-by)), func(deck []int) (x int) {
				for i := 1; i < n; i++ {
					if deck[i]-deck[i-1] == by {
						x++
					}
				}
				return x
			}}
		}
		for name, c := range numbers {
			for _, λ := range []float64{-30, -5, -1, -0.1, 0, 0.1, 1, 5, 30} {
				sum := 0.0
				permutations(n, func(deck []int) {
					clear(d.Counts)
					d.Add(0, deck)
					sum += math.Exp(λ * float64(c.x(deck)))
				})
				want := math.Log(sum / float64(factorial(n)))
				if got := c.k(λ); math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
					t.Errorf("%s of %d cards at %v: %v, want %v", name, n, λ, got, want)
				}
			}
		}
	}
}

func inversionsOf(deck []int) (count int) {
	for i, a := range deck {
		for _, b := range deck[i+1:] {
			if a > b {
				count++
			}
		}
	}
	return count
}

// TestScores compares the variances and bounds of scores with those of all orders.
func TestScores(t *testing.T) {
	rng := shuffle.NewPRNG(1)
	for n := 2; n <= 7; n++ {
		for range 3 {
			table := make([]float64, n*n)
			for i := range table {
				table[i] = rng.Float64() - 0.3
			}
			holed := slices.Clone(table)
			for i := range n {
				holed[i*n+i] = 0
			}
			var sum, square, highest float64
			permutations(n, func(deck []int) {
				s := 0.0
				for i := 1; i < n; i++ {
					s += holed[(deck[i-1]-1)*n+deck[i]-1]
				}
				sum, square, highest = sum+s, square+s*s, max(highest, s)
			})
			all := float64(factorial(n))
			wantMean := sum / all
			wantVariance := square/all - wantMean*wantMean
			if n > 2 {
				mean, variance := alongOrder(holed, n)
				if math.Abs(mean-wantMean) > 1e-12 || math.Abs(variance-wantVariance) > 1e-11 {
					t.Errorf("%d: mean %v, variance %v, want %v, %v", n, mean, variance, wantMean, wantVariance)
				}
			}
			if got := lineMost(holed, n); got < highest {
				t.Errorf("%d: %v is at most %v", n, highest, got)
			}
		}
		// The scores that Judge makes of a few decks, against all decks.
		d := NewDecks(n)
		for i := range 50 {
			deck := make([]int, n)
			for i := range deck {
				deck[i] = i + 1
			}
			shuffle.FisherYates(deck, rng)
			d.Add(2*i, deck)
		}
		for name, c := range map[string]struct {
			variance func() float64
			score    func(deck []int) float64
		}{
			"positions": {func() float64 {
				scores, _ := halves(d.places, d.runs, 1/float64(n), every)
				return squares(scores) / float64(n-1)
			}, func(deck []int) (s float64) {
				scores, _ := halves(d.places, d.runs, 1/float64(n), every)
				for i, card := range deck {
					s += scores[(card-1)*n+i]
				}
				return s
			}},
			"pairs": {func() float64 {
				scores, _ := halves(d.before, d.runs, 0.5, func(i int) bool { return i/n < i%n })
				lines := make([]float64, n)
				for i, s := range scores {
					lines[i/n] += s
					lines[i%n] -= s
				}
				return squares(scores)/4 + (squares(lines)-2*squares(scores))/12
			}, func(deck []int) (s float64) {
				scores, _ := halves(d.before, d.runs, 0.5, func(i int) bool { return i/n < i%n })
				for i, a := range deck {
					for _, b := range deck[i+1:] {
						s += scores[(a-1)*n+b-1]/2 - scores[(b-1)*n+a-1]/2
					}
				}
				return s
			}},
		} {
			var sum, square float64
			permutations(n, func(deck []int) {
				s := c.score(deck)
				sum, square = sum+s, square+s*s
			})
			all := float64(factorial(n))
			if mean, variance := sum/all, square/all-sum/all*sum/all; math.Abs(mean) > 1e-9 || math.Abs(variance-c.variance()) > 1e-9*variance {
				t.Errorf("%s of %d cards: mean %v, variance %v, want 0, %v", name, n, mean, variance, c.variance())
			}
		}
	}
}

// TestSums compares with a count of all combinations.
func TestSums(t *testing.T) {
	for _, c := range [][2]int{{1, 1}, {5, 2}, {9, 4}, {12, 6}, {10, 9}} {
		n, k := c[0], c[1]
		want := make([]float64, k*(n-k)+1)
		combinations(n, k, func(pick []int) {
			s := -k * (k + 1) / 2
			for _, v := range pick {
				s += v
			}
			want[s] += math.Exp(-logChoose(n, k))
		})
		for s, p := range sums(n, k) {
			if math.Abs(p-want[s]) > 1e-12 {
				t.Errorf("%d of %d: sum %d has probability %v, want %v", k, n, s, p, want[s])
			}
		}
	}
}

// TestFalseAlarms makes all tests of thousands of fair samples at enlarged levels. The
// bounds are to hold at each level, so no more alarms than that are allowed, but for
// 3.7 standard deviations of chance. At the level of a check, the same arithmetic gives one
// in a million.
func TestFalseAlarms(t *testing.T) {
	for _, c := range []struct{ n, runs, samples int }{{2, 40, 800}, {3, 60, 800}, {6, 100, 800}, {6, 1000, 100}, {13, 60, 500}, {52, 30, 60}, {52, 300, 20}} {
		deck, rng := make([]int, c.n), shuffle.NewPRNG(int64(c.n))
		d, alarms := NewDecks(c.n), alarms{}
		for range c.samples {
			clear(d.Counts)
			var again Repeats
			for i := range c.runs {
				for i := range deck {
					deck[i] = i + 1
				}
				shuffle.FisherYates(deck, rng)
				d.Add(i, deck)
				again.Add(i, deck)
			}
			alarms.count(append(d.Judge(), again.Decks(c.n)))
		}
		alarms.few(t, fmt.Sprintf("%d cards, %d decks", c.n, c.runs), c.samples)
	}
	for _, c := range []struct{ n, k, runs, samples int }{{6, 2, 60, 800}, {10, 3, 80, 800}, {40, 6, 200, 60}, {20, 19, 50, 200}} {
		lottery := shuffle.NewLottery(c.n, shuffle.NewPRNG(int64(c.k)))
		p, alarms := NewPicks(c.n, c.k), alarms{}
		for range c.samples {
			clear(p.Counts)
			var again Repeats
			overlaps := make([]int, c.k+1)
			var last []int
			for i := range c.runs {
				pick := slices.Sorted(slices.Values(lottery.Pick(c.k)))
				p.Add(i, pick)
				again.Add(i, pick)
				if last != nil {
					overlaps[common(last, pick)]++
				}
				last = pick
			}
			alarms.count(append(p.Judge(), again.Picks(c.n, c.k), PickOverlaps(c.n, c.k, overlaps)))
		}
		alarms.few(t, fmt.Sprintf("%d of %d, %d picks", c.k, c.n, c.runs), c.samples)
	}
}

func common(a, b []int) (n int) {
	for _, v := range a {
		if slices.Contains(b, v) {
			n++
		}
	}
	return n
}

// alarms counts samples in which a test alarms, by level and test.
type alarms map[float64]map[string]int

// count adds the tests that alarm alone, and whether any does if they share the level.
func (a alarms) count(all []Finding) {
	for _, level := range []float64{0.5, 0.1, 0.01} {
		if a[level] == nil {
			a[level] = map[string]int{}
		}
		for _, f := range all {
			if f.LogP < math.Log(level) {
				a[level][f.Test]++
			}
		}
		if len(Alarming(all, level)) > 0 {
			a[level]["all together"]++
		}
	}
}

func (a alarms) few(t *testing.T, name string, samples int) {
	for level, tests := range a {
		mean := float64(samples) * level
		for test, n := range tests {
			if float64(n) > mean+3.7*math.Sqrt(mean*(1-level))+2 {
				t.Errorf("%s, %s: %d alarms in %d samples at level %v", name, test, n, samples, level)
			}
		}
		t.Log(name, level, tests)
	}
}
