package display

import (
	"fmt"
	"math"

	"riffle/internal/display/draw"
	"riffle/shuffle/fair"
	"riffle/shuffle/games"
)

// maxPlayed is the most cards of a game that is played to its end for its picture,
// which takes milliseconds.
const maxPlayed = 208

// battle draws the course of a game: its states as a rho, and the number of cards that
// player 1 has on the way.
func battle(b *games.Battle) *draw.Figure {
	f := &draw.Figure{Title: "Battle", Words: b.String()}
	cards := len(b.Player1) + len(b.Player2) + len(b.Trick)
	f.Lead = fmt.Sprintf("player 1 has %s, player 2 has %d", countedWhat(len(b.Player1), "card"), len(b.Player2))
	if cards > maxPlayed || b.IsOver() {
		return f
	}
	fate := b.Copy().Floyd()
	f.Verdict = capital(fate.String()) + "."
	tricks := min(fate.Tricks, maxRecorded)
	if fate.Infinite() {
		tricks = min(maxRecorded, fate.Preperiod+2*fate.Period)
	}
	f.Chart = draw.Stack{{Chart: rho(fate)}, {Chart: handsOver(b.Rounds(tricks), len(b.Player1), fate)}}
	return f
}

// maxRecorded is how many tricks of a game are plotted.
const maxRecorded = 4000

// fateFigure draws a fate alone.
func fateFigure(fate games.Fate) *draw.Figure {
	f := &draw.Figure{Title: "The fate of a game", Words: fate.String(), Verdict: capital(fate.String()) + "."}
	if fate.Infinite() && fate.Period < 1 || !fate.Infinite() && fate.Tricks < 1 {
		return f
	}
	f.Chart = rho(fate)
	return f
}

func rho(fate games.Fate) *draw.Rho {
	if !fate.Infinite() {
		return &draw.Rho{Tail: fate.Tricks, Step: "trick", Start: "the deal", End: fmt.Sprintf("%v after %s", fate.Outcome, countedWhat(fate.Tricks, "trick"))}
	}
	return &draw.Rho{
		Tail: fate.Preperiod, Cycle: fate.Period, Step: "trick", Start: "the deal", Mark: fate.Meeting,
		Marked: "tortoise meets hare after " + countedWhat(fate.Meeting, "trick"),
	}
}

// cycle draws how a generator's states repeat.
func cycle(c fair.Cycle) *draw.Figure {
	f := &draw.Figure{Title: "The generator's states", Words: c.String(), Verdict: capital(c.String()) + "."}
	const most = 1 << 53
	if c.Length == 0 || c.Length > most || c.Lead > most {
		return f
	}
	f.Chart = &draw.Rho{Tail: int(c.Lead), Cycle: int(c.Length), Step: "state", Start: "the seed"}
	return f
}

// handsOver plots how many cards player 1 has after each trick.
func handsOver(rounds games.Rounds, start int, fate games.Fate) *draw.Plot {
	line := draw.Line{X: []float64{0}, Y: []float64{float64(start)}, Width: 1.5}
	highest := start
	for _, r := range rounds {
		line.X, line.Y = append(line.X, float64(r.Number)), append(line.Y, float64(r.Left1))
		highest = max(highest, r.Left1+r.Left2)
	}
	p := &draw.Plot{
		X:      draw.Axis{Label: "tricks", Whole: true, Max: math.Max(1, float64(len(rounds)))},
		Y:      draw.Axis{Label: "cards in player 1's hand", Max: float64(max(1, highest)), Whole: true},
		Height: 130, Marks: []draw.Mark{line},
	}
	if fate.Infinite() && fate.Preperiod <= len(rounds) {
		p.Marks = append(p.Marks, draw.Rule{X: float64(fate.Preperiod), Y: math.NaN(), Color: draw.Orange, Dashed: true, Label: "the cycle begins"})
	}
	return p
}

