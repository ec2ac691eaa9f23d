package joint

import (
	"fmt"
	"math"
	"slices"

	"riffle/shuffle/internal/prose"
)

const picks units = "pick"

// Picks counts the picks of a lottery that takes k of the numbers 1 to n. All that it
// knows is in Counts, whose sums over several samples are the counts of all of them
// together.
type Picks struct {
	n, k int
	// Counts has all counters.
	Counts []int

	// The picks are halved by their numbers: even ones and odd ones.
	runs []int
	// numbers[half][number] and pairs[half][low*n+high] are the tables, of numbers from 0.
	numbers, pairs [2][]int
	// ranked[i*n+number] is how often a number was the i-th smallest.
	ranked []int
	// gaps[i*(n+2)+g] is how often the i-th smallest was g above the one before, where
	// 0 comes before the first, and n+1 follows the last.
	gaps []int
	// How many picks have so many numbers that follow on another, so many even ones and low
	// ones (up to n/2), and each sum, less the least.
	adjacent, even, low, sum []int
	// total is that of the sums.
	total []int
}

// maxSums is how many sums are counted apart, at most.
const maxSums = 4000

// NewPicks returns counters for 0 <= k <= n numbers of n >= 1.
func NewPicks(n, k int) *Picks {
	p := &Picks{n: n, k: k}
	size := 0
	layout := func(take func(n int) []int) {
		p.runs = take(2)
		for half := range 2 {
			p.numbers[half], p.pairs[half] = take(n), take(n*n)
		}
		p.ranked, p.gaps = take(k*n), take((k+1)*(n+2))
		p.adjacent, p.even, p.low, p.total = take(k+1), take(k+1), take(k+1), take(1)
		if sums := k*(n-k) + 1; sums <= maxSums {
			p.sum = take(sums)
		}
	}
	layout(func(n int) []int { size += n; return nil })
	p.Counts = make([]int, size)
	left := p.Counts
	layout(func(n int) (part []int) {
		part, left = left[:n:n], left[n:]
		return part
	})
	return p
}

// Runs is how many picks were counted.
func (p *Picks) Runs() int { return p.runs[0] + p.runs[1] }

// Add counts a pick, whose number says to which half it belongs. The numbers must rise.
func (p *Picks) Add(number int, pick []int) {
	half := number & 1
	p.runs[half]++
	numbers, pairs := p.numbers[half], p.pairs[half]
	last, adjacent, even, low, sum := 0, 0, 0, 0, -p.k*(p.k+1)/2
	for i, v := range pick {
		numbers[v-1]++
		p.ranked[i*p.n+v-1]++
		p.gaps[i*(p.n+2)+v-last]++
		for _, higher := range pick[i+1:] {
			pairs[(v-1)*p.n+higher-1]++
		}
		if i > 0 && v == last+1 {
			adjacent++
		}
		even += 1 - v&1
		if v <= p.n/2 {
			low++
		}
		sum += v
		last = v
	}
	p.gaps[p.k*(p.n+2)+p.n+1-last]++
	p.adjacent[adjacent]++
	p.even[even]++
	p.low[low]++
	p.total[0] += sum
	if p.sum != nil {
		p.sum[sum]++
	}
}

// PickTests are the names of the tests of picks, in their order.
var PickTests = []string{
	"numbers", "pairs", "neighbours", "even and low numbers", "sums", "gaps", "order statistics", "blocks and remainders",
	"chi-square of numbers", "chi-square of pairs",
}

// Judge makes all tests.
func (p *Picks) Judge() []Finding {
	var all []Finding
	for i, test := range []func() worst{
		p.allNumbers, p.allPairs, p.neighbours, p.evensAndLows, p.sums, p.allGaps, p.orderStatistics, p.classes, p.squareNumbers, p.squarePairs,
	} {
		w := worst{}
		if p.k > 0 && p.k < p.n {
			w = test()
		}
		all = append(all, w.finding(PickTests[i]))
	}
	return all
}

