package magic

import "strings"

// IsMagic reports whether the part is a magic, known or not.
func (p Part) IsMagic() bool { return p.Named > 0 }

// IsGo reports whether the part is Go.
func (p Part) IsGo() bool { return p.Named == 0 }

// Go are the stretches of Go in a part: itself, or the code that a magic is
// given.
func (p Part) Go() []Part {
	switch {
	case p.IsGo():
		return []Part{p}
	case p.Magic == nil || p.Magic.Takes != Code:
		return nil
	}
	list := []Part{{Start: p.Start, End: p.End}}
	for _, b := range p.Below {
		list = append(list, b.Go()...)
	}
	return list
}

// Code are the parts that a magic runs: the lines below it, or the statements
// beside it.
func (p Part) Code() []Part {
	if p.Body > 0 {
		return p.Below
	}
	return []Part{{Start: p.Start, End: p.End}}
}

// Unfinished reports whether a magic still needs the lines below it.
func (p Part) Unfinished(text string) bool {
	return p.Body > 0 && strings.TrimSpace(text[p.Body:]) == ""
}

// argumentText is the text after a magic's name and options.
func (p Part) argumentText(text string) string {
	arg := strings.TrimSpace(text[p.Start:p.End])
	if p.Magic.Takes == Line || p.Magic.Takes == Code {
		return arg
	}
	if i := strings.Index(" "+arg, " //"); i >= 0 {
		arg = strings.TrimSpace(arg[:i])
	}
	return arg
}

// At finds the magic that an offset is in, after its mark and outside its Go.
func At(parts []Part, pos int) (Part, bool) {
	for _, p := range parts {
		end := p.End
		if p.Body > 0 {
			end = max(end, pos)
		}
		if p.IsGo() || pos <= p.At || pos > end {
			continue
		}
		if p.Magic == nil || p.Magic.Takes != Code || pos < p.Start || pos <= p.Named {
			return p, true
		}
		return At(p.Below, pos)
	}
	return Part{}, false
}

// Word is where the word that ends at an offset of a magic's argument begins.
func (p Part) Word(text string, pos int) int {
	from := min(p.Named, pos)
	return from + strings.LastIndexAny(text[from:pos], " \t\n\"'=,") + 1
}
