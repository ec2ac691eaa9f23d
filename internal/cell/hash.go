package cell

import (
	"bytes"
	"go/scanner"
	"go/token"
	"strings"
)

// hashComments finds # comments, which Go doesn't have, and blanks them, so that an
// apostrophe or a bracket in one isn't another error.
func hashComments(src string) (blanked string, errs []placed) {
	if !strings.Contains(src, "#") {
		return src, nil
	}
	text, from := []byte(src), 0
	for {
		n := firstHash(text[from:])
		if n < 0 {
			return string(text), errs
		}
		errs = append(errs, placed{offset: from + n, message: "illegal character U+0023 '#'"})
		line := text[from+n:]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end]
		}
		copy(line, bytes.Repeat([]byte{' '}, len(line)))
		from += n + len(line)
	}
}

// firstHash is the offset of the first # outside strings and comments, -1 for none.
func firstHash(text []byte) int {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var sc scanner.Scanner
	sc.Init(file, text, nil, 0)
	for {
		switch pos, t, lit := sc.Scan(); {
		case t == token.EOF:
			return -1
		case t == token.ILLEGAL && lit == "#":
			return file.Offset(pos)
		}
	}
}
