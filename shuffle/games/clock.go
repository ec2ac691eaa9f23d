package games

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// Dealing is a way to deal the piles of Clock Solitaire. The rules leave it open.
// A deck plays differently with each, but the chance of winning is the same.
type Dealing uint8

// The four ways to deal.
const (
	// RoundRobin deals one card to each pile in turn, each on top of its pile.
	RoundRobin Dealing = iota
	// RoundRobinFirst deals as RoundRobin, each card under its pile: the first
	// is on top.
	RoundRobinFirst
	// FourAtATime deals all cards of the first pile, then all of the second:
	// the last dealt of each is on top.
	FourAtATime
	// FourAtATimeFirst deals as FourAtATime, each card under its pile.
	FourAtATimeFirst
)

var dealingNames = [...]string{
	RoundRobin: "round robin, last dealt on top", RoundRobinFirst: "round robin, first dealt on top",
	FourAtATime: "four at a time, last dealt on top", FourAtATimeFirst: "four at a time, first dealt on top",
}

// String returns the way in words.
func (d Dealing) String() string {
	if int(d) >= len(dealingNames) {
		return fmt.Sprintf("Dealing(%d)", uint8(d))
	}
	return dealingNames[d]
}

// ClockGame is a finished game of Clock Solitaire.
type ClockGame struct {
	// Turned are the ranks in the order in which they were turned over: 1 for
	// an ace, 13 for a king.
	Turned []int
	// Left is how many cards are still face down in each pile.
	Left []int
	// Won says that no card is left face down.
	Won bool
}

// clockRanks is the number of piles, one for each rank.
const clockRanks = 13

// Clock plays Clock Solitaire with a deck of 52 cards. They are dealt face down
// into thirteen piles of four, by RoundRobin by default. The top card of the
// thirteenth pile is turned over and put face up under the pile of its rank (aces
// under the first, kings under the thirteenth), then the top card of that pile,
// and so on, until a pile has no card face down: that is always the kings', after
// the fourth king. The game is won if all cards have been turned over by then.
//
// It panics unless the deck is 52 different cards, and when given more than one
// way to deal.
func Clock(deck shuffle.Deck, dealing ...Dealing) *ClockGame {
	const call = "games.Clock"
	if len(deck) != clockRanks*copies {
		arg.Refuse(call, "the deck has %s, want 52", prose.Plural(len(deck), "card"))
	}
	ranks := make([]int, len(deck))
	seen := map[shuffle.Card]bool{}
	for i, c := range deck {
		if seen[c] {
			arg.Refuse(call, "%v comes twice in the deck", c)
		}
		seen[c] = true
		ranks[i] = clockRank(call, c)
	}
	return playClock(ranks, clockRanks, dealingOf(call, dealing))
}

// clockRank numbers the ranks as the clock does: the ace is low.
func clockRank(call string, c shuffle.Card) int {
	switch {
	case c.Rank < shuffle.Two || c.Rank > shuffle.Ace:
		arg.Refuse(call, "%v is in no deck", c)
	case c.Rank == shuffle.Ace:
		return 1
	}
	return int(c.Rank)
}

// ClockRanks plays Clock Solitaire with cards given by their ranks: 1 for an ace,
// 11 to 13 for jack, queen and king. It also plays smaller games with r ranks,
// equally frequent, and r piles; the first card is turned over from pile r. It
// panics when ranks aren't equally frequent, when there are no cards, and when
// given more than one way to deal.
func ClockRanks(ranks []int, dealing ...Dealing) *ClockGame {
	const call = "games.ClockRanks"
	counts := map[int]int{}
	for i, r := range ranks {
		if r < 1 || r > len(ranks) {
			arg.Refuse(call, "ranks[%d] = %d, want 1 to %d", i, r, len(ranks))
		}
		counts[r]++
	}
	if len(ranks) == 0 {
		arg.Refuse(call, "no cards, want 52")
	}
	for r := 1; r <= len(counts); r++ {
		if counts[r]*len(counts) != len(ranks) {
			arg.Refuse(call, "rank %d comes %s in %d cards, want each rank from 1 up equally often",
				r, prose.Plural(counts[r], "time"), len(ranks))
		}
	}
	return playClock(ranks, len(counts), dealingOf(call, dealing))
}

func dealingOf(call string, dealing []Dealing) Dealing {
	switch {
	case len(dealing) == 0:
		return RoundRobin
	case len(dealing) > 1:
		arg.Refuse(call, "%d ways to deal, want at most one", len(dealing))
	case dealing[0] > FourAtATimeFirst:
		arg.Refuse(call, "dealing = %d, want RoundRobin, RoundRobinFirst, FourAtATime or FourAtATimeFirst", uint8(dealing[0]))
	}
	return dealing[0]
}

