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
	return std.MIMEMap{std.MIMETypeHTML: b.String()}
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
