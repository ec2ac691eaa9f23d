package fair

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// ExactPositions is the exact probability that each card ends in each position.
type ExactPositions struct {
	// P[card-1][position-1] is the probability that the card ends there. Equal ones
	// may be one and the same: copy one before you change it.
	P [][]*big.Rat
}

const (
	// maxStepWays is the most ways of a step that are played one by one.
	maxStepWays = 1_000_000
	// maxFractions is the most bytes of fractions.
	maxFractions = 1 << 30
	// maxPaths is the most bytes of paths of all steps: pathSize for each, and numberSize
	// for the ways of those that are counted one by one.
	maxPaths   = 1 << 30
	pathSize   = 16
	numberSize = 48
	// maxCarried is the most moves of a card that are counted or carried, which takes
	// some minutes, of numbers of few bits; those of moveBits, half of which the counts
	// have on average, take twice as long.
	maxCarried = 10_000_000_000
	moveBits   = 1 << 13
)

// ExactMatrix returns the probability that each card ends in each position, as
// exact fractions. They are all 1/n if the shuffle is fair, but not only then: a
// cut is no fair shuffle, yet takes every card everywhere. The shuffle is a
// [shuffle.Shuffler] or any other function that [Shuffle] describes.
//
// For shuffles of package shuffle that consist of independent steps, the deck may
// have 1,000 cards, or 62 for riffles: where a card is after a step depends only on
// where it was before, so the probabilities of its positions are carried from step to
// step, n numbers instead of n!, for each card, on all cores. It panics when the
// fractions would take more than a gigabyte; those of Naive have n·log2(n) bits, and
// those of 1,000 cards take half of one, and some minutes. It also panics when the steps
// together have too many ways for some minutes, as many exchanges of a large deck do.
// Any other shuffle is played through as in Exact, and ExactMatrix panics where Exact
// does.
func ExactMatrix(f any, n ...int) *ExactPositions {
	const call = "fair.ExactMatrix"
	s, cards := sized(call, f, n)
	defer s.Close()
	e, _ := exactMatrix(call, s.Deal, cards)
	return e
}

// exactMatrix also returns the fractions, nil if the shuffle was played through.
func exactMatrix(call string, s Shuffle, n int) (*ExactPositions, *fractions) {
	checkShuffle(call, s, n, 0, maxCards)
	script := newScript(call, s, n)
	script.fits = carries
	script.listen()
	if !script.described() {
		return exact(call, s, n).Positions(), nil
	}
	checkCarried(call, n, leastWork(script.steps, n))
	m := trials.Begin("steps and cards", len(script.steps)+n)
	defer m.End()
	total := waysOfAll(script.steps)
	c := &carriage{call: call, meter: m, n: n, grids: gridsOf(call, script.steps, n, total.BitLen(), m)}
	made := newFractions(total)
	e := &ExactPositions{P: make([][]*big.Rat, n)}
	c.carryCards(func(carried int, r row) {
		e.P[r.card] = make([]*big.Rat, n)
		for position, count := range r.counts {
			e.P[r.card][position] = made.of(count)
		}
		if carried == samples {
			checkFractions(call, n, made)
		}
		if carried%32 == 0 {
			made.collect()
		}
	})
	return e, made
}

// nextExact goes on with an exact computation, unless it was stopped.
func nextExact(call string, m *trials.Meter) {
	if m.Next(); m.Stopped() {
		stoppedExact(call)
	}
}

// checkFractions refuses a matrix that takes too much memory, if all cards are as those
// of the first samples.
func checkFractions(call string, n int, made *fractions) {
	if size := made.expected(n); size > maxFractions {
		arg.Refuse(call, "n = %d takes %.1f GB of fractions, want at most 1.0 GB: try a smaller deck; fair.Matrix samples instead",
			n, size/maxFractions)
	}
}

// newRow returns n zeros.
func newRow(n int) []*big.Int {
	row := make([]*big.Int, n)
	for i := range row {
		row[i] = new(big.Int)
	}
	return row
}

