package help

import (
	"regexp"
	"strings"
	"sync"

	"riffle/internal/display/cols"
	"riffle/internal/proto"
)

// Flow fits a text on a topic to a width. Such a text is written for 80 columns: its
// paragraphs begin at the margin, rows of two columns are "term  explanation", the
// explanation going on below itself, and other lines with an indent stay.
func Flow(text string, width int) string {
	if width >= usual || text == "" {
		return text
	}
	var out []string
	for block := range strings.SplitSeq(text, "\n\n") {
		out = append(out, flowBlock(block, width))
	}
	return strings.Join(out, "\n\n")
}

var twoColumns = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^( *)(\S.*?)  +(\S.*)$`) })

// flowBlock fits the lines between two empty ones.
func flowBlock(block string, width int) string {
	var lines []string
	column := -1 // of the explanation above
	term, prose := "", ""
	flush := func() {
		switch {
		case column >= 0:
			lines = append(lines, hung(term, prose, 0, width))
		case prose != "":
			lines = append(lines, wrapText(prose, width))
		}
		column, term, prose = -1, "", ""
	}
	for line := range strings.SplitSeq(block, "\n") {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		found := twoColumns().FindStringSubmatchIndex(line)
		switch {
		case column >= 0 && indent == column:
			prose += " " + line[indent:]
		case found != nil:
			flush()
			column, term, prose = len([]rune(line[:found[6]])), line[:found[5]], line[found[6]:]
		case indent > 0:
			flush()
			lines = append(lines, line)
		default:
			if column >= 0 {
				flush()
			}
			prose = strings.TrimSpace(prose + " " + line)
		}
	}
	flush()
	return strings.Join(lines, "\n")
}

// listRows lays out a list: its title, and its rows in two columns.
func listRows(l proto.List, width int) string {
	first := 0
	for _, r := range l.Rows {
		if w := cols.Of(r.Name); w <= width*2/5 {
			first = max(first, w)
		}
	}
	var lines []string
	if l.Title != "" {
		lines = append(lines, wrapText(l.Title, width))
	}
	for _, r := range l.Rows {
		lines = append(lines, entryRow("  "+r.Name, r.Doc, first+4, width))
	}
	return strings.Join(lines, "\n")
}

// entryRow is an entry of a list: its explanation takes one line, beside or below it.
func entryRow(term, text string, column, width int) string {
	if width < sideBySide {
		column = 6
	}
	if cols.Of(term) > width {
		term = fewer(term, width)
	}
	return hung(term, shortened(text, width-column), column, width)
}

// fewer is a call with as many of its arguments as fit.
func fewer(call string, width int) string {
	const rest = ", …)"
	end := len(call)
	for end > 0 && cols.Of(call[:end]+rest) > width {
		end = strings.LastIndex(call[:end], ", ")
	}
	if end < 0 {
		return cols.Clip(call, width)
	}
	return call[:end] + rest
}

// shortest is the least that remains of a text when its explanation is dropped.
const shortest = 8

// shortened is a text in one line: as far as a clause that ends in time, or a word.
func shortened(text string, width int) string {
	text = strings.Join(strings.Fields(text), " ")
	if cols.Of(text) <= width {
		return text
	}
	lines := wrapText(text, width-1)
	line, _, _ := strings.Cut(lines, "\n")
	if end := max(strings.LastIndex(line, ": "), strings.LastIndex(line, "; ")); end >= shortest {
		return line[:end]
	}
	return strings.TrimRight(line, ",;:") + "…"
}

// sideBySide is the least width in which explanations have a column of their own.
const sideBySide = 60

// hung puts an explanation beside a term, from a column on, or below it where there
// is no room.
func hung(term, text string, column, width int) string {
	if text == "" {
		return term
	}
	indent := strings.Repeat(" ", column)
	if column == 0 || width < sideBySide {
		lead := len(term) - len(strings.TrimLeft(term, " "))
		indent = strings.Repeat(" ", lead+4)
		return term + "\n" + indented(text, indent, width)
	}
	below := indented(text, indent, width)
	if cols.Of(term) > column-2 {
		return term + "\n" + below
	}
	return term + below[cols.Of(term):]
}

// indented is a text in lines of a width, an indent before each.
func indented(text, indent string, width int) string {
	lines := wrapText(text, width-len(indent))
	return indent + strings.ReplaceAll(lines, "\n", "\n"+indent)
}

// Wrap fits each line of a text to a terminal of some columns.
func Wrap(text string, columns int) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, wrapText(line, Fit(columns)))
	}
	return strings.Join(lines, "\n")
}

// wrapText is a text in lines of a width, in cells of a terminal.
func wrapText(text string, width int) string {
	fits := func(line string) bool { return cols.Of(line) <= width }
	return strings.Join(cols.Fill(strings.Fields(text), fits), "\n")
}
