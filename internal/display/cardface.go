package display

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// face is a card as drawn: the text in its corner, which for an impossible card
// is its whole text, and the suit's symbol, 0 for none.
type face struct {
	corner string
	suit   rune
}

// faceOf takes a card's text apart, such as "10♢".
func faceOf(text string) face {
	r, size := utf8.DecodeLastRuneInString(text)
	if _, ok := suits[r]; !ok {
		return face{corner: text}
	}
	return face{corner: text[:len(text)-size], suit: r}
}

// Red and black keep a contrast of 7:1 on the card's own white, which stays
// white in a dark theme.
const (
	red   = "#a8001c"
	black = "#1a1a1a"
)

// suits holds the names and outlines of the suits; the outlines lie in a square of
// side 2 around the origin.
var suits = map[rune]struct{ name, color, outline string }{
	'♣': {"clubs", black, "M-.42-.5a.42.42 0 1 1 .84 0a.42.42 0 1 1-.84 0Z" +
		"M-.9.15a.42.42 0 1 1 .84 0a.42.42 0 1 1-.84 0Z" +
		"M.06.15a.42.42 0 1 1 .84 0a.42.42 0 1 1-.84 0ZM0-.3L.35 1L-.35 1Z"},
	'♢': {"diamonds", red, "M0-1L.75 0L0 1L-.75 0Z"},
	'♡': {"hearts", red, "M0 .95C-1.5-.05-.95-1.2 0-.45C.95-1.2 1.5-.05 0 .95Z"},
	'♠': {"spades", black, "M0-1C1.5.05.95 1.05.1.5L.35 1L-.35 1L-.1.5C-.95 1.05-1.5.05 0-1Z"},
}

// ranks names the ranks that are letters.
var ranks = map[string]string{"A": "ace", "K": "king", "Q": "queen", "J": "jack"}

// cardName is the card's name for screen readers: "ace of spades".
func (f face) cardName() string {
	if f.suit == 0 {
		return f.corner
	}
	rank, ok := ranks[f.corner]
	if !ok {
		rank = f.corner
	}
	return rank + " of " + suits[f.suit].name
}

func (f face) color() string {
	if s, ok := suits[f.suit]; ok {
		return s.color
	}
	return black
}

// faceText is the face as text.
func (f face) faceText() string {
	if f.suit == 0 {
		return f.corner
	}
	return f.corner + string(f.suit)
}

// html is a card within text. Both colour and background are set, so that it looks
// the same in light and dark themes, and set on the element itself, because
// notebooks drop style sheets that they don't trust.
func (f face) html() string {
	return fmt.Sprintf(`<span role="img" aria-label="%s" style="display:inline-block;`+
		`min-width:2em;margin:1px;padding:.1em .25em;border:1px solid #888;border-radius:.3em;`+
		`background:#fff;color:%s;font-weight:bold;text-align:center">%s</span>`,
		html.EscapeString(f.cardName()), f.color(), html.EscapeString(f.faceText()))
}

// row is the faces of one hand and its label, which may be empty.
type row struct {
	label string
	faces []face
}

// cardNames lists the cards of a row for a screen reader.
func (r row) cardNames() string {
	names := make([]string, len(r.faces))
	for i, f := range r.faces {
		names[i] = f.cardName()
	}
	return strings.Join(names, ", ")
}

func (r row) html() string {
	var b strings.Builder
	for _, f := range r.faces {
		b.WriteString(f.html())
	}
	return b.String()
}

// htmlGroup is one row of cards, such as a hand.
func htmlGroup(label string, r row) string {
	return fmt.Sprintf(`<div role="group" aria-label="%s">%s</div>`, html.EscapeString(label), r.html())
}

// htmlTable is several rows with their labels.
func htmlTable(label string, rows []row) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<table aria-label="%s">`, html.EscapeString(label))
	for _, r := range rows {
		fmt.Fprintf(&b, `<tr><th scope="row">%s</th><td style="text-align:left">%s</td></tr>`,
			html.EscapeString(r.label), r.html())
	}
	b.WriteString("</table>")
	return b.String()
}
