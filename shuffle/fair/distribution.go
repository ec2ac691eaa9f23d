package fair

import (
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"

	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// Distribution is the exact probability of each order of a deck. Exact makes one;
// the zero value has no orders.
type Distribution struct {
	shuffle Shuffle
	ways    int // played, 0 if steps were followed
	// census counts, of total equally likely ways, those that lead to each order.
	census
	total *big.Int
}

// N returns the number of cards.
func (d *Distribution) N() int { return d.n }

// P returns the probability of an order, given as its cards from the top: d.P(1,
// 3, 2). It is 0 for anything that isn't an order of the deck.
func (d *Distribution) P(order ...int) *big.Rat {
	i, ok := d.find(order)
	if !ok {
		return new(big.Rat)
	}
	return d.p(i)
}

func (d *Distribution) p(i int) *big.Rat {
	return new(big.Rat).SetFrac(d.count(i, new(big.Int)), d.total)
}

// Count returns how many of the Total ways lead to an order.
func (d *Distribution) Count(order ...int) *big.Int {
	count := new(big.Rat).SetInt(d.Total())
	return count.Mul(count, d.P(order...)).Num()
}

// Total returns how many equally likely ways to draw there are or, if they aren't
// all equally likely, the common denominator of the probabilities.
func (d *Distribution) Total() *big.Int {
	if d.total == nil {
		return new(big.Int)
	}
	return new(big.Int).Set(d.total)
}

// ShowsCounts reports whether String writes counts beside the probabilities: where the
// fractions don't show them, as 7/27 doesn't show 21 of 81, and the numbers are short.
func (d *Distribution) ShowsCounts() bool {
	const most = 9_999_999
	total := d.Total()
	if !total.IsInt64() || total.Int64() > most {
		return false
	}
	for _, p := range d.All() {
		if p.Denom().Cmp(total) != 0 {
			return true
		}
	}
	return false
}

// Len returns how many orders come up at all.
func (d *Distribution) Len() int { return d.len() }

// All returns the orders that come up, in lexicographic order, with their
// probabilities. The caller may keep and change them.
func (d *Distribution) All() iter.Seq2[[]int, *big.Rat] {
	return func(yield func([]int, *big.Rat) bool) {
		for i := range d.len() {
			if !yield(d.order(i), d.p(i)) {
				return
			}
		}
	}
}

// Map returns the probabilities of the orders that come up. The keys are the
// cards separated by spaces: "1 3 2".
func (d *Distribution) Map() map[string]*big.Rat {
	m := make(map[string]*big.Rat, d.len())
	for i := range d.len() {
		m[cards(d.order(i))] = d.p(i)
	}
	return m
}

// Fair returns the probability of each order under a fair shuffle, 1/n!.
func (d *Distribution) Fair() *big.Rat {
	return new(big.Rat).SetFrac(big.NewInt(1), factorial(d.n))
}

// IsFair reports whether every order has that probability.
func (d *Distribution) IsFair() bool { return d.TotalVariation().Sign() == 0 }

// TotalVariation returns how far the shuffle is from fair: the largest difference
// in the probability of any set of orders. It is half the sum of |p - 1/n!| over
// all orders, from 0 to 1.
func (d *Distribution) TotalVariation() *big.Rat {
	// The excess of some orders over the fair share is what others lack, so half
	// the sum is the sum of the excesses. With p = count/total they are (count·n!
	// - total)/(total·n!), for the counts above total/n!.
	if d.total == nil {
		return new(big.Rat)
	}
	f := factorial(d.n)
	share := new(big.Int).Div(d.total, f)
	sum, count, above := new(big.Int), new(big.Int), int64(0)
	for i := range d.len() {
		if d.count(i, count).Cmp(share) > 0 {
			sum.Add(sum, count)
			above++
		}
	}
	sum.Mul(sum, f)
	sum.Sub(sum, new(big.Int).Mul(d.total, big.NewInt(above)))
	return new(big.Rat).SetFrac(sum, f.Mul(f, d.total))
}

// Positions returns the probability that each card ends in each position. It panics when
// it is stopped, as an exact result needs all orders.
func (d *Distribution) Positions() *ExactPositions {
	if d.total == nil {
		return &ExactPositions{}
	}
	m := trials.Begin("orders", d.len())
	defer m.End()
	sums, order := newWides(d.n*d.n, d.total.BitLen()), make([]int, d.n)
	for i := range d.len() {
		nextExact("Distribution.Positions", m)
		d.read(i, order)
		count := d.digits(i)
		for position, card := range order {
			sums.add((card-1)*d.n+position, count, 1)
		}
	}
	made, e := newFractions(d.total), &ExactPositions{P: make([][]*big.Rat, d.n)}
	for card := range e.P {
		e.P[card] = make([]*big.Rat, d.n)
		for position := range e.P[card] {
			e.P[card][position] = made.of(sums.value(card*d.n + position))
		}
	}
	return e
}

// Verdict says in words how fair the shuffle is, with the order furthest from its
// share, as in "order 1 3 2 comes up 5/27, a fair shuffle gives 1/6".
func (d *Distribution) Verdict() string {
	fair := d.Fair()
	switch {
	case d.n < 2:
		return "there is only one order, and every shuffle is fair"
	case d.IsFair():
		return fmt.Sprintf("every order comes up %s: the shuffle is fair", d.fairText())
	}
	worst, p := d.worst()
	if p.Sign() == 0 {
		return fmt.Sprintf("order %s never comes up, a fair shuffle gives %s", cards(worst), d.fairText())
	}
	return fmt.Sprintf("order %s comes up %s, a fair shuffle gives %s", cards(worst), beside(p, fair), d.fairText())
}

// fairText writes 1/n!, as a number if it is short.
func (d *Distribution) fairText() string {
	const most = 10
	if d.n <= most {
		return ratio(d.Fair())
	}
	return fmt.Sprintf("1/%d!", d.n)
}

// beside writes a probability in a way that shows its difference from another.
func beside(p, fair *big.Rat) string {
	difference := new(big.Rat).Sub(p, fair)
	if len(p.RatString()) > maxRatio && math.Abs(float(difference)) < 0.001*float(fair) {
		return fmt.Sprintf("%s %s %.2g", ratio(fair), map[int]string{-1: "-", 1: "+"}[difference.Sign()], math.Abs(float(difference)))
	}
	return ratio(p)
}

// worst returns the order whose probability is furthest from the fair one. Of
// several it prefers one that comes up too often, and the first.
func (d *Distribution) worst() (order []int, p *big.Rat) {
	most := 0
	for i := range d.len() {
		if d.compare(i, most) > 0 {
			most = i
		}
	}
	least, low := d.rarest()
	p, fair := d.p(most), d.Fair()
	above, below := new(big.Rat).Sub(p, fair), new(big.Rat).Sub(fair, low)
	if above.Cmp(below) >= 0 {
		return d.order(most), p
	}
	return least, low
}

// rarest returns the first of the least likely orders.
func (d *Distribution) rarest() (order []int, p *big.Rat) {
	if missing := d.missing(); missing != nil {
		return missing, new(big.Rat)
	}
	least := 0
	for i := range d.len() {
		if d.compare(i, least) < 0 {
			least = i
		}
	}
	return d.order(least), d.p(least)
}

// missing returns the first order that never comes up, nil if all do.
func (d *Distribution) missing() []int {
	if d.packed != nil && d.ranks == nil {
		return nil
	}
	order, next := identity(d.n), make([]int, d.n)
	for i := 0; ; i++ {
		if i == d.len() {
			return order
		}
		if d.read(i, next); !slices.Equal(order, next) {
			return order
		}
		if !nextOrder(order) {
			return nil
		}
	}
}

// nextOrder turns an order into its lexicographic successor, and reports whether
// there is one: the shortest tail that isn't falling gets the next larger card in
// front, followed by the others in rising order.
func nextOrder(order []int) bool {
	i := len(order) - 2
	for i >= 0 && order[i] > order[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(order) - 1
	for order[j] < order[i] {
		j--
	}
	order[i], order[j] = order[j], order[i]
	slices.Reverse(order[i+1:])
	return true
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// cards writes an order, as in "1 3 2", and shortens a long one.
func cards(order []int) string {
	const most = 12
	s := strings.Trim(fmt.Sprint(order[:min(len(order), most)]), "[]")
	if len(order) > most {
		s += fmt.Sprintf(" … %d", order[len(order)-1])
	}
	return s
}

// maxRatio is the longest fraction that is written out.
const maxRatio = 17

// ratio writes a fraction, or a decimal if that is too long.
func ratio(p *big.Rat) string {
	if s := p.RatString(); len(s) <= maxRatio {
		return s
	}
	return fmt.Sprintf("%.4g", float(p))
}

func float(p *big.Rat) float64 {
	f, _ := p.Float64()
	return f
}

// verdict writes a verdict as a sentence of its own.
func verdict(v string) string { return prose.Wrap("Verdict: " + v + ".") }

const (
	// listed is the most orders that are listed one by one.
	listed = 24
	// extremes is how many are listed at each end if there are more.
	extremes = 6
)

// Summary says in sentences what was counted and what came of it, all but the
// Verdict.
func (d *Distribution) Summary() []string {
	if d.total == nil {
		return nil
	}
	lines := []string{d.heading()}
	if !d.IsFair() {
		lines = append(lines, fmt.Sprintf("Total variation from a fair shuffle: %s.", described(d.TotalVariation())))
	}
	return lines
}

// String returns the Summary with the probabilities and the Verdict, in lines of at
// most 80 columns. Of more than 24 orders it lists the likeliest and the rarest.
func (d *Distribution) String() string {
	if d.total == nil {
		return "no orders"
	}
	summary, counts := d.Summary(), d.ShowsCounts()
	lines := summary[:1:1]
	if f := factorial(d.n); f.IsInt64() && f.Int64() <= listed {
		order := identity(d.n)
		for more := true; more; more = nextOrder(order) {
			lines = append(lines, d.row(order, d.P(order...), counts))
		}
	} else {
		lines = append(lines, d.ends(counts)...)
	}
	return concluded(append(lines, summary[1:]...), d.Verdict())
}

// heading says what was counted.
func (d *Distribution) heading() string {
	return fmt.Sprintf("%s: %s, %s", prose.Plural(d.n, "card"), waysToDraw(d.total), d.reach())
}

// waysToDraw writes how many ways to draw there are.
func waysToDraw(total *big.Int) string {
	number := total.String()
	switch {
	case number == "1":
		return "1 equally likely way to draw"
	case total.IsInt64():
		number = prose.Int(int(total.Int64()))
	case len(number) > 20:
		number = fmt.Sprintf("about 10^%d", len(number)-1)
	}
	return number + " equally likely ways to draw"
}

// reach says how many of all orders come up.
func (d *Distribution) reach() string {
	all := factorial(d.n)
	switch {
	case all.IsInt64() && all.Int64() == int64(d.len()):
		if d.len() == 1 {
			return "one order"
		}
		return fmt.Sprintf("all %s orders", prose.Int(d.len()))
	case all.IsInt64():
		return fmt.Sprintf("%s of %s orders", prose.Int(d.len()), prose.Int(int(all.Int64())))
	}
	return fmt.Sprintf("%s of about 10^%d orders", prose.Int(d.len()), len(all.String())-1)
}

// row writes one order: cards, the count if it is wanted, fraction, percent.
func (d *Distribution) row(order []int, p *big.Rat, counts bool) string {
	name := cards(order)
	if d.n > 10 {
		return fmt.Sprintf("%-40.40s  %s", name, described(p))
	}
	if counts {
		total := prose.Int(int(d.Total().Int64()))
		name += fmt.Sprintf("  %*s of %s", len(total), prose.Int(int(d.Count(order...).Int64())), total)
	}
	return fmt.Sprintf("%s  %15s  %8.4f %%", name, ratio(p), 100*float(p))
}

// ends lists the likeliest and the rarest orders, of equal ones the first and the last.
func (d *Distribution) ends(counts bool) []string {
	likelier := func(i, j int) bool { return d.compare(i, j) > 0 }
	rarer := func(i, j int) bool { return d.compare(i, j) <= 0 }
	first := firsts(d.len(), min(extremes, d.len()), likelier)
	last := firsts(d.len(), min(extremes, d.len()-len(first)), rarer)
	slices.Reverse(last)
	var lines []string
	for _, i := range first {
		lines = append(lines, d.row(d.order(i), d.p(i), counts))
	}
	if between := d.len() - len(first) - len(last); between > 0 {
		lines = append(lines, fmt.Sprintf("… %s orders between …", prose.Int(between)))
	}
	for _, i := range last {
		lines = append(lines, d.row(d.order(i), d.p(i), counts))
	}
	return lines
}

// firsts returns the k numbers below n that come before all others, where before says
// whether a number comes before a smaller one.
func firsts(n, k int, before func(i, j int) bool) []int {
	best := make([]int, 0, k+1)
	for i := range n {
		at := len(best)
		for at > 0 && before(i, best[at-1]) {
			at--
		}
		if at < k {
			best = slices.Insert(best, at, i)
			best = best[:min(len(best), k)]
		}
	}
	return best
}

// described writes a fraction and its decimal value.
func described(p *big.Rat) string {
	if s := p.RatString(); len(s) <= 28 {
		return fmt.Sprintf("%s = %.6g", s, float(p))
	}
	return fmt.Sprintf("%.6g", float(p))
}
