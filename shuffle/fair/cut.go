package fair

import (
	"fmt"
	"math"
	"math/big"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
)

// maxCut is the largest deck to cut.
const maxCut = 10_000

// CutLaw returns the probabilities that a riffle cuts 0, 1, … n of n cards off
// the top: C(n,c)/2^n, as for c heads in n tosses of a coin. It panics unless 0
// <= n <= 10,000.
func CutLaw(n int) []*big.Rat {
	arg.Range("fair.CutLaw", "n", n, 0, maxCut)
	law := make([]*big.Rat, n+1)
	ways, total := big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(n))
	for c := range law {
		law[c] = new(big.Rat).SetFrac(ways, total)
		ways.Mul(ways, big.NewInt(int64(n-c))).Div(ways, big.NewInt(int64(c+1)))
	}
	return law
}

// SupNorm returns the largest difference between a share in a sample and its
// probability: max |counts[i]/total - law[i]|. It panics when the lengths differ,
// when a count is negative, and when the counts add up to 0.
func SupNorm(counts []int, law []*big.Rat) float64 {
	const call = "fair.SupNorm"
	if len(counts) != len(law) {
		arg.Refuse(call, "%d counts and %d probabilities, want as many of each", len(counts), len(law))
	}
	total := 0
	for i, n := range counts {
		if n < 0 {
			arg.Refuse(call, "counts[%d] = %d, want at least 0", i, n)
		}
		if law[i] == nil {
			arg.Refuse(call, "law[%d] is nil, want a probability", i)
		}
		total += n
	}
	arg.AtLeast(call, "the sum of counts", total, 1)
	largest := 0.0
	for i, n := range counts {
		largest = math.Max(largest, math.Abs(float64(n)/float64(total)-float(law[i])))
	}
	return largest
}

// CutSample counts where a sample of decks was cut.
type CutSample struct {
	// Cards is the size of the decks. Counts[c] is how many of the Runs cuts took
	// c cards off the top.
	Cards, Runs int
	Counts      []int
	// SupNorm is the largest difference between a share and its probability.
	// For 52 cards and 100,000 cuts it rarely exceeds 0.0025.
	SupNorm float64
}

// SampleCuts cuts a deck of n cards runs times, each time after as many cards as
// there are heads among n tosses, where a Float64 below 1/2 is heads. Without a
// generator it uses all cores. It panics unless 0 <= n <= 10,000 and runs >= 1.
func SampleCuts(n, runs int, rng ...shuffle.PRNG) CutSample {
	const call = "fair.SampleCuts"
	arg.Range(call, "n", n, 0, maxCut)
	s := CutSample{Cards: n}
	s.Counts, s.Runs = sample(call, runs, rng, n+1, func(counts []int) func(shuffle.PRNG) {
		return func(rng shuffle.PRNG) {
			heads := 0
			for range n {
				if rng.Float64() < 0.5 {
					heads++
				}
			}
			counts[heads]++
		}
	})
	if s.Runs > 0 {
		s.SupNorm = SupNorm(s.Counts, CutLaw(n))
	}
	return s
}

// String returns the deviation, and what chance gives: two standard deviations of
// the likeliest cut, sqrt(p(1-p)/runs) each, which 19 of 20 samples keep within.
func (s CutSample) String() string {
	if s.Runs == 0 {
		return "no cuts"
	}
	p := float(CutLaw(s.Cards)[s.Cards/2])
	return prose.Wrap(fmt.Sprintf("%s of %s: sup-norm deviation %.6f, two standard deviations of the likeliest cut are %.6f",
		prose.Plural(s.Runs, "cut"), prose.Plural(s.Cards, "card"), s.SupNorm, 2*math.Sqrt(p*(1-p)/float64(s.Runs))))
}

// maxMerges is the most merges that are listed.
const maxMerges = 1_000_000

// Merges returns all ways to merge two packets into one deck without changing the
// order of either, C(a+b, a) for packets of a and b cards: 252 for 5 and 5. After
// a cut, a riffle makes each with the same probability. Those that take cards
// from the first packet early come first. It panics when there are more than a
// million.
func Merges(first, second []int) [][]int {
	const call = "fair.Merges"
	a, b := len(first), len(second)
	if !fewMerges(a, b) {
		arg.Refuse(call, "packets of %d and %d cards have more than %s merges, want fewer", a, b, prose.Int(maxMerges))
	}
	var all [][]int
	deck := make([]int, 0, a+b)
	var merge func(first, second []int)
	merge = func(first, second []int) {
		if len(first)+len(second) == 0 {
			all = append(all, append([]int(nil), deck...))
			return
		}
		for i, packet := range [][]int{first, second} {
			if len(packet) == 0 {
				continue
			}
			deck = append(deck, packet[0])
			if i == 0 {
				merge(first[1:], second)
			} else {
				merge(first, second[1:])
			}
			deck = deck[:len(deck)-1]
		}
	}
	merge(first, second)
	return all
}

// fewMerges reports whether C(a+b, a) is small enough. Each factor makes the
// product larger, so the loop ends soon.
func fewMerges(a, b int) bool {
	ways := 1
	for i := 1; i <= min(a, b); i++ {
		if ways = ways * (max(a, b) + i) / i; ways > maxMerges {
			return false
		}
	}
	return true
}
