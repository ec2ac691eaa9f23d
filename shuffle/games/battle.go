package games

import (
	"fmt"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
)

// Battle is a game of Battle, or War, between two players. In each trick both put
// their top cards on the table, and the higher card takes them all, to the bottom
// of its player's pile. After a tie each puts down another card that doesn't
// count, and then one that does. The game ends when a player has no card to put.
//
// Nothing is random once the cards are dealt: the deal decides who wins, or that
// nobody ever does.
type Battle struct {
	// Player1 and Player2 are the players' piles.
	Player1, Player2 Pile
	// Trick is what lies on the table: nothing between tricks, and the cards of
	// the last trick if it couldn't be finished.
	Trick Pile
	// Alternate makes the players take turns at putting their card first, which
	// decides in what order the winner gets the cards. Otherwise player 1 always
	// does. It changes who wins, and nearly abolishes infinite games.
	Alternate bool
	// Second says that player 2 puts first next, if the players Alternate. It
	// changes whenever both have put a card, face down or not.
	Second bool
}

// NewBattle deals a game: a deck with the values 1 to nbVals, four times each,
// sorted, riffled seven times and dealt card by card, the first to player 1. That
// is a good shuffle but not a perfect one; for that see NewUniformBattle. It
// panics unless 1 <= nbVals <= 1,000, and when given more than one generator.
func NewBattle(nbVals int, rng ...shuffle.PRNG) *Battle {
	return newBattle("games.NewBattle", nbVals, shuffle.Riffle(riffles), rng)
}

// NewUniformBattle deals a game as NewBattle does, from a deck in which every
// order is equally likely.
func NewUniformBattle(nbVals int, rng ...shuffle.PRNG) *Battle {
	return newBattle("games.NewUniformBattle", nbVals, shuffle.FisherYates, rng)
}

const (
	// riffles is how often a deck is riffled before a game.
	riffles = 7
	// maxBattle bounds the values of a game: the longest games with 1,000 values
	// take a second or so.
	maxBattle = 1000
)

func newBattle(call string, nbVals int, shuffler shuffle.Shuffler, rng []shuffle.PRNG) *Battle {
	arg.Range(call, "nbVals", nbVals, 1, maxBattle)
	deck := sorted(nbVals)
	shuffler(deck, shuffle.GeneratorOf(call, rng))
	return DealBattle(deck)
}

// DealBattle deals a deck card by card to both players, the top card to player 1.
// The deck is any ints, or the Values of a shuffle.Deck, where the ace is low. It
// panics when a card is below 1.
func DealBattle(deck []int) *Battle {
	checkHand("games.DealBattle", "deck", deck)
	b := &Battle{}
	for i, card := range deck {
		if i%2 == 0 {
			b.Player1 = append(b.Player1, card)
		} else {
			b.Player2 = append(b.Player2, card)
		}
	}
	return b
}

// BattleOf returns a game in which the players hold these cards, top card first.
// The hands needn't make up a deck: any number of cards of any value from 1 up
// will do. It panics when a card is below 1.
func BattleOf(hand1, hand2 []int) *Battle {
	const call = "games.BattleOf"
	checkHand(call, "hand1", hand1)
	checkHand(call, "hand2", hand2)
	return &Battle{Player1: Pile(hand1).Copy(), Player2: Pile(hand2).Copy()}
}

// checkHand refuses ints below 1: Pick returns -1 for no card.
func checkHand(call, name string, hand []int) {
	for i, card := range hand {
		if card < 1 {
			arg.Refuse(call, "%s[%d] = %d, want cards of 1 or more", name, i, card)
		}
	}
}

// Copy returns an independent game in the same state.
func (b *Battle) Copy() *Battle {
	c := *b
	c.Player1, c.Player2, c.Trick = b.Player1.Copy(), b.Player2.Copy(), b.Trick.Copy()
	return &c
}

// Turn reports whether player 1 puts first next.
func (b *Battle) Turn() bool { return !(b.Alternate && b.Second) }

// IsOver reports whether one of the players has no cards.
func (b *Battle) IsOver() bool { return len(b.Player1) == 0 || len(b.Player2) == 0 }

// Winner returns 1 or 2 for the player with more cards in hand, or 0 if both have
// the same number. Cards on the table belong to nobody.
func (b *Battle) Winner() int {
	switch {
	case len(b.Player1) > len(b.Player2):
		return 1
	case len(b.Player2) > len(b.Player1):
		return 2
	}
	return 0
}

// OneRound plays one trick, and reports whether it was finished. It wasn't if a
// player who must put a card has none: then the cards already put remain in
// Trick, and the game is over. A finished trick may still have cost a player the
// last card.
func (b *Battle) OneRound() bool {
	t := seat(b)
	finished := t.trick()
	t.leave(b)
	return finished
}

// Game plays until the game ends, but at most turns tricks, including an
// unfinished one at the end. It returns the Winner. It is quick for any number of
// turns: once a game repeats itself, whole cycles are skipped. It panics when
// turns < 0.
func (b *Battle) Game(turns int) int {
	arg.AtLeast("Battle.Game", "turns", turns, 0)
	t := seat(b)
	if tricks, period := t.play(turns, newTable(t.cards())); period > 0 {
		for range (turns - tricks) % period {
			t.trick()
		}
	}
	t.leave(b)
	return b.Winner()
}

// String returns the state of the game: the piles, the table, and whose turn it
// is if the players alternate. Two games with the same string are in the same
// state.
func (b *Battle) String() string {
	var s strings.Builder
	for _, p := range []struct {
		name  string
		cards Pile
	}{{"player 1", b.Player1}, {"player 2", b.Player2}, {"trick", b.Trick}} {
		line := fmt.Sprintf("%-8s %3d: %v", p.name, len(p.cards), p.cards)
		s.WriteString(prose.Wrap(line) + "\n")
	}
	if !b.Alternate {
		return s.String()[:s.Len()-1]
	}
	first := 1
	if !b.Turn() {
		first = 2
	}
	fmt.Fprintf(&s, "player %d puts first", first)
	return s.String()
}
