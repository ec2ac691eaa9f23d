package games

import (
	"fmt"
	"strings"

	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
)

// Round is one trick of a game of Battle.
type Round struct {
	// Number counts from 1.
	Number int
	// Cards1 and Cards2 are the cards the players put, in order; every second one
	// lay face down.
	Cards1, Cards2 Pile
	// Winner is 1 or 2, or 0 if the trick wasn't finished.
	Winner int
	// Taken is how many cards the winner gets.
	Taken int
	// Left1 and Left2 are how many cards the players have in hand after it.
	Left1, Left2 int
}

// Rounds is the record of a game.
type Rounds []Round

// maxRounds bounds the record of a game, which may be infinite.
const maxRounds = 100_000

// Rounds returns the next tricks of the game, at most turns of them, and leaves
// the game as it is. It panics unless 0 <= turns <= 100,000.
func (b *Battle) Rounds(turns int) Rounds {
	arg.Range("Battle.Rounds", "turns", turns, 0, maxRounds)
	game := b.Copy()
	var rounds Rounds
	for n := 1; n <= turns && !game.IsOver(); n++ {
		r := roundOf(n, game)
		finished := game.OneRound()
		r.Left1, r.Left2 = len(game.Player1), len(game.Player2)
		rounds = append(rounds, r)
		if !finished {
			break
		}
	}
	return rounds
}

// roundOf describes the next trick: it ends at the first pair that differs, or at
// the end of the shorter pile.
func roundOf(n int, b *Battle) Round {
	put := min(len(b.Player1), len(b.Player2))
	r := Round{Number: n}
	for k := 0; k < put; k += 2 {
		if one, two := b.Player1[k], b.Player2[k]; one != two {
			put = k + 1
			r.Winner, r.Taken = 1, len(b.Trick)+2*put
			if two > one {
				r.Winner = 2
			}
		}
	}
	r.Cards1, r.Cards2 = b.Player1[:put].Copy(), b.Player2[:put].Copy()
	return r
}

// String returns a line for each trick, such as
//
//	1   7 < 9             player 2 takes  2   25 : 27
//	2   5 = 5 [1 2] 8 > 3 player 1 takes  6   28 : 24
//
// with face-down cards in brackets.
func (rs Rounds) String() string {
	duels, width := make([]string, len(rs)), 0
	for i, r := range rs {
		duels[i] = r.duel()
		width = max(width, min(len(duels[i]), maxDuel))
	}
	lines := make([]string, len(rs))
	for i, r := range rs {
		lines[i] = fmt.Sprintf("%4d  %-*s  %s  %2d : %d", r.Number, width, duels[i], r.verdict(), r.Left1, r.Left2)
		if len(duels[i]) > maxDuel {
			lines[i] = prose.Wrap(lines[i])
		}
	}
	return strings.Join(lines, "\n")
}

// maxDuel is the widest column of duels that fits in a line of 80.
const maxDuel = 42

// duel writes the cards of a trick.
func (r Round) duel() string {
	var words []string
	for i, one := range r.Cards1 {
		two := r.Cards2[i]
		switch {
		case i%2 == 1:
			words = append(words, fmt.Sprintf("[%d %d]", one, two))
		case one > two:
			words = append(words, fmt.Sprintf("%d > %d", one, two))
		case one < two:
			words = append(words, fmt.Sprintf("%d < %d", one, two))
		default:
			words = append(words, fmt.Sprintf("%d = %d", one, two))
		}
	}
	return strings.Join(words, " ")
}

func (r Round) verdict() string {
	if r.Winner == 0 {
		return "not finished     "
	}
	return fmt.Sprintf("player %d takes %2d", r.Winner, r.Taken)
}
