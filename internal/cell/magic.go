package cell

import (
	"strings"
	"unicode/utf8"

	"riffle/internal/magic"
	"riffle/internal/proto"
)

// goOnly is a source with all but its Go blanked, which keeps all offsets, and its parts.
// The question marks before a name are blanked too.
func (c *Compiler) goOnly(src string) (code string, parts []magic.Part) {
	if !strings.ContainsAny(src, "%$?") {
		return src, nil
	}
	b := []byte(src)
	for i := 0; i < len(b) && (b[i] == ' ' || b[i] == '?'); i++ {
		b[i] = ' '
	}
	parts, _ = c.config.Magics.Cut(string(b))
	out := make([]byte, len(b))
	for i := range out {
		out[i] = ' '
		if b[i] == '\n' {
			out[i] = '\n'
		}
	}
	for _, p := range parts {
		for _, g := range p.Go() {
			copy(out[g.Start:g.End], b[g.Start:g.End])
		}
	}
	return string(out), parts
}

// completeMagic lists what fits at an offset in a magic: its name or its arguments.
func (c *Compiler) completeMagic(src string, pos int, p magic.Part) proto.Completion {
	if pos <= p.Named && src[p.At] == '%' {
		start := p.At + strings.LastIndexByte(src[p.At:pos], '%')
		names := c.config.Magics.InCells().Candidates()
		return proto.Completion{Start: start, End: p.Named, Items: pick(names, src[start:pos])}
	}
	if p.Magic == nil || pos <= p.Named {
		return proto.Completion{Start: pos, End: pos}
	}
	if o := p.Magic.Offers; c.config.Files != nil && (o == magic.Files || o == magic.Folders || o == magic.ShellFiles) {
		return c.completeFile(src, pos, p)
	}
	start, end := p.Word(src, pos), pos
	if p.Magic.Offers == magic.Names {
		end += wordLength(src[pos:])
	}
	return proto.Completion{Start: start, End: end, Items: c.arguments(p.Magic, src[start:pos])}
}

// completeFile lists the files that a magic may take.
func (c *Compiler) completeFile(src string, pos int, p magic.Part) proto.Completion {
	start, typed, shell := fileArgument(src, pos, p)
	files := c.config.Files(typed, p.Magic.Offers == magic.Folders)
	if shell != nil {
		files = shell.escaped(files)
	}
	return proto.Completion{Start: start, End: pos, Items: append(pick(p.Magic.Choices(), typed), files...)}
}

// wordLength is the length of the word that a text begins with.
func wordLength(text string) int {
	return len(text) - len(strings.TrimLeftFunc(text, isWordRune))
}

// arguments are the arguments a magic may take.
func (c *Compiler) arguments(m *magic.Magic, typed string) []proto.Candidate {
	list := m.Choices()
	switch m.Offers {
	case magic.Names:
		list = append(list, c.sessionNames(nil)...)
	case magic.Magics:
		for _, m := range c.config.Magics.InCells().Candidates() {
			m.Text = strings.TrimPrefix(m.Text, "%")
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return pick(list, typed)
}

// magicPage documents a magic.
func (c *Compiler) magicPage(name string) proto.Inspection {
	usage, doc, ok := c.config.Magics.Page(name)
	if !ok {
		return proto.Inspection{}
	}
	return (&page{decl: usage, doc: doc}).inspection(0)
}

func isWordRune(r rune) bool {
	return r == '_' || r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' || r >= utf8.RuneSelf
}
