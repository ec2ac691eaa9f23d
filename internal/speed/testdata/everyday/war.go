// Speed of the card game war, with hands in linked lists.
package main

import (
	"container/list"
	"fmt"
	"math/rand"
	"time"
)

type card struct{ rank, suit int }

// game is a game of two; each takes cards from the front and puts them at the back.
type game struct {
	hands  [2]*list.List
	rounds int
}

func deal(r *rand.Rand) *game {
	g := &game{}
	g.hands[0], g.hands[1] = list.New(), list.New()
	for i, k := range r.Perm(52) {
		g.hands[i%2].PushBack(card{k % 13, k / 13})
	}
	return g
}

func draw(hand *list.List) card {
	front := hand.Front()
	return hand.Remove(front).(card)
}

// battle plays one round, and reports whether the game goes on.
func (g *game) battle() bool {
	var table []card
	for {
		if g.hands[0].Len() == 0 || g.hands[1].Len() == 0 {
			return false
		}
		a, b := draw(g.hands[0]), draw(g.hands[1])
		table = append(table, a, b)
		if a.rank != b.rank {
			winner := 0
			if b.rank > a.rank {
				winner = 1
			}
			for _, c := range table {
				g.hands[winner].PushBack(c)
			}
			g.rounds++
			return true
		}
		for i := 0; i < 2; i++ { // a card face down
			if g.hands[i].Len() > 0 {
				table = append(table, draw(g.hands[i]))
			}
		}
	}
}

func work() int {
	r := rand.New(rand.NewSource(7))
	sum := 0
	for n := 0; n < 20; n++ {
		g := deal(r)
		for g.rounds < 1000 && g.battle() {
		}
		for e := g.hands[0].Front(); e != nil; e = e.Next() {
			sum += e.Value.(card).rank + 1
		}
		sum += g.rounds
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
