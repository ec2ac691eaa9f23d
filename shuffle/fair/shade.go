package fair

import (
	"fmt"
	"strings"
)

// The shades of a cell, from far too rare to far too frequent. A fair shuffle
// gives the one in the middle.
const (
	never      = ' '
	seldom     = '░'
	even       = '▒'
	often      = '▓'
	far        = '█'
	shadeWidth = 72 // cells on a line, next to the labels
)

// exactShade shades a probability by its ratio to 1/n.
func exactShade(n int, p float64) rune {
	switch r := p * float64(n); {
	case r < 0.5:
		return never
	case r < 0.98:
		return seldom
	case r <= 1.02:
		return even
	case r <= 1.2:
		return often
	}
	return far
}

func exactLegend(n int) string {
	return fmt.Sprintf("1/%d times: blank under 0.5, ░ under 0.98, ▒ to 1.02, ▓ to 1.2, █ over 1.2", n)
}

// residualShade shades a standardized residual.
func residualShade(z float64) rune {
	switch {
	case z < -4:
		return never
	case z < -2:
		return seldom
	case z <= 2:
		return even
	case z <= 4:
		return often
	}
	return far
}

const residualLegend = "residuals z: blank under -4, ░ under -2, ▒ within 2, ▓ over 2, █ over 4"

// shade draws n by n cells: rows are cards, columns are positions. Small decks
// get two columns per cell; decks of more than 72 cards show every k-th.
func shade(n int, legend string, cell func(card, position int) rune) []string {
	if n == 0 {
		return []string{"no cards"}
	}
	wide := max(1, min(2, shadeWidth/n))
	every := (n + shadeWidth - 1) / shadeWidth
	head := fmt.Sprintf("card  positions 1 to %d, from left to right", n)
	if every > 1 {
		head += fmt.Sprintf(" (every %d shown)", every)
	}
	lines := []string{head}
	for card := 0; card < n; card += every {
		var b strings.Builder
		for position := 0; position < n; position += every {
			b.WriteString(strings.Repeat(string(cell(card, position)), wide))
		}
		lines = append(lines, fmt.Sprintf("%4d │%s│", card+1, &b))
	}
	return append(lines, legend)
}
