package display

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"riffle/internal/display/cols"
	"riffle/internal/display/draw"
)

// Texts of package shuffle are made for 80 columns. A narrower terminal would break their
// lines anywhere, and columns would no longer line up.

// Fit is the text of a value as a terminal of this width shows it, 0 for none, in
// colours or without. Figures are drawn anew, other texts of package shuffle are
// narrowed, and all others stay as they are.
func Fit(v any, text string, width int, colors bool) string {
	if drawn, ok := drawnIn(v, width, colors); ok {
		return drawn
	}
	if colors {
		text = Paint(v, text)
	}
	if isOurs(v) {
		return narrowText(text, width)
	}
	return text
}

// drawnIn draws a figure that is narrower than usual.
func drawnIn(v any, width int, colors bool) (text string, ok bool) {
	defer func() {
		if recover() != nil {
			text, ok = "", false
		}
	}()
	if width <= 0 || width >= draw.Columns {
		return "", false
	}
	f := figure(v)
	if f == nil || f.Words != "" {
		return "", false
	}
	text, cut := f.TextIn(width, colors)
	if cut {
		text += tooWide(width)
	}
	return text, true
}

// tooWide is the note below a text whose columns don't fit.
func tooWide(width int) string {
	return fmt.Sprintf("\n… cut at %d columns\n%%show for the whole", width)
}

// colour is what begins or ends a colour.
const colour = "\x1b\\[[0-9;]*m"

// barLine is a line that ends with a bar, perhaps in a colour, and perhaps with a mark
// behind or in place of it.
var barLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.*?  (?:` + colour + `)?)([█▉▊▋▌▍▎▏]*)((?:` + colour + `)?)( *│)?$`)
})

// columned is a line in columns.
var columned = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ |\S  +\S`) })

// narrowText fits a text to a width: bars become shorter, all at the same scale,
// sentences are wrapped, and columns that don't fit are left out, with a note.
func narrowText(text string, width int) string {
	if width <= 0 || !wider(text, width) {
		return text
	}
	lines := strings.Split(text, "\n")
	scale := barScale(lines, width)
	var out []string
	clipped := false
	for _, line := range lines {
		if m := barLine().FindStringSubmatch(line); m != nil && m[2]+m[4] != "" {
			line = m[1] + shorter(m[2], m[3], m[4], scale)
		}
		switch w := visible(line); {
		case w <= width:
			out = append(out, line)
		case columned().MatchString(line):
			out = append(out, clipColored(line, width))
			clipped = true
		default:
			out = append(out, wrapSentence(line, width)...)
		}
	}
	text = strings.Join(out, "\n")
	if clipped {
		text += tooWide(width)
	}
	return text
}

// wider reports whether a line of a text is wider than a terminal.
func wider(text string, width int) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if visible(line) > width {
			return true
		}
	}
	return false
}

// barScale is by how much bars must be shorter for the longest to fit.
func barScale(lines []string, width int) float64 {
	scale := 1.0
	for _, line := range lines {
		m := barLine().FindStringSubmatch(line)
		if m == nil || m[2]+m[4] == "" {
			continue
		}
		before, bar := visible(m[1]), cols.Of(m[2]+m[4])
		if before+bar > width {
			scale = math.Min(scale, float64(max(1, width-before-1))/float64(bar))
		}
	}
	return scale
}

// eighths are the parts of a cell that a bar can end in.
var eighths = []rune("▏▎▍▌▋▊▉█")

// shorter is a bar at a scale, with the end of its colour, and the mark where it
// belongs.
func shorter(bar, end, mark string, scale float64) string {
	length := 0.0
	for _, r := range bar {
		for i, e := range eighths {
			if r == e {
				length += float64(i+1) / 8
			}
		}
	}
	whole, part := math.Modf(length * scale)
	out := strings.Repeat("█", int(whole))
	if i := int(math.Round(part * 8)); i > 0 {
		out += string(eighths[i-1])
	} else if length > 0 && out == "" {
		out = "▏"
	}
	if mark == "" {
		return out + end
	}
	at := int(scale * float64(cols.Of(bar+mark)-1))
	return out + end + strings.Repeat(" ", max(0, at-cols.Of(out))) + "│"
}

// wrapSentence breaks a sentence at its words.
func wrapSentence(line string, width int) []string {
	return cols.Fill(strings.Fields(line), func(line string) bool { return visible(line) <= width })
}

// visible is how many columns a line takes, without its colours.
func visible(line string) int { return cols.Of(cols.Plain(line)) }

// clipColored cuts a line to a width, and keeps its colours.
func clipColored(line string, width int) string {
	var b strings.Builder
	left := width - 1
	for line != "" {
		if at := cols.Color().FindStringIndex(line); at != nil && at[0] == 0 {
			b.WriteString(line[:at[1]])
			line = line[at[1]:]
			continue
		}
		r, size := utf8.DecodeRuneInString(line)
		if left -= cols.Rune(r); left < 0 {
			break
		}
		b.WriteRune(r)
		line = line[size:]
	}
	b.WriteString("…")
	if cols.Color().MatchString(b.String()) {
		b.WriteString("\x1b[0m")
	}
	return b.String()
}
