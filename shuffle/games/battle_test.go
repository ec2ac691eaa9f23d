package games

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/trials"
)

const alternating = "alternating_turn"

func TestBattleRounds(t *testing.T) {
	type round struct {
		Player1, Player2 []int
		Variant          string
		Before           bool `json:"turn_before"`
		Returned         bool
		After1           []int `json:"player1_after"`
		After2           []int `json:"player2_after"`
		Trick            []int `json:"trick_after"`
		After            bool  `json:"turn_after"`
		Winner           int   `json:"winner_now"`
	}
	vectors := load[struct {
		Rounds []round `json:"single_rounds"`
	}](t, "08_battle_games.json")
	for i, r := range vectors.Rounds {
		b := BattleOf(r.Player1, r.Player2)
		b.Alternate, b.Second = r.Variant == alternating, !r.Before
		what := fmt.Sprintf("round %d, %v against %v, %s: ", i, r.Player1, r.Player2, r.Variant)
		equal(t, what+"returned", b.OneRound(), r.Returned)
		same(t, what+"player 1", b.Player1, r.After1)
		same(t, what+"player 2", b.Player2, r.After2)
		same(t, what+"trick", b.Trick, r.Trick)
		equal(t, what+"turn", b.Turn(), r.After)
		equal(t, what+"winner", b.Winner(), r.Winner)
	}
}

// game is a game of the reference.
type game struct {
	NbVals           int
	Variant          string
	Deck             []int `json:"deck_dealt_alternately"`
	Player1, Player2 []int
	Floyd            Outcome `json:"game_floyd"`
	Hare             int     `json:"hare_tricks_until_answer"`
	Meeting          int     `json:"floyd_meeting_index_i"`
	Preperiod        int
	Period           int
	Final            *struct{ Player1, Player2, Trick []int }
	Limits           map[int]struct {
		Winner int
		Played int `json:"tricks_played"`
		Cards  [3]int
	} `json:"game_with_limit"`
	Rounds []struct {
		Returned                bool
		Player1, Player2, Trick []int
		Turn                    *bool `json:"turn_after"`
	}
}

func loadGames(t testing.TB) []game {
	return load[struct{ Games []game }](t, "08_battle_games.json").Games
}

func (g game) start() *Battle {
	b := DealBattle(g.Deck)
	b.Alternate = g.Variant == alternating
	return b
}

func TestBattleGames(t *testing.T) {
	for i, g := range loadGames(t) {
		b := g.start()
		what := fmt.Sprintf("game %d: ", i)
		same(t, what+"player 1", b.Player1, g.Player1)
		same(t, what+"player 2", b.Player2, g.Player2)
		for k, r := range g.Rounds {
			at := fmt.Sprintf("%strick %d: ", what, k+1)
			equal(t, at+"returned", b.OneRound(), r.Returned)
			same(t, at+"player 1", b.Player1, r.Player1)
			same(t, at+"player 2", b.Player2, r.Player2)
			same(t, at+"trick", b.Trick, r.Trick)
			if r.Turn != nil {
				equal(t, at+"turn", b.Turn(), *r.Turn)
			}
		}
		for turns, want := range g.Limits {
			b := g.start()
			at := fmt.Sprintf("%s%d turns: ", what, turns)
			equal(t, at+"winner", b.Game(turns), want.Winner)
			equal(t, at+"cards", [3]int{len(b.Player1), len(b.Player2), len(b.Trick)}, want.Cards)
			equal(t, at+"tricks", len(g.start().Rounds(turns)), want.Played)
		}
	}
}

func TestBattleFloyd(t *testing.T) {
	for i, g := range loadGames(t) {
		b := g.start()
		fate := b.Floyd()
		what := fmt.Sprintf("game %d: ", i)
		equal(t, what+"outcome", fate.Outcome, g.Floyd)
		equal(t, what+"meeting", fate.Meeting, g.Meeting)
		equal(t, what+"preperiod", fate.Preperiod, g.Preperiod)
		equal(t, what+"period", fate.Period, g.Period)
		if g.Final == nil {
			equal(t, what+"hare", 2*fate.Meeting, g.Hare)
			met := g.start()
			met.Game(fate.Meeting)
			equal(t, what+"state where they met", b.String(), met.String())
			continue
		}
		equal(t, what+"hare", fate.Tricks, g.Hare)
		same(t, what+"player 1", b.Player1, g.Final.Player1)
		same(t, what+"player 2", b.Player2, g.Final.Player2)
		same(t, what+"trick", b.Trick, g.Final.Trick)
	}
}