// roundsFigure plots a record of tricks.
func roundsFigure(rounds games.Rounds) *draw.Figure {
	f := &draw.Figure{Title: "Trick by trick", Words: rounds.String(), Lead: countedWhat(len(rounds), "trick")}
	if len(rounds) < 2 {
		return f
	}
	one := draw.Line{Name: "player 1", Width: 1.75}
	two := draw.Line{Name: "player 2", Width: 1.75, Color: draw.Orange}
	ties := draw.Points{Name: "a tie first", Color: draw.Ink, Radius: 2.5}
	for _, r := range rounds {
		x := float64(r.Number)
		one.X, one.Y = append(one.X, x), append(one.Y, float64(r.Left1))
		two.X, two.Y = append(two.X, x), append(two.Y, float64(r.Left2))
		if len(r.Cards1) > 1 {
			ties.X, ties.Y = append(ties.X, x), append(ties.Y, float64(r.Left1))
		}
	}
	f.Chart = &draw.Plot{
		X: draw.Axis{Label: "trick", Whole: true}, Y: draw.Axis{Label: "cards in hand", Whole: true},
		Marks: []draw.Mark{one, two, ties},
	}
	return f
}

// maxPiles is how many piles of Clock Solitaire are drawn.
const maxPiles = 30

// clock draws the piles in a circle, the last in the middle: a dot for each card
// that is face down, a ring for each that was turned over, and the way from pile to
// pile.
func clock(g *games.ClockGame) *draw.Figure {
	f := &draw.Figure{Title: "Clock Solitaire", Words: g.String()}
	left, piles := 0, len(g.Left)
	for _, n := range g.Left {
		left += n
	}
	f.Lead = fmt.Sprintf("%d of %d cards were turned over", len(g.Turned), len(g.Turned)+left)
	f.Verdict = map[bool]string{true: "Won.", false: "Lost: the last pile has no card left to turn over."}[g.Won]
	if piles < 2 || piles > maxPiles || (len(g.Turned)+left)%piles != 0 {
		return f
	}
	height := (len(g.Turned) + left) / piles
	down := draw.Points{Name: "face down", Radius: 4}
	up := draw.Points{Name: "turned over", Radius: 4, Hollow: true, Color: draw.Orange}
	way := draw.Line{Color: "#c3cad2", Width: 1, Name: "the way"}
	p := &draw.Plot{Bare: true, Square: true, Height: 300, X: draw.Axis{Min: -1.25, Max: 1.25}, Y: draw.Axis{Min: -1.25, Max: 1.25}}
	at := func(pile int) (x, y float64) {
		if pile == piles {
			return 0, 0
		}
		angle := 2 * math.Pi * float64(pile) / float64(piles-1)
		return math.Sin(angle), math.Cos(angle)
	}
	for _, pile := range append([]int{piles}, g.Turned...) {
		x, y := at(pile)
		way.X, way.Y = append(way.X, x), append(way.Y, y)
	}
	p.Marks = []draw.Mark{way}
	for pile, n := range g.Left {
		x, y := at(pile + 1)
		p.Marks = append(p.Marks, draw.Label{X: x, Y: y + 0.06, Text: rankName(pile+1, piles), Anchor: "middle", Bold: true})
		for card := range height {
			dots := &down
			if card >= n {
				dots = &up
			}
			dots.X = append(dots.X, x+(float64(card)-float64(height-1)/2)*0.09)
			dots.Y = append(dots.Y, y-0.06)
		}
	}
	p.Marks = append(p.Marks, down, up)
	f.Chart = p
	return f
}

// rankName names a pile as cards do if there are thirteen.
func rankName(rank, piles int) string {
	if names := map[int]string{1: "A", 11: "J", 12: "Q", 13: "K"}; piles == 13 && names[rank] != "" {
		return names[rank]
	}
	return fmt.Sprint(rank)
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	if c := s[0]; c >= 'a' && c <= 'z' {
		return string(c-'a'+'A') + s[1:]
	}
	return s
}
