package games

import (
	"encoding/json"
	"fmt"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/exact"
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
	// Own says that decks were shuffled by the function that BattleStatsOf was given.
	Own bool
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
	// Shard says which shard this is, if it isn't all games.
	Shard trials.Shard
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
	s := newSeason("games.BattleStats", nbVals, nbGames, options)
	s.shuffler = shuffle.Riffle(riffles)
	if s.Uniform {
		s.shuffler = shuffle.FisherYates
	}
	return s.stats()
}

// BattleStatsOf plays as BattleStats does, with decks that your function shuffles: does the
// game notice?
//
//	games.BattleStatsOf(mine, 13, 10_000)
//
// The shuffle is a [shuffle.Shuffler] or any other function that fair.Shuffle describes; one
// that isn't a function of a deck of numbers and a generator runs on one core. Each game
// starts with a sorted deck, the values 1 to nbVals four times each.
//
// It panics as BattleStats does, when f is nil or isn't such a function, or one of that many
// cards, and when the options are Uniform.
func BattleStatsOf(f any, nbVals, nbGames int, options ...BattleOptions) *BattleResult {
	const call = "games.BattleStatsOf"
	s := newSeason(call, nbVals, nbGames, options)
	if s.Uniform {
		arg.Refuse(call, "Uniform deals don't use the shuffle: leave one of them out")
	}
	own, done := ownShuffle(call, f, copies*nbVals)
	defer done()
	s.Own, s.shuffler = true, own.deal
	s.Options = own.options(s.Options)
	return s.stats()
}

// ownShuffled is a function of somebody's that shuffles decks of many games.
type ownShuffled struct {
	deal  shuffle.Shuffler
	plain bool
}

// ownShuffle recognizes a shuffle of n cards. done puts back what its calls change.
func ownShuffle(call string, f any, n int) (own ownShuffled, done func()) {
	s := adapt.ShuffleOf(call, f)
	if !s.Takes(n) {
		s.Close()
		arg.Refuse(call, "the shuffle has %s of its own, and the game %d", prose.Plural(s.Own, "card"), n)
	}
	deal, back := s.Moved()
	checked := func(deck []int, rng shuffle.PRNG) {
		deal(deck, rng)
		checkDealt(call, deck)
	}
	return ownShuffled{checked, s.Plain}, func() {
		back()
		s.Close()
	}
}

// checkDealt refuses a shuffle that loses or doubles cards of a deck with four of each value.
func checkDealt(call string, deck []int) {
	left := make([]int8, len(deck)/copies)
	for i := range left {
		left[i] = copies
	}
	for i, card := range deck {
		switch {
		case card < 1 || card > len(left):
			arg.Refuse(call, "the shuffle puts %d into place %d, which wasn't in the deck", card, i+1)
		case left[card-1] == 0:
			arg.Refuse(call, "the shuffle makes a fifth card of value %d, in place %d", card, i+1)
		}
		left[card-1]--
	}
}

// options are those of an experiment with the shuffle: one that may share anything between
// its calls runs on one core.
func (s ownShuffled) options(o trials.Options) trials.Options {
	if !s.plain {
		o.Workers = 1
	}
	return o
}

// season is many games of one kind.
type season struct {
	BattleOptions
	nbVals, nbGames int
	shuffler        shuffle.Shuffler
	Own             bool
}

// newSeason checks the arguments of a call.
func newSeason(call string, nbVals, nbGames int, options []BattleOptions) *season {
	arg.Range(call, "nbVals", nbVals, 1, maxBattle)
	arg.AtLeast(call, "nbGames", nbGames, 0)
	s := &season{nbVals: nbVals, nbGames: nbGames}
	switch len(options) {
	case 0:
	case 1:
		s.BattleOptions = options[0]
	default:
		arg.Refuse(call, "%d options, want at most one", len(options))
	}
	return s
}

// stats plays the games and counts how they end.
func (s *season) stats() *BattleResult {
	t, r := trials.Count(s.nbGames, func() trials.Tally { return s.newBench() }, trials.Options{Label: "games of Battle"}, s.Options)
	return t.(*bench).result(r)
}

// bench is all that a game needs, and the tally of the games played there.
type bench struct {
	*season
	deck             Pile
	game, remembered *table
	score
}

