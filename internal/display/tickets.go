package display

import (
	"fmt"
	"html"
	"strings"

	"riffle/shuffle"
	std "riffle/stdlib/display"
)

// drawTickets shows lottery tickets as rows of balls, numbered if there are
// several.
func drawTickets(title string, tickets shuffle.Tickets) std.MIMEMap {
	balls := 0
	for _, t := range tickets {
		balls += len(t.Numbers)
	}
	if balls == 0 || balls > maxDrawn || len(tickets) > maxDrawn {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<table aria-label="%s">`, html.EscapeString(title))
	for i, t := range tickets {
		b.WriteString("<tr>")
		if len(tickets) > 1 {
			fmt.Fprintf(&b, `<th scope="row">Ticket #%d:</th>`, i+1)
		}
		fmt.Fprintf(&b, `<td style="text-align:left">%s</td></tr>`, htmlTicket(t))
	}
	b.WriteString("</table>")
	return std.MIMEMap{std.MIMETypeHTML: b.String(), std.MIMETypeSVG: svgTickets(title, tickets)}
}

// The size of a drawn ball and of the space around it, in pixels. It is as wide as
// its number needs from four digits on.
const (
	ballSize  = 32
	ballGap   = 4
	digitWide = 9
)

// svgTickets draws the same balls as a picture that needs nothing from elsewhere.
func svgTickets(title string, tickets shuffle.Tickets) string {
	left := 0
	if len(tickets) > 1 {
		left = labelWidth + 2*digitWide
	}
	var rows strings.Builder
	width := 0
	for i, t := range tickets {
		y := ballGap + i*(ballSize+ballGap)
		if left > 0 {
			svgLabel(&rows, fmt.Sprintf("Ticket #%d:", i+1), left-2, y+ballSize/2+5)
		}
		x := left + ballGap
		for _, n := range t.Numbers {
			x = svgBall(&rows, n, x, y, "#fff", black)
		}
		if t.Ball != 0 {
			x = svgBall(&rows, t.Ball, x, y, red, "#fff")
		}
		width = max(width, x)
	}
	return svgPage(title, width, ballGap+len(tickets)*(ballSize+ballGap), rows.String())
}

// svgBall draws a ball with its top left corner at x, y, and returns the
// position of the next.
func svgBall(b *strings.Builder, n, x, y int, ground, color string) int {
	number := fmt.Sprint(n)
	w := max(ballSize, digitWide*(len(number)+1))
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="%d" fill="%s" stroke="#888"/>`, x, y, w, ballSize, ballSize/2, ground)
	fmt.Fprintf(b, `<text x="%d" y="%d" font-size="14" text-anchor="middle" fill="%s">%s</text>`,
		x+w/2, y+ballSize/2+5, color, number)
	return x + w + ballGap
}

// htmlTicket draws the balls of a ticket, an extra one in red.
func htmlTicket(t shuffle.Ticket) string {
	var b strings.Builder
	for _, n := range t.Numbers {
		b.WriteString(htmlBall(n, "#fff", black, ""))
	}
	if t.Ball != 0 {
		b.WriteString(htmlBall(t.Ball, red, "#fff", ` aria-label="and the ball `+fmt.Sprint(t.Ball)+`" role="img"`))
	}
	return b.String()
}

func htmlBall(n int, ground, color, attributes string) string {
	return fmt.Sprintf(`<span%s style="display:inline-block;min-width:2em;line-height:2em;margin:1px;`+
		`border:1px solid #888;border-radius:1em;background:%s;color:%s;font-weight:bold;text-align:center">%d</span>`,
		attributes, ground, color, n)
}
