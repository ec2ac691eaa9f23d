package games

import (
	"fmt"
	"math"

	"riffle/shuffle/internal/prose"
)

// Outcome is how a game of Battle ends. A winner's outcome is the player's
// number.
type Outcome int

// The four outcomes.
const (
	Draw     Outcome = iota // both players lose their last cards in one trick
	Player1                 // player 1 wins
	Player2                 // player 2 wins
	Infinite                // the game comes back to a state that it was in before
)

var outcomeNames = [...]string{Draw: "a draw", Player1: "player 1 wins", Player2: "player 2 wins", Infinite: "never ends"}

// String returns the outcome in words, such as "player 1 wins".
func (o Outcome) String() string {
	if o < Draw || o > Infinite {
		return fmt.Sprintf("Outcome(%d)", int(o))
	}
	return outcomeNames[o]
}

// Fate is what becomes of a game of Battle played to its end.
type Fate struct {
	Outcome Outcome
	// Tricks is how many tricks the game takes, including an unfinished one at
	// its end. It is 0 for an infinite game.
	Tricks int
	// Meeting is the least i >= 1 for which the states after i and after 2i
	// tricks are the same: where the tortoise and the hare meet. It is 0 for a
	// game that ends, like Preperiod and Period.
	Meeting int
	// Preperiod is how many tricks an infinite game takes to reach a state that
	// recurs.
	Preperiod int
	// Period is how many tricks later that state recurs.
	Period int
}

// Infinite reports whether the game never ends.
func (f Fate) Infinite() bool { return f.Outcome == Infinite }

// String says how the game ends, or how it repeats itself for ever.
func (f Fate) String() string {
	if !f.Infinite() {
		return fmt.Sprintf("%v after %s", f.Outcome, prose.Plural(f.Tricks, "trick"))
	}
	return prose.Wrap(fmt.Sprintf("never ends: after %s it goes round in %s (the tortoise meets the hare after %s)",
		prose.Plural(f.Preperiod, "trick"), prose.Plural(f.Period, "trick"), prose.Int(f.Meeting)))
}

// Floyd plays to the end, or finds out that there is none. There are finitely
// many states, and each determines the next, so a game that doesn't end returns
// to an earlier state. A tortoise plays the game trick by trick and a hare two
// tricks at a time. In a game that ends they never meet; otherwise they are first
// in the same state, after i and 2i tricks, when i is the least positive multiple
// of the period that is at least the preperiod. Then the hare runs once round
// alone, which gives the period, and two tortoises that start a period apart give
// the preperiod.
//
// This leaves the game in its final state or, if it is infinite, where the two
// met.
//
// Source: the algorithm is named after Robert W. Floyd by Knuth, The Art of
// Computer Programming 2, section 3.1, exercise 6.
func (b *Battle) Floyd() Fate {
	start := seat(b)
	hare := newTable(start.cards())
	hare.copyFrom(start)
	fate := chase(start, hare)
	hare.leave(b)
	return fate
}

// cards is how many there are in the game.
func (t *table) cards() int { return t.hands[0].len + t.hands[1].len + len(t.put) }

// chase plays the hare's game from the start to its end, or until the tortoise
// meets it.
func chase(start, hare *table) Fate {
	tortoise := newTable(start.cards())
	tortoise.copyFrom(start)
	for i := 1; ; i++ {
		for half := range 2 {
			if hare.over() {
				return hare.fate(2*(i-1) + half)
			}
			if !hare.trick() {
				return hare.fate(2*(i-1) + half + 1)
			}
		}
		tortoise.trick()
		if tortoise.same(hare) {
			period := around(tortoise, hare)
			return Fate{Outcome: Infinite, Meeting: i, Period: period, Preperiod: approach(start, tortoise, period)}
		}
	}
}

// fate says who won a game that has ended.
func (t *table) fate(tricks int) Fate { return Fate{Outcome: t.winner(), Tricks: tricks} }

func (t *table) winner() Outcome {
	switch one, two := t.hands[0].len, t.hands[1].len; {
	case one > two:
		return Player1
	case two > one:
		return Player2
	}
	return Draw
}

// around returns how many tricks bring the hare back to the waiting tortoise.
func around(tortoise, hare *table) int {
	for period := 1; ; period++ {
		if hare.trick(); tortoise.same(hare) {
			return period
		}
	}
}

// approach returns the number of the first state of the cycle. It plays both
// games, starting the second again too.
func approach(start, second *table, period int) int {
	second.copyFrom(start)
	for range period {
		second.trick()
	}
	preperiod := 0
	for ; !start.same(second); preperiod++ {
		start.trick()
		second.trick()
	}
	return preperiod
}

// play plays at most turns tricks, until the game ends or a state recurs. It
// returns how many tricks it played, and the period of the recurrence, 0 if there
// was none.
//
// It looks for a cycle by Brent's method, which plays a single game and compares
// it with its own state after 1, 2, 4, 8 and so on tricks: one trick per step
// instead of Floyd's three. remembered is room for that state.
//
// Source: Richard P. Brent, "An improved Monte Carlo factorization algorithm", BIT
// 20 (1980) 176-184.
func (t *table) play(turns int, remembered *table) (tricks, period int) {
	at := 0 // the trick after which the state was remembered
	for next := 1; tricks < turns && !t.over(); {
		tricks++
		switch {
		case !t.trick():
			return tricks, 0
		case at > 0 && t.same(remembered):
			return tricks, tricks - at
		case tricks == next:
			remembered.copyFrom(t)
			at, next = tricks, 2*next
		}
	}
	return tricks, 0
}

// outcome plays a game to its end and returns how it ends, and after how many
// tricks if it does.
func (t *table) outcome(remembered *table) (o Outcome, tricks int) {
	tricks, period := t.play(math.MaxInt, remembered)
	if period > 0 {
		return Infinite, 0
	}
	return t.winner(), tricks
}