// Floyd's way and Brent's come to the same, for small decks and large, and what
// Floyd says of a cycle is true.
func TestFloydAndBrentAgree(t *testing.T) {
	rng := shuffle.NewPRNG(20)
	infinite := 0
	for i := range 3000 {
		b := NewUniformBattle(1+i%13, rng)
		b.Alternate = i%3 == 0
		cards := len(b.Player1) + len(b.Player2)
		o, tricks := seat(b).outcome(newTable(cards))
		start := b.Copy()
		fate := b.Floyd()
		if o != fate.Outcome || tricks != fate.Tricks {
			t.Fatalf("%v\nFloyd: %v\nBrent: %v after %d", start, fate, o, tricks)
		}
		if !fate.Infinite() {
			continue
		}
		infinite++
		early, late := start.Copy(), start.Copy()
		early.Game(fate.Preperiod)
		late.Game(fate.Preperiod + fate.Period)
		if early.String() != late.String() {
			t.Errorf("%v\n%v: not the same state", start, fate)
		}
	}
	if infinite < 500 {
		t.Errorf("only %d infinite games", infinite)
	}
}

// Any number of turns of an infinite game comes to what the same place of the
// cycle comes to.
func TestBattleManyTurns(t *testing.T) {
	for _, g := range loadGames(t) {
		for _, turns := range []int{17, 1500, 2100, 3001, math.MaxInt} {
			want := turns
			if g.Period > 0 && turns > g.Preperiod {
				want = g.Preperiod + (turns-g.Preperiod)%g.Period
			}
			b, slow := g.start(), g.start()
			b.Game(turns)
			for range min(want, 5000) {
				if slow.IsOver() || !slow.OneRound() {
					break
				}
			}
			if b.String() != slow.String() {
				t.Errorf("%v\nafter %d turns is\n%v\nwant\n%v", g.start(), turns, b, slow)
			}
		}
	}
}

// The cards are all there after any number of tricks, and a game with the suits
// of both players exchanged ends the other way round when they take turns.
func TestBattleSymmetry(t *testing.T) {
	rng := shuffle.NewPRNG(4)
	for range 200 {
		b := NewBattle(6, rng)
		b.Alternate = true
		mirror := BattleOf(b.Player2, b.Player1)
		mirror.Alternate, mirror.Second = true, true
		b.Game(50)
		mirror.Game(50)
		same(t, "mirrored", mirror.Player1, b.Player2)
		same(t, "mirrored", mirror.Player2, b.Player1)
		all := slices.Concat(b.Player1, b.Player2, b.Trick)
		slices.Sort(all)
		same(t, "all cards", all, NewPile(6))
	}
}

// A student's version by the letter of the document plays the same tricks.
func TestBattleByThePile(t *testing.T) {
	oneRound := func(b *Battle) bool {
		for {
			for _, down := range []bool{false, true} {
				if b.IsOver() {
					return false
				}
				one, two := b.Trick.Pick(&b.Player1), b.Trick.Pick(&b.Player2)
				if !down && one > two {
					b.Player1.PickAll(&b.Trick)
					return true
				}
				if !down && two > one {
					b.Player2.PickAll(&b.Trick)
					return true
				}
			}
		}
	}
	rng := shuffle.NewPRNG(9)
	for i := range 300 {
		b := NewUniformBattle(2+i%5, rng)
		mine := b.Copy()
		for range 100 {
			if got, want := b.OneRound(), oneRound(mine); got != want || b.String() != mine.String() {
				t.Fatalf("%v\n%v\n%v\n%v", got, b, want, mine)
			}
		}
	}
}

// counts are the outcomes of the reference.
type counts struct {
	Draw, Player1, Player2, Infinite int
	Mean                             float64 `json:"mean_tricks_finite"`
	Longest                          int     `json:"max_tricks_finite"`
}

type stats struct {
	NbVals, Deals int
	Mode          string
	First         counts `json:"player1_first"`
	Alternating   counts `json:"alternating_turn"`
}

func (s stats) of(alternate bool) counts {
	if alternate {
		return s.Alternating
	}
	return s.First
}