// path is how many ways of a step take a card to a position.
type path struct {
	to   int
	ways *big.Int
}

// gridsOf returns the paths of each step. It refuses steps that take too long to count,
// and paths that take too long to go or too much memory.
func gridsOf(call string, steps []shuffle.Step, n, bits int, m *trials.Meter) [][][]path {
	grids, paths, size := make([][][]path, len(steps)), 0, 0
	for i, step := range steps {
		nextExact(call, m)
		grids[i] = gridOf(call, step, n)
		each := pathSize
		if step.Moves != nil {
			each += numberSize
		}
		for _, p := range grids[i] {
			paths += len(p)
			size += each * len(p)
		}
		// Steps are much alike, so a few of them tell what all will take.
		if size > maxPaths || i == 16 && size/i > 4*maxPaths/len(steps) {
			arg.Refuse(call, "n = %d takes more than a gigabyte for the moves of %d steps: try a smaller deck or fewer steps; fair.Matrix samples instead",
				n, len(steps))
		}
		checkCarried(call, n, float64(n)*float64(paths)*(1+float64(bits)/moveBits))
	}
	return grids
}

// countingWork is how many moves of a card it takes to count the paths of the steps.
func countingWork(steps []shuffle.Step, n int) (work float64) {
	for _, step := range steps {
		ways := float64(step.Ways)
		if step.Moves != nil {
			ways = 0
		}
		work += float64(n) * (ways + float64(n))
	}
	return work
}

// leastWork is that, or how many moves of a card it takes to carry all if each position
// has one path, whichever is more.
func leastWork(steps []shuffle.Step, n int) float64 {
	paths := float64(n) * float64(len(steps))
	return math.Max(countingWork(steps, n), float64(n)*paths*(1+bitsOfAll(steps)/moveBits))
}

// carries reports whether ExactMatrix takes the deck, as far as can be told before the
// paths of the steps are counted.
func carries(s *script) bool {
	if s.described() {
		return leastWork(s.steps, s.n) <= maxCarried
	}
	return playable(s)
}

func checkCarried(call string, n int, work float64) {
	if work > maxCarried {
		arg.Refuse(call, "n = %d takes the work of %s moves of cards or more, want at most %s: try a smaller deck or fewer steps; fair.Matrix samples instead",
			n, prose.About(work), prose.Int(maxCarried))
	}
}

// gridOf counts, for each position, the ways of a step that lead to each other
// position.
func gridOf(call string, step shuffle.Step, n int) [][]path {
	paths := make([][]path, n)
	ways := waysOf(call, step, n)
	for from := range paths {
		all := new(big.Int)
		for to := range n {
			if w := ways(from, to); w != nil && w.Sign() > 0 {
				paths[from] = append(paths[from], path{to, w})
				all.Add(all, w)
			}
		}
		if step.Moves != nil && all.Cmp(big.NewInt(int64(step.Ways))) != 0 {
			arg.Refuse(call, "the Moves of a step take a card from position %d in %v ways, want %d, its Ways", from+1, all, step.Ways)
		}
	}
	return paths
}

// waysOf returns a function that counts the ways of a step from one position to
// another: the step's own, or one that plays all ways first.
func waysOf(call string, step shuffle.Step, n int) func(from, to int) *big.Int {
	if step.Moves != nil {
		return func(from, to int) *big.Int { return step.Moves(n, from, to) }
	}
	if step.Ways > maxStepWays {
		arg.Refuse(call, "the shuffle has a step of %d ways, want at most %d", step.Ways, maxStepWays)
	}
	count := countMoves(call, step, n)
	known := map[int64]*big.Int{} // most counts are 0, 1 or n-1
	for _, c := range count {
		if known[c] == nil {
			known[c] = big.NewInt(c)
		}
	}
	return func(from, to int) *big.Int { return known[count[from*n+to]] }
}