// playClock plays a game with a valid deck. Cards that lie face up under a pile
// no longer matter, so they aren't kept.
func playClock(ranks []int, piles int, dealing Dealing) *ClockGame {
	g := &ClockGame{Left: make([]int, piles)}
	height := len(ranks) / piles
	for i := range g.Left {
		g.Left[i] = height
	}
	for pile := piles; g.Left[pile-1] > 0; {
		g.Left[pile-1]--
		pile = ranks[dealing.place(pile-1, g.Left[pile-1], piles, height)]
		g.Turned = append(g.Turned, pile)
	}
	g.Won = len(g.Turned) == len(ranks)
	return g
}

// place returns where in the deck the top card of a pile was, given how many
// cards are below it.
func (d Dealing) place(pile, below, piles, height int) int {
	nth := below // among the cards dealt to the pile
	if d == RoundRobinFirst || d == FourAtATimeFirst {
		nth = height - 1 - below
	}
	if d == RoundRobin || d == RoundRobinFirst {
		return nth*piles + pile
	}
	return pile*height + nth
}

// String says how the game went.
func (g *ClockGame) String() string {
	left := 0
	for _, n := range g.Left {
		left += n
	}
	words := make([]string, len(g.Turned))
	for i, r := range g.Turned {
		words[i] = g.rank(r)
	}
	turned := prose.Wrap("turned: " + strings.Join(words, " "))
	if g.Won {
		return fmt.Sprintf("won: all %d cards were turned over\n%s", len(g.Turned), turned)
	}
	down := make([]string, len(g.Left))
	for i, n := range g.Left {
		down[i] = fmt.Sprintf("%s:%d", g.rank(i+1), n)
	}
	return fmt.Sprintf("lost: %d of %d cards were turned over\n%s\n%s", len(g.Turned), len(g.Turned)+left,
		turned, prose.Wrap("face down: "+strings.Join(down, " ")))
}

// rank writes a rank as cards do if there are thirteen.
func (g *ClockGame) rank(r int) string {
	switch {
	case len(g.Left) != clockRanks:
		return fmt.Sprint(r)
	case r == 1:
		return shuffle.Ace.String()
	}
	return shuffle.Rank(r).String()
}

// ClockWin returns the probability of winning, exactly 1/13. However the piles
// are dealt, the cards are turned over in random order: each is equally likely to
// be any of those left. So the game is won if the last of the 52 is a king, and
// four of 52 cards are.
func ClockWin() *big.Rat { return ClockTurned(clockRanks * copies) }

// ClockTurned returns the probability that exactly t cards are turned over: that
// the fourth king is in place t of a random order, and the three others before it,
//
//	C(t-1, 3) / C(52, 4)
//
// It is 0 for impossible t.
func ClockTurned(t int) *big.Rat {
	const cards = clockRanks * copies
	if t < copies || t > cards {
		return new(big.Rat)
	}
	ways := new(big.Int).Binomial(int64(t-1), copies-1)
	return new(big.Rat).SetFrac(ways, new(big.Int).Binomial(cards, copies))
}

// ClockMean returns the expected number of cards that are turned over, 212/5.
func ClockMean() *big.Rat {
	mean := new(big.Rat)
	for t := copies; t <= clockRanks*copies; t++ {
		term := new(big.Rat).SetInt64(int64(t))
		mean.Add(mean, term.Mul(term, ClockTurned(t)))
	}
	return mean
}

// ClockStats plays n games of Clock Solitaire with shuffled decks and returns how
// many were won. To compare that with the exact probability:
//
//	games.ClockStats(1_000_000).Against(1.0 / 13)
//
// It runs on all cores; see package trials for seeds, progress and interrupts. It
// panics when n < 0.
func ClockStats(n int, options ...trials.Options) trials.Share {
	arg.AtLeast("games.ClockStats", "n", n, 0)
	return clockStats(shuffle.FisherYates, n, options)
}

// ClockStatsOf plays as ClockStats does, with decks that your function shuffles; before that
// they are in the order of their ranks. The shuffle is a [shuffle.Shuffler] or any other function that fair.Shuffle
// describes, of 52 cards; one that isn't a function of a deck of numbers and a generator runs
// on one core. It also panics when f is nil or isn't such a function.
func ClockStatsOf(f any, n int, options ...trials.Options) trials.Share {
	const call = "games.ClockStatsOf"
	arg.AtLeast(call, "n", n, 0)
	own, done := ownShuffle(call, f, clockRanks*copies)
	defer done()
	return clockStats(own.deal, n, append(slices.Clone(options), own.options(trials.Options{})))
}

func clockStats(shuffler shuffle.Shuffler, n int, options []trials.Options) trials.Share {
	r := trials.Run(n, func(rng shuffle.PRNG) bool {
		deck := sorted(clockRanks)
		shuffler(deck, rng)
		return playClock(deck, clockRanks, RoundRobin).Won
	}, append([]trials.Options{{Label: "games of Clock Solitaire"}}, options...)...)
	return r.Share(true)
}