// Every deal of 1 to 3 values, and of 4 if the test is to be long, ends as in the
// reference, and so do the mean and the longest game.
func TestBattleEveryDeal(t *testing.T) {
	vectors := load[struct{ Exact []stats }](t, "08_battle_stats.json")
	for _, v := range vectors.Exact {
		if v.NbVals > 3 && !*long {
			continue
		}
		for _, alternate := range []bool{false, true} {
			s := &season{nbVals: v.NbVals, BattleOptions: BattleOptions{Alternate: alternate}}
			b, deals := playAll(s), 0
			for _, n := range b.Games {
				deals += n
			}
			want := v.of(alternate)
			equal(t, "deals", deals, v.Deals)
			equal(t, fmt.Sprintf("%d values, outcomes", v.NbVals), b.Games, [4]int{want.Draw, want.Player1, want.Player2, want.Infinite})
			if mean := b.Tricks.Mean(); math.Abs(mean-want.Mean) > 1e-6 || b.Longest != want.Longest {
				t.Errorf("%d values: mean %v, want %v; longest %d, want %d", v.NbVals, mean, want.Mean, b.Longest, want.Longest)
			}
		}
	}
}

// playAll plays every arrangement of the deck's values once.
func playAll(s *season) *bench {
	b := s.newBench()
	copy(b.deck, sorted(s.nbVals))
	for more := true; more; more = nextArrangement(b.deck) {
		b.game.deal(b.deck)
		b.count()
	}
	return b
}

// nextArrangement makes the next larger arrangement of p in the order of a
// dictionary, and returns false after the last.
func nextArrangement(p []int) bool {
	i := len(p) - 2
	for ; i >= 0 && p[i] >= p[i+1]; i-- {
	}
	if i < 0 {
		return false
	}
	j := len(p) - 1
	for p[j] <= p[i] {
		j--
	}
	p[i], p[j] = p[j], p[i]
	slices.Reverse(p[i+1:])
	return true
}

// Sampled games agree with the reference's: |z| < 4 for every outcome, and for
// the mean number of tricks. With -args -long a million games of each kind are
// played, as many as it takes to see that seven riffles are not quite uniform.
func TestBattleStats(t *testing.T) {
	vectors := load[struct{ Sampled []stats }](t, "08_battle_stats.json")
	n := 30_000
	if *long {
		n = 1_000_000
	}
	for _, v := range vectors.Sampled {
		if v.NbVals < 11 && *long {
			continue // these agree in the short test
		}
		for _, alternate := range []bool{false, true} {
			name := fmt.Sprintf("%d values, %s, alternate %v", v.NbVals, v.Mode, alternate)
			got := BattleStats(v.NbVals, n, BattleOptions{Alternate: alternate, Uniform: v.Mode == "uniform", Options: trials.Seed(int64(v.NbVals))})
			want := v.of(alternate)
			checkShare(t, name+", draws", got.Draw, want.Draw, v.Deals)
			checkShare(t, name+", player 1", got.Player1, want.Player1, v.Deals)
			checkShare(t, name+", player 2", got.Player2, want.Player2, v.Deals)
			checkShare(t, name+", infinite", got.Infinite, want.Infinite, v.Deals)
			// The reference's mean is of as many games as ended there.
			se := got.Tricks.Deviation * math.Sqrt(1/float64(got.Tricks.Runs)+1/float64(v.Deals-want.Infinite))
			if z := (got.Tricks.Mean - want.Mean) / se; math.Abs(z) >= 4 {
				t.Errorf("%s: mean %v, want %v, z = %.1f", name, got.Tricks, want.Mean, z)
			}
			if *long {
				t.Logf("%s\n%v", name, got)
			}
		}
	}
}

// checkShare compares two sampled shares by the normal approximation, or, where
// one is rare, by Poisson's law with a wide margin.
func checkShare(t *testing.T, name string, got trials.Share, hits, runs int) {
	t.Helper()
	pooled := float64(got.Hits+hits) / float64(got.Runs+runs)
	if expected := pooled * float64(got.Runs); expected < 20 {
		if float64(got.Hits) > expected+4*math.Sqrt(expected)+4 {
			t.Errorf("%s: %d of %d, want about %.1f", name, got.Hits, got.Runs, expected)
		}
		return
	}
	se := math.Sqrt(pooled * (1 - pooled) * (1/float64(got.Runs) + 1/float64(runs)))
	if z := (got.Value() - float64(hits)/float64(runs)) / se; math.Abs(z) >= 4 {
		t.Errorf("%s: %v, want %d of %d, z = %.1f", name, got, hits, runs, z)
	}
}

