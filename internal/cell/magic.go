package cell

import (
	"bytes"
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
)

// codeMagics are the magics whose argument is Go, after their options.
var codeMagics = regexp.MustCompile(`^%%?(?:lowered|time|timeit)\b(?:[ \t]+-[a-z]+[ \t]+\d+)*`)

// nameMagic begins a line whose magic takes names of the session.
var nameMagic = regexp.MustCompile(`^[ \t]*%(?:del|whos?)[ \t]`)

// fileMagic begins a line whose magic takes names of files, up to the last of
// them that is begun.
var fileMagic = regexp.MustCompile(`^[ \t]*(?:%%?(cd|run|save|sh)[ \t]|\$[ \t])(?:.*[ \t"'=])?`)

// goOnly is a source with its magics and shell lines blanked, so that all
// offsets stay: the whole line, or the magic's name where code follows it. The
// marks before a name that is asked about are blanked too.
func goOnly(src string) string {
	code, _ := blanked(src)
	return code
}

// stretch is a part of a source, by its offsets.
type stretch struct{ start, end int }

// blanked is goOnly, and where the magics are.
func blanked(src string) (code string, magics []stretch) {
	if !strings.ContainsAny(src, "%$?") {
		return src, nil
	}
	b := []byte(src)
	for i := 0; i < len(b) && (b[i] == ' ' || b[i] == '?'); i++ {
		b[i] = ' '
	}
	for at := 0; at < len(b); {
		start := nextMagic(b, at)
		if start < 0 {
			break
		}
		at = magicEnd(src, start)
		for i := start; i < at; i++ {
			b[i] = ' '
		}
		magics = append(magics, stretch{start, at})
	}
	return string(b), magics
}

// nextMagic is the offset of the first magic at or after an offset that begins
// a statement; -1 for none. A magic begins a statement, so that neither an
// operator nor a string is one.
func nextMagic(src []byte, from int) int {
	file := token.NewFileSet().AddFile("", -1, len(src)-from)
	var sc scanner.Scanner
	sc.Init(file, src[from:], func(token.Position, string) {}, 0)
	begins := true
	for {
		pos, t, lit := sc.Scan()
		off := from + file.Offset(pos)
		switch {
		case t == token.EOF:
			return -1
		case begins && isMagic(src[off:], t, lit):
			return off
		}
		begins = t == token.SEMICOLON || t == token.LBRACE
	}
}

func isMagic(text []byte, t token.Token, lit string) bool {
	switch {
	case t == token.REM:
		name := bytes.TrimLeft(text, "%")
		return len(text)-len(name) <= 2 && len(name) > 0 && isWord(name[0])
	case t == token.ILLEGAL && lit == "$":
		return len(text) > 1 && (text[1] == ' ' || isWord(text[1]))
	}
	return false
}

func isWord(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// magicEnd is where the magic that starts at an offset ends, and Go may begin
// again: after its name and options, its line, or with %% the cell.
func magicEnd(src string, start int) int {
	if code := codeMagics.FindString(src[start:]); code != "" {
		return start + len(code)
	}
	i := strings.IndexByte(src[start:], '\n')
	if i < 0 || strings.HasPrefix(src[start:], "%%") {
		return len(src)
	}
	return start + i
}

// argumentAt is the cursor in what a magic is given: names of the session, or
// of files; nil where it is neither.
func argumentAt(src string, pos int) *cursor {
	line := strings.LastIndexByte(src[:pos], '\n') + 1
	if nameMagic.MatchString(src[line:pos]) {
		at := newCursor(src, pos)
		at.in = inNames
		return at
	}
	m := fileMagic.FindStringSubmatch(src[line:pos])
	if m == nil {
		return nil
	}
	at := &cursor{src: src, pos: pos, in: inFiles, start: line + len(m[0]), end: pos}
	if m[1] == "cd" {
		at.in = inFolders
	}
	at.prefix = src[at.start:pos]
	return at
}

// magicAt is the magic whose name an offset is in: its start, and its name up
// to the offset and whole.
func magicAt(src string, pos int) (start int, typed, name string, ok bool) {
	line := strings.LastIndexByte(src[:pos], '\n') + 1
	start = line + len(src[line:pos]) - len(strings.TrimLeft(src[line:pos], " \t"))
	if strings.HasPrefix(src[start:pos], "%%") {
		start++
	}
	if start >= pos || src[start] != '%' || strings.TrimFunc(src[start+1:pos], isWordRune) != "" {
		return 0, "", "", false
	}
	if c := newCursor(goOnly(src[:line]), line); c.in != inCode || !endsStatement(c.prev) {
		return 0, "", "", false
	}
	end := pos
	for end < len(src) && isWord(src[end]) {
		end++
	}
	return start, src[start:pos], src[start:end], true
}

func isWordRune(r rune) bool { return r >= 0x80 || isWord(byte(r)) }

// endsStatement: a new statement may begin after the token.
func endsStatement(t token.Token) bool {
	return t == token.SEMICOLON || t == token.LBRACE || t == token.ILLEGAL
}