// score is how games ended.
type score struct {
	// Games counts those with each Outcome.
	Games [Infinite + 1]int `json:"games"`
	// Tricks are those of the games that end, Longest the most of them.
	Tricks  exact.Sums `json:"tricks"`
	Longest int        `json:"longest"`
}

func (s *season) newBench() *bench {
	n := copies * s.nbVals
	b := &bench{season: s, deck: make(Pile, n), game: newTable(n), remembered: newTable(n)}
	b.game.alternate = s.Alternate
	return b
}

// Trial deals and plays a game.
func (b *bench) Trial(_ int, rng shuffle.PRNG) {
	for i := range b.deck {
		b.deck[i] = 1 + i/copies
	}
	b.shuffler(b.deck, rng)
	b.game.deal(b.deck)
	b.count()
}

// count plays the game that was dealt, and counts its end.
func (b *bench) count() {
	o, tricks := b.game.outcome(b.remembered)
	b.Games[o]++
	if o != Infinite {
		b.Tricks.AddInt(int64(tricks))
		b.Longest = max(b.Longest, tricks)
	}
}

// Join adds the games of another bench.
func (b *bench) Join(other trials.Tally) {
	o := other.(*bench)
	for i, n := range o.Games {
		b.Games[i] += n
	}
	b.Tricks.Join(&o.Tricks)
	b.Longest = max(b.Longest, o.Longest)
}

// MarshalText writes the score.
func (b *bench) MarshalText() ([]byte, error) { return json.Marshal(&b.score) }

// UnmarshalText reads a score.
func (b *bench) UnmarshalText(text []byte) error {
	b.score = score{}
	if err := json.Unmarshal(text, &b.score); err != nil {
		return err
	}
	ended := 0
	for o, n := range b.Games {
		if n < 0 {
			return fmt.Errorf("%d games with the outcome %v", n, Outcome(o))
		}
		if Outcome(o) != Infinite {
			ended += n
		}
	}
	if ended != b.Tricks.N() {
		return fmt.Errorf("the tricks of %d games, of which %d end", b.Tricks.N(), ended)
	}
	return nil
}

func (b *bench) result(r *trials.Result) *BattleResult {
	share := func(o Outcome) trials.Share { return trials.Share{Hits: b.Games[o], Runs: r.Runs} }
	return &BattleResult{
		NbVals: b.nbVals, Alternate: b.Alternate, Uniform: b.Uniform, Own: b.Own, Games: r.Runs, Asked: r.Asked, Seed: r.Seed, Shard: r.Shard,
		Draw: share(Draw), Player1: share(Player1), Player2: share(Player2), Infinite: share(Infinite),
		Tricks:  trials.Estimate{Mean: b.Tricks.Mean(), Deviation: b.Tricks.Deviation(), Runs: b.Tricks.N()},
		Longest: b.Longest,
	}
}

// Summary says in sentences what was played and what came of it.
func (b *BattleResult) Summary() []string {
	lines := []string{b.heading()}
	switch {
	case b.Tricks.Runs == 0:
	case b.Tricks.Runs == 1:
		lines = append(lines, fmt.Sprintf("the game that ends takes %s", prose.Plural(b.Longest, "trick")))
	case b.Tricks.Deviation == 0:
		lines = append(lines, fmt.Sprintf("each of the %s games that end takes %s", prose.Int(b.Tricks.Runs), prose.Plural(b.Longest, "trick")))
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
		lines = append(lines, fmt.Sprintf("%-13s %10s  %s", row.name, row.share.Percent(), row.share.Range()))
	}
	return strings.Join(append(lines, summary[1:]...), "\n")
}

func (b *BattleResult) heading() string {
	deal, first := "seven riffles", "player 1 puts first"
	switch {
	case b.Uniform:
		deal = "uniform deals"
	case b.Own:
		deal = "decks of your shuffle"
	}
	if b.Alternate {
		first = "players take turns"
	}
	s := fmt.Sprintf("%s with %s, %s, %s", prose.Plural(b.Games, "game"), prose.Plural(b.NbVals, "value"), deal, first)
	switch {
	case b.Shard != trials.Shard{}:
		s += fmt.Sprintf(", shard %v of %s", b.Shard, prose.Int(b.Asked))
	case b.Games < b.Asked:
		s += fmt.Sprintf(", stopped before %s", prose.Int(b.Asked))
	}
	return s
}
