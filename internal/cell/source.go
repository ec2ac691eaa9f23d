package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"riffle/internal/proto"
)

// Source is a text that the user gave: a cell, or a file.
type Source struct {
	Text string
	// Cell is the cell's number; 0 for one that is not numbered.
	Cell int
	// File is the name of a script or program, empty for a cell.
	File string
	// Typed is the text as the user typed it, line for line, if Text has blanks for what
	// isn't Go; empty if they are the same.
	Typed string
	// Loop makes a function of the statements: what the source displays is a
	// func(n int) that runs them n times.
	Loop bool
	// MayFail marks a cell of a script whose error is expected: the next one runs anyway.
	MayFail bool
	// Apart makes the source see only the session's names in Sees, and its declarations
	// end with it.
	Apart bool
	Sees  []string
	// Restored is set for a cell of an earlier session, which only declares.
	Restored *Restored

	program   bool   // strict Go, whose messages don't mention cells
	undefines bool   // its names are undefined afterwards
	docs      []lead // nil until requested
	above     string // the comment that was a cell of its own right before
}

// span says which bytes of a laid-out file come from a source.
type span struct {
	at, n  int32 // where in the laid-out file
	offset int32 // where in the source
	src    *Source
}

// layout is a file built of pieces of sources; it remembers which byte is
// whose.
type layout struct {
	b          strings.Builder
	spans      []span
	base, size int // of the file among the session's positions

	// passing says that once the cell is over nothing in it can run or be looked up,
	// except what names of the session mean.
	passing bool
}

// layouts are those of a session, in the order of their positions. They outlive the file
// set, whose line tables only the check needs.
type layouts []*layout

// enter assigns the next positions to a layout.
func (ys *layouts) enter(y *layout, fset *token.FileSet, size int) {
	y.base, y.size = fset.Base(), size
	*ys = append(*ys, y)
}

// forget drops passing layouts that none of the objects is in.
func (ys *layouts) forget(objects iter.Seq[types.Object]) {
	named := map[*layout]bool{}
	for o := range objects {
		named[ys.of(o.Pos())] = true
	}
	*ys = slices.DeleteFunc(*ys, func(y *layout) bool { return y.passing && !named[y] })
}

// of is the layout that a position is in, nil if there is none.
func (ys layouts) of(pos token.Pos) *layout {
	i := sort.Search(len(ys), func(i int) bool { return ys[i].base > int(pos) }) - 1
	if i < 0 || int(pos) > ys[i].base+ys[i].size {
		return nil
	}
	return ys[i]
}

// after is an empty file set whose positions follow those of another.
func after(fset *token.FileSet) *token.FileSet {
	s := token.NewFileSet()
	s.AddFile("session", fset.Base(), 0)
	return s
}

// passes reports whether a cell has no types and no code that outlives it.
func passes(f *ast.File) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			found = found || n.Name.Name != mainFunc
		case *ast.FuncLit, *ast.TypeSpec, *ast.StructType, *ast.InterfaceType:
			found = true
		}
		return !found
	})
	return !found
}

func (y *layout) glue(s string) { y.b.WriteString(s) }

func (y *layout) add(src *Source, start, end int) {
	y.spans = append(y.spans, span{int32(y.b.Len()), int32(end - start), int32(start), src})
	y.b.WriteString(src.Text[start:end])
}

// addDecl adds a declaration of an earlier cell; a type in a group has no keyword
// of its own.
func (y *layout) addDecl(d *declared) {
	if text := d.src.Text[d.start:]; !strings.HasPrefix(text, "func") && !strings.HasPrefix(text, "type") {
		y.glue("type ")
	}
	y.add(d.src, d.start, d.end)
	y.glue("\n")
}

// find maps an offset of the file to its source; glue belongs to the preceding piece.
func (y *layout) find(off int) (src *Source, offset int) {
	i := sort.Search(len(y.spans), func(i int) bool { return int(y.spans[i].at) > off }) - 1
	if i < 0 {
		if len(y.spans) == 0 {
			return nil, 0
		}
		return y.spans[0].src, int(y.spans[0].offset)
	}
	s := y.spans[i]
	return s.src, int(s.offset) + min(off-int(s.at), int(s.n))
}

// locate maps a position to the source and the offset in it.
func (c *Compiler) locate(pos token.Pos) (src *Source, offset int) {
	y := c.layouts.of(pos)
	if y == nil {
		return nil, 0
	}
	return y.find(int(pos) - y.base)
}

// Diagnostic is a message at a position of the session's sources.
func (c *Compiler) Diagnostic(pos, end token.Pos, message string) proto.Diagnostic {
	src, off := c.locate(pos)
	if src == nil {
		return proto.Diagnostic{Message: message}
	}
	stop := off
	if s, o := c.locate(end); s == src {
		stop = o
	}
	return src.Diagnostic(off, stop, message)
}

// Diagnostic is a message about bytes [start, end) of the source; the end may equal the
// start if only a point is known. What was appended to the user's text has no place.
func (s *Source) Diagnostic(start, end int, message string) proto.Diagnostic {
	start = min(max(start, 0), len(s.Text))
	begin := strings.LastIndexByte(s.Text[:start], '\n') + 1
	line := s.Text[begin:]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	d := proto.Diagnostic{
		Cell:    s.Cell,
		File:    s.File,
		Line:    strings.Count(s.Text[:begin], "\n") + 1,
		Column:  utf8.RuneCountInString(s.Text[begin:start]) + 1,
		Text:    strings.TrimRight(line, "\r"),
		Message: message,
	}
	if end > start {
		end = min(end, begin+len(line))
		d.EndColumn = utf8.RuneCountInString(s.Text[begin:max(end, start)]) + 1
	}
	if s.Typed != "" {
		if d.Line > strings.Count(s.Typed, "\n")+1 {
			return proto.Diagnostic{Message: message}
		}
		d.Text = typedLine(s.Typed, d.Line)
	}
	clip(&d)
	return d
}

// How much of a very long line is shown, before the place and from it on.
const shownBefore, shownAfter = 60, 100

// clip cuts a very long line down to the part around the place.
func clip(d *proto.Diagnostic) {
	if len(d.Text) <= 4*(shownBefore+shownAfter) {
		return
	}
	line := []rune(d.Text)
	from := max(0, min(d.Column-1, len(line))-shownBefore)
	to := min(len(line), from+shownBefore+shownAfter)
	d.Cut, d.Text = from, string(line[from:to])
}

// typedLine is line n of a text; lines count from 1.
func typedLine(text string, n int) string {
	for line := range strings.Lines(text) {
		if n--; n == 0 {
			return strings.TrimRight(line, "\r\n")
		}
	}
	return ""
}

// Window is a part of a source as its own source: all else is blank, so that lines and
// columns stay.
func (s *Source) Window(start, end int) *Source {
	blank := func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' {
			return r
		}
		return ' '
	}
	w := *s
	if w.Typed == "" {
		w.Typed = s.Text
	}
	w.Text = strings.Map(blank, s.Text[:start]) + s.Text[start:end]
	return &w
}
