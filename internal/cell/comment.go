package cell

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"sort"
	"strings"
)

// lead is a comment right above a token, or before it on its line, as go/parser
// has it: the comment documents what begins there.
type lead struct {
	at   int // the token's offset
	text string
}

// opening is what may be between the beginning of a declaration and its name.
var opening = pattern(`^(?:(?:type|var|const|func\s*\([^)]*\)|func)\s*)?$`)

// doc is the comment that documents the declaration of the name at an offset, or
// the declaration that begins there.
func (s *Source) doc(off int) string {
	if s.docs == nil {
		s.docs = leads(s.Text)
	}
	if opening().MatchString(strings.TrimSpace(s.Text[:off])) {
		return s.above
	}
	i := sort.Search(len(s.docs), func(i int) bool { return s.docs[i].at > off }) - 1
	if i < 0 || !opening().MatchString(s.Text[s.docs[i].at:off]) {
		return ""
	}
	return s.docs[i].text
}

// only is the text of a source that consists of comments, otherwise empty.
func (s *Source) only() string {
	if !strings.HasPrefix(strings.TrimSpace(s.Text), "/") {
		return ""
	}
	if docs := leads(s.Text + "\n;"); len(docs) == 1 && docs[0].at >= len(s.Text) {
		return docs[0].text
	}
	return ""
}

// leads finds the comments that lead a token.
func leads(text string) []lead {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var sc scanner.Scanner
	sc.Init(file, []byte(text), func(token.Position, string) {}, scanner.ScanComments)
	out := []lead{}
	var group []*ast.Comment
	ended := 0 // the line where the last token or comment ended
	for {
		pos, tok, lit := sc.Scan()
		line := file.Line(pos)
		switch {
		case tok == token.EOF:
			return out
		case tok == token.SEMICOLON && lit == "\n":
			continue
		case tok == token.COMMENT:
			if len(group) > 0 && line > ended+1 || len(group) == 0 && line == ended {
				group = nil // detached from those above, or after a token
			}
			if len(group) > 0 || line != ended {
				group = append(group, &ast.Comment{Slash: pos, Text: lit})
			}
			ended = file.Line(pos + token.Pos(len(lit)) - 1)
			continue
		case len(group) > 0 && line <= ended+1:
			out = append(out, lead{file.Offset(pos), strings.TrimSpace((&ast.CommentGroup{List: group}).Text())})
		}
		group, ended = nil, file.Line(pos+token.Pos(max(len(lit), 1))-1)
	}
}