// countMoves plays all ways of a step, and counts for a card in each position those that
// take it to each other one.
func countMoves(call string, step shuffle.Step, n int) (count []int64) {
	count = make([]int64, n*n)
	deck, seen := make([]int, n), make([]int, n)
	for way := range step.Ways {
		for i := range deck {
			deck[i] = i + 1
		}
		step.Act(deck, way)
		for to, card := range deck {
			from := card - 1
			if uint(from) >= uint(n) || seen[from] > way {
				checkOrder(call, deck)
			}
			seen[from] = way + 1
			count[from*n+to]++
		}
	}
	return count
}

// carry carries the counts of a card's positions through a step.
func carry(now, next []*big.Int, paths [][]path) {
	for _, sum := range next {
		sum.SetInt64(0)
	}
	var product big.Int
	for from, count := range now {
		if count.Sign() == 0 {
			continue
		}
		for _, p := range paths[from] {
			switch sum := next[p.to]; {
			case p.ways.Cmp(one) == 0:
				sum.Add(sum, count)
			case sum.Sign() == 0:
				sum.Mul(count, p.ways)
			default:
				sum.Add(sum, product.Mul(count, p.ways))
			}
		}
	}
}

var one = big.NewInt(1)

// At returns the probability that a card ends in a position, both counted from 1.
// It panics unless both are from 1 to n.
func (e *ExactPositions) At(card, position int) *big.Rat {
	const call = "ExactPositions.At"
	arg.Range(call, "card", card, 1, len(e.P))
	arg.Range(call, "position", position, 1, len(e.P))
	return new(big.Rat).Set(e.P[card-1][position-1])
}

// worst returns the first of the cells furthest from 1/n.
func (e *ExactPositions) worst() (card, position int, distance *big.Rat) {
	fair := big.NewRat(1, int64(max(1, len(e.P))))
	distance = new(big.Rat)
	for c, row := range e.P {
		for p, share := range row {
			d := new(big.Rat).Sub(share, fair)
			if d.Abs(d).Cmp(distance) > 0 {
				card, position, distance = c+1, p+1, d
			}
		}
	}
	return card, position, distance
}

// never returns the last cell that is 0, or 0 and 0 if there is none.
func (e *ExactPositions) never() (card, position int) {
	for c, row := range e.P {
		for p, share := range row {
			if share.Sign() == 0 {
				card, position = c+1, p+1
			}
		}
	}
	return card, position
}

// Verdict says in words what is wrong with the positions, such as "position 52
// never holds card 52".
func (e *ExactPositions) Verdict() string {
	n := len(e.P)
	if n < 2 {
		return "there are no two positions, and every shuffle is fair"
	}
	card, position, distance := e.worst()
	if distance.Sign() == 0 {
		return fmt.Sprintf("every card ends in every position with probability 1/%d", n)
	}
	if c, p := e.never(); c > 0 {
		return fmt.Sprintf("position %d never holds card %d", p, c)
	}
	return fmt.Sprintf("position %d holds card %d with probability %s, a fair shuffle gives 1/%d",
		position, card, described(e.P[card-1][position-1]), n)
}

// String returns the Verdict, below the matrix as fractions if they fit in lines of
// 80 columns.
func (e *ExactPositions) String() string {
	if len(e.P) == 0 {
		return "no cards"
	}
	return strings.Join(append(e.fractions(), verdict(e.Verdict())), "\n")
}

// fractions returns the lines of a table, nil if it is too wide.
func (e *ExactPositions) fractions() []string {
	width := 9
	for _, row := range e.P {
		for _, p := range row {
			width = max(width, len(p.RatString())+1)
		}
	}
	if len(e.P) == 0 || 9+width*len(e.P) > 80 {
		return nil
	}
	head := "position "
	for p := range e.P {
		head += fmt.Sprintf("%*d", width, p+1)
	}
	lines := []string{head}
	for c, row := range e.P {
		line := fmt.Sprintf("card %-4d", c+1)
		for _, p := range row {
			line += fmt.Sprintf("%*s", width, p.RatString())
		}
		lines = append(lines, line)
	}
	return lines
}