func (p *Picks) chance(hits int, probability float64) string {
	return picks.chance(hits, p.Runs(), probability)
}

// allNumbers: a number comes with probability k/n.
func (p *Picks) allNumbers() (w worst) {
	share := float64(p.k) / float64(p.n)
	for v := range p.n {
		hits := both(p.numbers, v)
		if w.binomial(hits, p.Runs(), share) {
			w.text = func() string { return fmt.Sprintf("the number %d came in ", v+1) + p.chance(hits, share) }
		}
	}
	return w
}

// pairShare is the probability of two numbers.
func (p *Picks) pairShare() float64 {
	return float64(p.k) * float64(p.k-1) / (float64(p.n) * float64(p.n-1))
}

func (p *Picks) allPairs() (w worst) {
	for a := range p.n {
		for b := a + 1; b < p.n; b++ {
			hits := both(p.pairs, a*p.n+b)
			if w.binomial(hits, p.Runs(), p.pairShare()) {
				w.text = func() string {
					return fmt.Sprintf("the numbers %d and %d came together in ", a+1, b+1) + p.chance(hits, p.pairShare())
				}
			}
		}
	}
	return w
}

// histogram adds how many picks have each number of something, and their sum.
func (p *Picks) histogram(w *worst, counts []int, law []float64, exactly func(x int) string, average string) {
	total, mean := 0, 0.0
	for x, hits := range counts {
		total += x * hits
		if x < len(law) {
			mean += float64(x) * law[x]
			if w.binomial(hits, p.Runs(), law[x]) {
				w.text = func() string { return exactly(x) + " in " + p.chance(hits, law[x]) }
			}
		}
	}
	w.sum(total, p.Runs(), cumulantOf(law), func() string { return p.average(average, float64(total), mean) })
}

func (p *Picks) average(what string, total, mean float64) string {
	return fmt.Sprintf("%s %s on average of %s, a fair one gives %s", what,
		prose.Fixed(total/float64(p.Runs()), 2), prose.Plural(p.Runs(), "pick"), prose.Fixed(mean, 2))
}

// neighbours: C(k-1,r-1)·C(n-k+1,r) picks consist of r runs of numbers that follow each
// other, and so have k-r neighbours.
func (p *Picks) neighbours() (w worst) {
	law := make([]float64, p.k+1)
	for r := 1; r <= p.k; r++ {
		law[p.k-r] = math.Exp(logChoose(p.k-1, r-1) + logChoose(p.n-p.k+1, r) - logChoose(p.n, p.k))
	}
	p.histogram(&w, p.adjacent, law, func(x int) string {
		if x == 0 {
			return "no number followed on another"
		}
		return "exactly " + prose.Plural(x, "number") + " followed on the one before"
	}, "numbers that follow on another, as 7 on 6:")
	return w
}

// allGaps: all gaps have the same law. C(n-g,k-1) picks begin with a gap of g.
func (p *Picks) allGaps() (w worst) {
	for i := range p.k + 1 {
		for g := 1; g <= p.n; g++ {
			hits, share := p.gaps[i*(p.n+2)+g], math.Exp(logChoose(p.n-g, p.k-1)-logChoose(p.n, p.k))
			if w.binomial(hits, p.Runs(), share) {
				w.text = func() string {
					what := fmt.Sprintf("number %d of a pick in rising order was %d above the one before", i+1, g)
					switch i {
					case 0:
						what = fmt.Sprintf("the lowest number was %d", g)
					case p.k:
						what = fmt.Sprintf("the highest number was %d", p.n+1-g)
					}
					return what + " in " + p.chance(hits, share)
				}
			}
		}
	}
	return w
}

