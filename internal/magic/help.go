package magic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"riffle/internal/proto"
)

// InCells are the magics that a session answers.
func (t Table) InCells() Table {
	return slices.DeleteFunc(slices.Clone(t), func(m Magic) bool { return m.Session == nil })
}

// AtPrompt are the magics that the terminal's prompt answers itself.
func (t Table) AtPrompt() Table {
	return slices.DeleteFunc(slices.Clone(t), func(m Magic) bool { return m.Terminal == nil })
}

// onlyAtPrompt are those that only the prompt answers.
func (t Table) onlyAtPrompt() Table {
	return slices.DeleteFunc(t.AtPrompt(), func(m Magic) bool { return m.Session != nil })
}

// Candidates are the magics' names and aliases for completion, sorted.
func (t Table) Candidates() []proto.Candidate {
	var list []proto.Candidate
	for _, name := range t.allNames() {
		m, _ := t.Find(name)
		list = append(list, proto.Candidate{Text: "%" + name, Kind: "magic", Type: m.Usage(), Doc: m.Doc})
	}
	return list
}

// Choices are the words that a magic's argument may be, for completion.
func (m *Magic) Choices() []proto.Candidate {
	var list []proto.Candidate
	words, _ := m.alternatives()
	for _, w := range words {
		list = append(list, proto.Candidate{Text: w, Kind: "argument"})
	}
	return list
}

// Page documents a magic: its usage, and what it does in the markup of
// documentation comments. That of %help lists them all.
func (t Table) Page(name string) (usage, doc string, ok bool) {
	m, ok := t.Find(name)
	if !ok {
		return "", "", false
	}
	doc = m.prefixMark() + m.Name + " " + m.Doc + "."
	if m.Session == nil {
		doc += " It works only at the prompt of a terminal."
	}
	switch n := len(m.Aliases); {
	case n == 1:
		doc += " %" + m.Aliases[0] + " is another name for it."
	case n > 1:
		doc += " %" + strings.Join(m.Aliases[:n-1], ", %") + " and %" + m.Aliases[n-1] + " are other names for it."
	}
	if m.Offers == Magics {
		doc += "\n\n\t" + strings.ReplaceAll(strings.TrimSpace(t.List(0)), "\n", "\n\t")
	}
	return m.Usage(), doc, true
}

// List is the help on all magics, within a width; 0 for none known.
func (t Table) List(width int) string {
	text := t.InCells().listEntries(width)
	if only := t.onlyAtPrompt(); len(only) > 0 {
		text += "\nOnly at the prompt of a terminal, on a line of their own:\n\n" + only.listEntries(width)
	}
	return text
}

// essentials lists the essential magics, briefly, and names the others.
func (t Table) essentials(width int) string {
	var first Table
	var others []string
	for _, m := range t {
		if m.Essential {
			m.Doc, _, _ = strings.Cut(m.Doc, ";")
			m.Doc, _, _ = strings.Cut(m.Doc, ":")
			first = append(first, m)
		} else if !m.Foreign {
			others = append(others, m.prefixMark()+m.Name)
		}
	}
	if len(first) == 0 {
		return t.listEntries(width)
	}
	return first.listEntries(width) + "\n" + magicEntry("%help all", "explains the others too: "+strings.Join(others, " "), width)
}

func (t Table) listEntries(width int) string {
	var b strings.Builder
	for _, m := range t {
		doc := m.Doc
		if len(m.Aliases) > 0 {
			doc += " (also %" + strings.Join(m.Aliases, ", %") + ")"
		}
		b.WriteString(magicEntry(m.Usage(), doc, width))
	}
	return b.String()
}

// indent is where the explanations begin in the list of magics.
const indent = 20

// magicEntry is a magic's entry in the list, within a width: the explanation beside
// its usage, or below a long one.
func magicEntry(usage, doc string, width int) string {
	var b strings.Builder
	if width == 0 {
		width = 80
	}
	width = max(40, min(width, 80))
	if width < 60 {
		return usage + "\n" + indentBelow(doc, 4, width)
	}
	line := fmt.Sprintf("%-*s", indent-1, usage)
	if len([]rune(usage)) > indent-2 {
		b.WriteString(usage + "\n")
		line = strings.Repeat(" ", indent-1)
	}
	return b.String() + line + indentBelow(doc, indent, width)[indent-1:]
}

// indentBelow is a text in lines of a width that begin with some spaces.
func indentBelow(text string, spaces, width int) string {
	var b strings.Builder
	line := strings.Repeat(" ", spaces-1)
	for _, word := range strings.Fields(text) {
		if len([]rune(line))+1+len([]rune(word)) >= width {
			b.WriteString(line + "\n")
			line = strings.Repeat(" ", spaces-1)
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

// helpMagic lists the magics of cells, or explains one.
func helpMagic(_ context.Context, s Session, c *Call) error {
	text, err := c.explainMagic(c.Table.InCells(), c.Table.InCells().listEntries(s.Width()), s.Width())
	io.WriteString(s.Stdout(), text)
	return err
}

// terminalHelp is help at the prompt, which has magics of its own.
func terminalHelp(_ context.Context, t Terminal, c *Call) error {
	text, err := c.explainMagic(c.Table, c.Table.List(t.Width()), t.Width())
	if err == nil {
		t.Print(text)
	}
	return err
}

// explainMagic is the text on the requested magic, on the essential ones of those known here,
// or on all.
func (c *Call) explainMagic(known Table, all string, width int) (string, error) {
	switch c.Arg {
	case "":
		return known.essentials(width), nil
	case "all":
		return all, nil
	}
	m, ok := c.Table.Find(c.Arg)
	if !ok {
		return "", errors.New(c.Table.unknownMagic(strings.TrimLeft(c.Arg, "%")))
	}
	return fmt.Sprintf("%s\n    %s\n", m.Usage(), m.Doc), nil
}

// nothingMagic implements a magic of other kernels.
func nothingMagic(context.Context, Session, *Call) error { return nil }