func TestBattleStatsDontDependOnWorkers(t *testing.T) {
	play := func(workers int) *BattleResult {
		return BattleStats(5, 3000, BattleOptions{Options: trials.Options{Workers: workers, Seeded: true, Seed: 1}})
	}
	one := play(1)
	for _, workers := range []int{2, 7} {
		equal(t, fmt.Sprintf("%d workers", workers), play(workers), one)
	}
}

func TestBattleDeal(t *testing.T) {
	a, b := NewBattle(13, shuffle.JavaRandom(5)), NewBattle(13, shuffle.JavaRandom(5))
	equal(t, "the same seed", a.String(), b.String())
	deck := NewPile(13)
	deck.RiffleShuffle(7, shuffle.JavaRandom(5))
	for i, card := range deck {
		hand := []Pile{a.Player1, a.Player2}[i%2]
		equal(t, "card dealt", hand[i/2], card)
	}
	if len(a.Player1) != 26 || !slices.Concat(a.Player1, a.Player2).IsValid(13) {
		t.Error("no deal of a deck")
	}
	hand := []int{3, 1}
	own := BattleOf(hand, hand)
	hand[0] = 9
	if own.Player1[0] != 3 || own.Player2[0] != 3 {
		t.Error("BattleOf shares the hands that it was given")
	}
}

// The zero value and other empty games are over, whatever is called.
func TestEmptyBattles(t *testing.T) {
	for _, b := range []*Battle{{}, BattleOf(nil, nil), BattleOf([]int{1}, nil), {Trick: Pile{1, 1}}} {
		before := b.String()
		if b.OneRound() || !b.IsOver() || b.Floyd().Infinite() || b.Game(5) != b.Winner() || b.String() != before || b.Rounds(3) != nil {
			t.Errorf("%v, before %s", b, before)
		}
	}
	large := BattleOf([]int{math.MaxInt, 1}, []int{1, math.MaxInt})
	if fate := large.Floyd(); fate.Outcome != Infinite || fate.Period != 2 {
		t.Errorf("%v", fate)
	}
}

func TestBattleText(t *testing.T) {
	b := NewBattle(13, shuffle.NewPRNG(1))
	b.Alternate = true
	for _, s := range []string{b.String(), b.Rounds(40).String(), b.Copy().Floyd().String(), BattleStats(13, 50).String(), BattleStats(13, 0).String()} {
		for line := range strings.Lines(s) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 || n == 0 {
				t.Errorf("%d columns: %q", n, line)
			}
		}
	}
	for o, want := range map[Outcome]string{Draw: "a draw", Infinite: "never ends", 7: "Outcome(7)", -1: "Outcome(-1)"} {
		equal(t, "outcome", o.String(), want)
	}
	long := Fate{Outcome: Infinite, Meeting: 2808, Preperiod: 2801, Period: 1052}
	equal(t, "a long fate", long.String(), "never ends: after 2,801 tricks it goes round in 1,052 tricks\n  (the tortoise meets the hare after 2,808)")
}

func TestBattleRefusals(t *testing.T) {
	b := BattleOf([]int{1}, []int{2})
	checkRefusals(t, []refusal{
		{"games.NewBattle: nbVals = 0, want 1 to 1000", func() { NewBattle(0) }},
		{"games.NewUniformBattle: nbVals = -1, want 1 to 1000", func() { NewUniformBattle(-1) }},
		{"games.NewBattle: nbVals = 1001, want 1 to 1000", func() { NewBattle(1001) }},
		{"games.BattleOf: hand2[1] = 0, want cards of 1 or more", func() { BattleOf([]int{1}, []int{1, 0}) }},
		{"games.DealBattle: deck[0] = -4, want cards of 1 or more", func() { DealBattle([]int{-4}) }},
		{"Battle.Game: turns = -1, want at least 0", func() { b.Game(-1) }},
		{"Battle.Rounds: turns = -1, want 0 to 100000", func() { b.Rounds(-1) }},
		{"games.BattleStats: nbVals = 0, want 1 to 1000", func() { BattleStats(0, 10) }},
		{"games.BattleStats: nbGames = -1, want at least 0", func() { BattleStats(13, -1) }},
		{"games.BattleStats: 2 options, want at most one", func() { BattleStats(13, 1, BattleOptions{}, BattleOptions{}) }},
	})
}