// orderStatistics: v is the i-th smallest in C(v-1,i-1)·C(n-v,k-i) picks.
func (p *Picks) orderStatistics() (w worst) {
	for i := 1; i <= p.k; i++ {
		for v := 1; v <= p.n; v++ {
			hits, share := p.ranked[(i-1)*p.n+v-1], math.Exp(logChoose(v-1, i-1)+logChoose(p.n-v, p.k-i)-logChoose(p.n, p.k))
			if w.binomial(hits, p.Runs(), share) {
				w.text = func() string {
					return fmt.Sprintf("number %d of a pick in rising order was %d in ", i, v) + p.chance(hits, share)
				}
			}
		}
	}
	return w
}

// sums: the variance of the sum is k(n-k)(n+1)/12.
func (p *Picks) sums() (w worst) {
	n, k := float64(p.n), float64(p.k)
	least, mean := k*(k+1)/2, k*(n-k)/2
	text := func() string {
		return p.average("sums of the numbers:", float64(p.total[0])+least*float64(p.Runs()), mean+least)
	}
	if p.sum == nil {
		excess := float64(p.total[0]) - mean*float64(p.Runs())
		variance := float64(p.Runs()) * k * (n - k) * (n + 1) / 12
		w.bound(bernstein(excess, variance, mean), text)
		w.bound(bernstein(-excess, variance, mean), text)
		return w
	}
	law := sums(p.n, p.k)
	for x, hits := range p.sum {
		if w.binomial(hits, p.Runs(), law[x]) {
			w.text = func() string {
				return fmt.Sprintf("the sum of the numbers was %d in ", x+p.k*(p.k+1)/2) + p.chance(hits, law[x])
			}
		}
	}
	// A sum that is spread too little, or too far, has the right mean.
	for most := 1.0; most < mean; most *= 1.5 {
		near, share := 0, 0.0
		for x, hits := range p.sum {
			if math.Abs(float64(x)-mean) <= most {
				near += hits
				share += law[x]
			}
		}
		if w.binomial(near, p.Runs(), min(share, 1)) {
			w.text = func() string {
				return fmt.Sprintf("the sum of the numbers was %.0f to %.0f in ", math.Ceil(mean+least-most), math.Floor(mean+least+most)) + p.chance(near, share)
			}
		}
	}
	w.sum(p.total[0], p.Runs(), cumulantOf(law), text)
	return w
}

func (p *Picks) evensAndLows() (w worst) {
	p.histogram(&w, p.even, hypergeometric(p.n, p.n/2, p.k), func(x int) string {
		return "there were exactly " + prose.Plural(x, "even number")
	}, "even numbers:")
	p.histogram(&w, p.low, hypergeometric(p.n, p.n/2, p.k), func(x int) string {
		return fmt.Sprintf("exactly %s from 1 to %d", prose.Plural(x, "number")+" came", p.n/2)
	}, fmt.Sprintf("numbers from 1 to %d:", p.n/2))
	return w
}

// classes: how many numbers of a pick are in a block, or leave a remainder, is
// hypergeometric.
func (p *Picks) classes() (w worst) {
	add := func(in func(v int) bool, name func() string) {
		all, total := 0, 0
		for v := 1; v <= p.n; v++ {
			if in(v) {
				all++
				total += both(p.numbers, v-1)
			}
		}
		if all == 0 || all == p.n {
			return
		}
		w.sum(total, p.Runs(), cumulantOf(hypergeometric(p.n, all, p.k)), func() string {
			mean := float64(all) * float64(p.k) / float64(p.n)
			return fmt.Sprintf("numbers %s came %s times in %s, a fair one gives %s", name(), prose.Int(total),
				prose.Plural(p.Runs(), "pick"), about(mean*float64(p.Runs())))
		})
	}
	for parts := 2; parts <= 8 && parts < p.n; parts *= 2 {
		for i := range parts {
			from, to := i*p.n/parts, (i+1)*p.n/parts
			add(func(v int) bool { return v > from && v <= to }, func() string { return fmt.Sprintf("from %d to %d", from+1, to) })
		}
	}
	for m := 3; m <= 10 && m < p.n; m++ {
		for r := range m {
			add(func(v int) bool { return v%m == r }, func() string { return fmt.Sprintf("that leave %d divided by %d", r, m) })
		}
	}
	return w
}

