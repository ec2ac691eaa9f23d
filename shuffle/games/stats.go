package games

import (
	"encoding/json"
	"fmt"
	"strings"

	"riffle/shuffle"
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
	t, r := trials.Count(nbGames, func() trials.Tally { return s.newBench() }, trials.Options{Label: "games of Battle"}, o.Options)
	return t.(*bench).result(r, o)
}

// season is many games of one kind.
type season struct {
	nbVals    int
	alternate bool
	shuffler  shuffle.Shuffler
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
	b.game.alternate = s.alternate
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

func (b *bench) result(r *trials.Result, o BattleOptions) *BattleResult {
	share := func(o Outcome) trials.Share { return trials.Share{Hits: b.Games[o], Runs: r.Runs} }
	return &BattleResult{
		NbVals: b.nbVals, Alternate: o.Alternate, Uniform: o.Uniform, Games: r.Runs, Asked: r.Asked, Seed: r.Seed, Shard: r.Shard,
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
	if b.Uniform {
		deal = "uniform deals"
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