func BenchmarkGame(b *testing.B) {
	s := &season{nbVals: 13, shuffler: shuffle.Riffle(riffles)}
	rng, bench := shuffle.NewPRNG(1), s.newBench()
	for b.Loop() {
		bench.Trial(0, rng)
	}
}

func BenchmarkTrick(b *testing.B) {
	battle := loadGames(b)
	t := seat(battle[len(battle)-2].start()) // which never ends
	for b.Loop() {
		t.trick()
	}
}

func BenchmarkBattleStats(b *testing.B) {
	for b.Loop() {
		BattleStats(13, 10_000, BattleOptions{Options: trials.Options{Workers: runtime.GOMAXPROCS(0), Seeded: true}})
	}
}

// A shuffle of somebody's own plays as the built-in one that it is.
func TestStatsOfOwnShuffles(t *testing.T) {
	options := func(o BattleOptions) BattleOptions {
		o.Options = trials.Options{Seeded: true, Seed: 5, Workers: 1}
		return o
	}
	nothing := func([]int) {}
	sorted := DealBattle(sorted(13)).Floyd().Outcome
	for _, c := range []struct {
		name string
		got  *BattleResult
		want *BattleResult
	}{
		{"riffles", BattleStatsOf(shuffle.Riffle(riffles), 5, 500, options(BattleOptions{})), BattleStats(5, 500, options(BattleOptions{}))},
		{"Fisher–Yates", BattleStatsOf(shuffle.FisherYates, 5, 500, options(BattleOptions{Alternate: true})), BattleStats(5, 500, options(BattleOptions{Alternate: true, Uniform: true}))},
	} {
		got := *c.got
		if got.Own, got.Uniform = false, c.want.Uniform; got != *c.want {
			t.Errorf("%s:\n%v\nwant\n%v", c.name, c.got, c.want)
		}
	}
	perm := BattleStatsOf(func(deck []string, rng shuffle.PRNG) []string {
		for i := len(deck) - 1; i > 0; i-- {
			j := rng.IntN(i + 1)
			deck[i], deck[j] = deck[j], deck[i]
		}
		return deck
	}, 3, 20_000, options(BattleOptions{}))
	uniform := BattleStats(3, 20_000, options(BattleOptions{Uniform: true}))
	if v := perm.Player1.Against(uniform.Player1.Value()); v.P < 1e-4 {
		t.Errorf("decks of strings: %v", v)
	}
	got := BattleStatsOf(nothing, 13, 20, options(BattleOptions{}))
	if shares := []trials.Share{got.Draw, got.Player1, got.Player2, got.Infinite}; shares[sorted].Hits != 20 {
		t.Errorf("a sorted deck ends as %v, 20 of them as\n%v", sorted, got)
	}
	if got, want := ClockStatsOf(shuffle.FisherYates, 500, trials.Seed(3)), ClockStats(500, trials.Seed(3)); got != want {
		t.Errorf("clock: %v, want %v", got, want)
	}
	if got := ClockStatsOf(nothing, 10); got.Hits != 0 && got.Hits != 10 || got.Runs != 10 {
		t.Errorf("clock of a sorted deck: %v", got)
	}
	if s := BattleStatsOf(nothing, 2, 1).String(); !strings.Contains(s, "decks of your shuffle") {
		t.Error(s)
	}
	checkRefusals(t, []refusal{
		{"games.BattleStatsOf: Uniform deals don't use the shuffle: leave one of them out", func() { BattleStatsOf(nothing, 2, 1, BattleOptions{Uniform: true}) }},
		{"games.BattleStatsOf: the shuffle is nil, want a function of a deck and a generator", func() { BattleStatsOf(nil, 2, 1) }},
		{"games.BattleStatsOf: nbVals = 0, want 1 to 1000", func() { BattleStatsOf(nothing, 0, 1) }},
		{"games.BattleStatsOf: the shuffle puts 9 into place 1, which wasn't in the deck", func() { BattleStatsOf(func(deck []int, _ shuffle.PRNG) { deck[0] = 9 }, 2, 1) }},
		{"games.ClockStatsOf: the shuffle makes a fifth card of value 1, in place 52", func() { ClockStatsOf(func(deck []int, _ shuffle.PRNG) { deck[51] = 1 }, 1) }},
		{"games.ClockStatsOf: n = -1, want at least 0", func() { ClockStatsOf(nothing, -1) }},
		{"games.ClockStatsOf: the shuffle is nil, want a function of a deck and a generator", func() { ClockStatsOf(nil, 1) }},
	})
}