// squareNumbers: the score of a pick is ΣD(number), of which k are picked without
// replacement; D adds up to 0.
func (p *Picks) squareNumbers() (w worst) {
	n, k := float64(p.n), float64(p.k)
	scores, sum := halves(p.numbers, p.runs, k/n, every)
	variance := float64(p.runs[1]) * k * (n - k) / (n * (n - 1)) * squares(scores)
	w.bound(bernstein(sum, variance, highest(scores, p.k)), func() string {
		v := p.furthest(p.numbers, k/n, every)
		return "some numbers are preferred, by little each but all together by more than chance: " +
			fmt.Sprintf("%d came in ", v+1) + p.chance(both(p.numbers, v), k/n)
	})
	return w
}

// squarePairs: the score of a pick is ΣD(a,b) over its pairs. Two pairs may be the
// same, share a number, or share none.
func (p *Picks) squarePairs() (w worst) {
	if p.k < 2 {
		return w
	}
	n, k := float64(p.n), float64(p.k)
	counted := func(i int) bool { return i/p.n < i%p.n }
	scores, sum := halves(p.pairs, p.runs, p.pairShare(), counted)
	lines := make([]float64, p.n)
	whole := make([]float64, p.n*p.n)
	total := 0.0
	for i, s := range scores {
		if !counted(i) {
			continue
		}
		lines[i/p.n] += s
		lines[i%p.n] += s
		whole[i], whole[i%p.n*p.n+i/p.n] = s, s
		total += s
	}
	all := squares(scores)
	sharing := squares(lines) - 2*all
	two := p.pairShare()
	three, four := two*(k-2)/max(1, n-2), 0.0
	if p.n > 3 {
		four = three * (k - 3) / (n - 3)
	}
	mean := two * total
	variance := two*all + three*sharing + four*(total*total-all-sharing) - mean*mean
	best := make([]float64, p.n)
	for v := range best {
		best[v] = highest(whole[v*p.n:(v+1)*p.n], p.k-1)
	}
	w.bound(bernstein(sum, float64(p.runs[1])*max(0, variance), highest(best, p.k)/2-mean), func() string {
		i := p.furthest(p.pairs, p.pairShare(), counted)
		return "some pairs are preferred, by little each but all together by more than chance: " +
			fmt.Sprintf("%d and %d came together in ", i/p.n+1, i%p.n+1) + p.chance(both(p.pairs, i), p.pairShare())
	})
	return w
}

// highest is the sum of the k highest.
func highest(numbers []float64, k int) (sum float64) {
	sorted := slices.Sorted(slices.Values(numbers))
	for _, x := range sorted[max(0, len(sorted)-k):] {
		sum += x
	}
	return sum
}

// furthest is the cell that is furthest from what is expected.
func (p *Picks) furthest(counts [2][]int, share float64, counted func(cell int) bool) (cell int) {
	by := -1.0
	for i := range counts[0] {
		if off := math.Abs(float64(both(counts, i)) - float64(p.Runs())*share); counted(i) && off > by {
			cell, by = i, off
		}
	}
	return cell
}

// PickOverlaps tests how many numbers each pick shares with the one before: counts[x] is
// how many share x. The law is hypergeometric, and the same whatever the one before was,
// so the overlaps are independent.
func PickOverlaps(n, k int, counts []int) Finding {
	p := &Picks{n: n, k: k, runs: []int{0, 0}}
	for _, hits := range counts {
		p.runs[0] += hits
	}
	var w worst
	if k > 0 && k < n {
		p.histogram(&w, counts, hypergeometric(n, k, k), func(x int) string {
			return "exactly " + prose.Plural(x, "number") + " of the pick before came again"
		}, "numbers of the pick before that come again:")
	}
	return w.finding("overlaps")
}
