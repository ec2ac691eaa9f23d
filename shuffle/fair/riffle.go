package fair

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strings"

	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
)

// maxBits bounds n·m, the bits of the 2^(n·m) ways to riffle n cards m times. The
// largest decks take some seconds.
const maxBits = 64_000

// RiffleDistance returns how far from fair m riffles leave a deck of n cards: the
// total variation distance, from 0 to 1, correctly rounded to a float64. It stays
// near 1 at first and then halves with each riffle: for 52 cards it is 1.000 for
// up to four riffles, and .924 .614 .334 .167 .085 .043 for five to ten.
//
// m riffles are one shuffle with a = 2^m packets, and an order with r rising
// sequences comes up with probability C(a+n-r, n)/a^n, so that
//
//	distance = ½ · Σ A(n,r) · |C(a+n-r, n)/a^n - 1/n!|  over r = 1 … n
//
// where A(n,r) is the Eulerian number. It panics unless 0 <= n <= 2000 and
// 0 <= n·m <= 64,000.
//
// Source: Dave Bayer and Persi Diaconis, "Trailing the dovetail shuffle to its
// lair", Annals of Applied Probability 2 (1992) 294-313.
func RiffleDistance(n, m int) float64 {
	return float(riffleDistance("fair.RiffleDistance", n, m))
}

// RiffleDistanceRat returns RiffleDistance as an exact fraction. It panics as
// RiffleDistance does.
func RiffleDistanceRat(n, m int) *big.Rat {
	return riffleDistance("fair.RiffleDistanceRat", n, m)
}

func riffleDistance(call string, n, m int) *big.Rat {
	checkRiffles(call, n, m)
	return distance(eulerian(n), m)
}

func checkRiffles(call string, n, m int) {
	arg.Range(call, "n", n, 0, maxEulerian)
	arg.Range(call, "m", m, 0, maxBits/max(n, 1))
}

// distance adds up the excesses over the fair share, which others lack. Over the
// denominator n!·a^n an order has the numerator
//
//	F(r) = (a+n-r)·(a+n-r-1)·…·(a-r+1)
//
// and its fair share is a^n. F falls with r, by the factor (a-r)/(a+n-r).
func distance(row []*big.Int, m int) *big.Rat {
	n := int64(len(row) - 1)
	a := new(big.Int).Lsh(big.NewInt(1), uint(m))
	fair := new(big.Int).Lsh(big.NewInt(1), uint(m)*uint(n))
	f := fallingFrom(new(big.Int).Add(a, big.NewInt(n-1)), n)
	above, up, down := new(big.Int), new(big.Int), new(big.Int)
	for r := int64(1); r <= n && f.Cmp(fair) > 0; r++ {
		up.Sub(f, fair)
		above.Add(above, up.Mul(up, row[r]))
		down.Add(a, big.NewInt(n-r))
		f.Mul(f, up.Sub(a, big.NewInt(r))).Div(f, down)
	}
	return new(big.Rat).SetFrac(above, fair.Mul(fair, factorial(int(n))))
}

// fallingFrom returns x·(x-1)·…, with n factors; it is 0 if one of them is.
func fallingFrom(x *big.Int, n int64) *big.Int {
	product, factor := big.NewInt(1), new(big.Int)
	for i := range n {
		product.Mul(product, factor.Sub(x, big.NewInt(i)))
	}
	return product
}

// RiffleProbability returns the probability that m riffles of a sorted deck give
// this order: C(2^m+n-r, n)/2^(m·n), if it has r rising sequences. The cards are
// any different ints. It panics when one occurs twice, for more than 2000 cards,
// and unless 0 <= n·m <= 64,000.
func RiffleProbability(deck []int, m int) *big.Rat {
	const call = "fair.RiffleProbability"
	n := len(deck)
	checkRiffles(call, n, m)
	r := risingSequences(call, deck)
	a := new(big.Int).Lsh(big.NewInt(1), uint(m))
	if a.Cmp(big.NewInt(int64(r))) < 0 {
		return new(big.Rat)
	}
	ways := fallingFrom(a.Add(a, big.NewInt(int64(n-r))), int64(n))
	below := factorial(n)
	return new(big.Rat).SetFrac(ways, below.Lsh(below, uint(m)*uint(n)))
}

// LeastRiffles returns the fewest riffles that can bring a sorted deck into this
// order: the least m with 2^m >= its number of rising sequences. It panics when a
// card occurs twice.
func LeastRiffles(deck []int) int {
	r := risingSequences("fair.LeastRiffles", deck)
	return bits.Len(uint(max(r, 1) - 1))
}

// RiffleReach returns how many of the n! orders m riffles can make: those with at
// most 2^m rising sequences. It panics unless 0 <= n <= 2000 and 0 <= n·m <=
// 64,000.
func RiffleReach(n, m int) *big.Int {
	checkRiffles("fair.RiffleReach", n, m)
	reach := new(big.Int)
	for r, orders := range eulerian(n) {
		if m >= 62 || r <= 1<<m {
			reach.Add(reach, orders)
		}
	}
	return reach
}

// Curve is how far from fair a deck is after each number of riffles.
type Curve struct {
	// Cards is the size of the deck.
	Cards int
	// Distance[m] is RiffleDistance(Cards, m), from m = 0 on.
	Distance []float64
}

// RiffleCurve returns RiffleDistance for 0, 1, … m riffles of n cards. It panics
// as RiffleDistance does.
func RiffleCurve(n, m int) Curve {
	checkRiffles("fair.RiffleCurve", n, m)
	row := eulerian(n)
	c := Curve{n, make([]float64, m+1)}
	for i := range c.Distance {
		c.Distance[i] = float(distance(row, i))
	}
	return c
}

// Enough returns the fewest riffles after which the distance is at most d, and
// false when the curve ends before. It panics when d is NaN.
func (c Curve) Enough(d float64) (riffles int, ok bool) {
	if math.IsNaN(d) {
		arg.Refuse("Curve.Enough", "d = NaN, want 0 to 1")
	}
	for m, distance := range c.Distance {
		if distance <= d {
			return m, true
		}
	}
	return 0, false
}

// Summary says in sentences what the curve is and where it falls.
func (c Curve) Summary() []string {
	lines := []string{fmt.Sprintf("riffles of %s: distance from a fair shuffle", prose.Plural(c.Cards, "card"))}
	if m, ok := c.Enough(math.Nextafter(0.5, 0)); ok {
		lines = append(lines, fmt.Sprintf("It is under one half after %s.", prose.Plural(m, "riffle")))
	}
	return lines
}

// String returns the Summary with a line for each number of riffles.
func (c Curve) String() string {
	summary := c.Summary()
	lines := summary[:1:1]
	for m, d := range c.Distance {
		lines = append(lines, fmt.Sprintf("%7d  %.3f", m, d))
	}
	return strings.Join(append(lines, summary[1:]...), "\n")
}
