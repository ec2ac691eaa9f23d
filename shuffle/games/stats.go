package games

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// BattleOptions say how BattleStats plays. The zero value is the standard game:
// seven riffles, and player 1 always puts first.
type BattleOptions struct {
	// Alternate makes the players take turns at putting first.
	Alternate bool
	// Uniform deals from decks in which every order is equally likely, as
	// NewUniformBattle does, instead of riffled ones.
	Uniform bool
	// Options are the options of package trials: seed, context, workers.
	trials.Options
}

// BattleResult is how many games of Battle ended.
type BattleResult struct {
	// NbVals is the number of values, a quarter of the number of cards.
	NbVals int
	// Alternate and Uniform are copied from the options.
	Alternate, Uniform bool
	// Games is how many games were played, of the Asked ones.
	Games, Asked int
	// Seed gives the same result again.
	Seed int64
	// Draw, Player1, Player2 and Infinite are the shares of the outcomes.
	Draw, Player1, Player2, Infinite trials.Share
	// Tricks is the mean number of tricks of the games that end.
	Tricks trials.Estimate
	// Longest is the largest number of tricks of a game that ends.
	Longest int
}

// BattleStats deals and plays games, and counts how they end. It runs on all
// cores; see package trials for seeds, progress and interrupts. Infinite games
// are recognized, so no game is given up:
//
//	games.BattleStats(13, 100_000, games.BattleOptions{Alternate: true})
//
// It panics unless 1 <= nbVals <= 1,000 and nbGames >= 0, and when given more
// than one BattleOptions.
func BattleStats(nbVals, nbGames int, options ...BattleOptions) *BattleResult {
	const call = "games.BattleStats"
	arg.Range(call, "nbVals", nbVals, 1, maxBattle)
	arg.AtLeast(call, "nbGames", nbGames, 0)
	var o BattleOptions
	switch len(options) {
	case 0:
	case 1:
		o = options[0]
	default:
		arg.Refuse(call, "%d options, want at most one", len(options))
	}
	s := &season{nbVals: nbVals, alternate: o.Alternate, shuffler: shuffle.Riffle(riffles)}
	if o.Uniform {
		s.shuffler = shuffle.FisherYates
	}
	return s.result(trials.Run(nbGames, s.play, trials.Options{Label: "games of Battle"}, o.Options), o)
}

// season is many games of one kind.
type season struct {
	nbVals    int
	alternate bool
	shuffler  shuffle.Shuffler
	// benches are the tables that are free: each game takes one.
	benches sync.Pool
	// What trials doesn't count: the tricks of games that end. Their sums are
	// integers, so the order of the games doesn't matter.
	tricks, squares, longest atomic.Int64
}

// bench is all that a game needs.
type bench struct {
	deck             Pile
	game, remembered *table
}

func (s *season) newBench() *bench {
	n := copies * s.nbVals
	b := &bench{deck: make(Pile, n), game: newTable(n), remembered: newTable(n)}
	b.game.alternate = s.alternate
	return b
}

// play deals and plays one game and returns its outcome.
func (s *season) play(rng shuffle.PRNG) int {
	b, ok := s.benches.Get().(*bench)
	if !ok {
		b = s.newBench()
	}
	defer s.benches.Put(b)
	for i := range b.deck {
		b.deck[i] = 1 + i/copies
	}
	s.shuffler(b.deck, rng)
	b.game.deal(b.deck)
	o, tricks := b.game.outcome(b.remembered)
	if o != Infinite {
		s.count(int64(tricks))
	}
	return int(o)
}

// count adds up the tricks of a game.
func (s *season) count(tricks int64) {
	s.tricks.Add(tricks)
	s.squares.Add(tricks * tricks)
	for longest := s.longest.Load(); tricks > longest; longest = s.longest.Load() {
		s.longest.CompareAndSwap(longest, tricks)
	}
}

func (s *season) result(r *trials.Result, o BattleOptions) *BattleResult {
	share := func(o Outcome) trials.Share { return r.Share(int(o)) }
	b := &BattleResult{
		NbVals: s.nbVals, Alternate: o.Alternate, Uniform: o.Uniform, Games: r.Runs, Asked: r.Asked, Seed: r.Seed,
		Draw: share(Draw), Player1: share(Player1), Player2: share(Player2), Infinite: share(Infinite),
		Longest: int(s.longest.Load()),
	}
	b.Tricks = estimate(r.Runs-b.Infinite.Hits, float64(s.tricks.Load()), float64(s.squares.Load()))
	return b
}

// estimate returns the mean of n numbers, given their sum and the sum of their
// squares.
func estimate(n int, sum, squares float64) trials.Estimate {
	e := trials.Estimate{Runs: n, Deviation: math.NaN()}
	if n > 0 {
		e.Mean = sum / float64(n)
	}
	if n > 1 {
		e.Deviation = math.Sqrt(max(0, squares-sum*e.Mean) / float64(n-1))
	}
	return e
}

// Summary says in sentences what was played and what came of it.
func (b *BattleResult) Summary() []string {
	lines := []string{b.heading()}
	switch b.Tricks.Runs {
	case 0:
	case 1:
		lines = append(lines, fmt.Sprintf("the game that ends takes %s", prose.Plural(b.Longest, "trick")))
	default:
		lines = append(lines, fmt.Sprintf("games that end take %v tricks, the longest %s", b.Tricks, prose.Int(b.Longest)))
	}
	if b.Games > 0 {
		lines = append(lines, fmt.Sprintf("95 %% intervals; half as wide takes %s games.", prose.Int(4*b.Games)))
	}
	return lines
}

// String returns the Summary with the shares and their 95 % intervals, in lines of
// at most 80 columns.
func (b *BattleResult) String() string {
	summary := b.Summary()
	lines := summary[:1:1]
	for _, row := range []struct {
		name  string
		share trials.Share
	}{{"player 1 wins", b.Player1}, {"player 2 wins", b.Player2}, {"draw", b.Draw}, {"never ends", b.Infinite}} {
		if b.Games == 0 {
			break
		}
		lines = append(lines, fmt.Sprintf("%-13s %10s  %s", row.name, prose.Percent(row.share.Value(), row.share.Error()),
			prose.Range(row.share.Interval())))
	}
	return strings.Join(append(lines, summary[1:]...), "\n")
}

func (b *BattleResult) heading() string {
	deal, first := "seven riffles", "player 1 puts first"
	if b.Uniform {
		deal = "uniform deals"
	}
	if b.Alternate {
		first = "players take turns"
	}
	s := fmt.Sprintf("%s with %s, %s, %s", prose.Plural(b.Games, "game"), prose.Plural(b.NbVals, "value"), deal, first)
	if b.Games < b.Asked {
		s += fmt.Sprintf(", stopped before %s", prose.Int(b.Asked))
	}
	return s
}
