package display

import (
	"fmt"
	"html"
	"strings"

	"riffle/internal/display/draw"
	"riffle/shuffle"
	"riffle/shuffle/crack"
	std "riffle/stdlib/display"
)

// maxDrawn bounds how many cards are drawn: eight decks. More are shown as text, since
// nobody would look at every one.
const maxDrawn = 8 * 52

// drawCards draws the cards and lottery tickets of package shuffle, which has no
// HTML methods of its own; it returns nil for any other value.
func drawCards(v any) std.MIMEMap {
	switch v := v.(type) {
	case shuffle.Card:
		f := faceOf(v.String())
		return drawing(f.html(), f.cardName(), []row{{faces: []face{f}}})
	case shuffle.Hand:
		return drawGroup("hand", v)
	case shuffle.Deck:
		return drawGroup("deck", v)
	case shuffle.Hands:
		return drawHands(v)
	case *crack.Deals:
		if v != nil && len(v.Seeds) == 1 {
			return drawDeals(v)
		}
	case shuffle.Ticket:
		return drawTickets("ticket", shuffle.Tickets{v})
	case shuffle.Tickets:
		return drawTickets(countedWhat(len(v), "ticket"), v)
	}
	return nil
}

// drawing pairs HTML with the SVG of the same cards.
func drawing(html, title string, rows []row) std.MIMEMap {
	return std.MIMEMap{std.MIMETypeHTML: html, std.MIMETypeSVG: cardsSVG(title, rows)}
}

func drawGroup(what string, cards []shuffle.Card) std.MIMEMap {
	if len(cards) == 0 || len(cards) > maxDrawn {
		return nil
	}
	r := row{faces: faces(cards)}
	title := what + " of " + countedWhat(len(cards), "card")
	return drawing(htmlGroup(title, r), title+": "+r.cardNames(), []row{r})
}

func drawHands(hands shuffle.Hands) std.MIMEMap {
	rows := make([]row, len(hands))
	cards := 0
	for i, h := range hands {
		rows[i] = row{label: fmt.Sprintf("Hand #%d:", i+1), faces: faces(h)}
		cards += len(h)
	}
	if cards == 0 || cards > maxDrawn || len(hands) > maxDrawn {
		return nil
	}
	title := countedWhat(len(hands), "hand")
	return drawing(htmlTable(title, rows), title, rows)
}

// drawDeals is the hands of the only seed that fits, below the sentence that names it.
func drawDeals(d *crack.Deals) std.MIMEMap {
	m := drawHands(d.Hands(0))
	found, _, _ := strings.Cut(d.String(), "\nHand #1:")
	if page, ok := m[std.MIMETypeHTML].(string); ok {
		m[std.MIMETypeHTML] = "<p>" + strings.ReplaceAll(html.EscapeString(found), "\n", "<br>") + "</p>" + page
	}
	return m
}

func faces(cards []shuffle.Card) []face {
	list := make([]face, len(cards))
	for i, c := range cards {
		list[i] = faceOf(c.String())
	}
	return list
}

func countedWhat(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return draw.Number(float64(n)) + " " + what + "s"
}
