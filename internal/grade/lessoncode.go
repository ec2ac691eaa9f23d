package grade

import (
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"sync"

	"riffle/internal/cell"
	"riffle/internal/course"
	"riffle/internal/notebook"
)

// A test counts on what the lesson gives. Where a cell of the student's declares such a
// name anew, each test that needs it begins with the lesson's declaration, and with those
// that depend on it. Variables with a literal, such as the student's name, are the
// student's to change unless their cell is locked. Types stay the session's, since
// answers have values of them.

// piece is a declaration or statement of the lesson's own code.
type piece struct {
	text, from string
	names      []string // that it declares
	role       course.Role
}

// pieces are those of the lesson's own cells.
func pieces(source *Source) (all []piece) {
	for _, p := range source.Parts {
		if p.Type != notebook.Code || p.Role != course.Given && p.Role != course.Locked {
			continue
		}
		for _, s := range cell.New(cell.Config{}).Pieces(&cell.Source{Text: p.Source}) {
			text := strings.TrimSpace(s.Text)
			all = append(all, piece{text, p.Source, cell.DeclaredNames(text), p.Role})
		}
	}
	return all
}

// isCountedOn reports whether tests count on a piece's names.
func (p piece) isCountedOn() bool {
	return p.mayRepeat() && (p.role == course.Locked || !setting().MatchString(p.text))
}

// setting matches a variable with a literal.
var setting = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^(var )?[\\pL_][\\pL_\\pN]*( [a-z0-9]+)? :?= *(-?[0-9][0-9a-zA-Z_.]*|\"[^\"]*\"|`[^`]*`|true|false)$")
})

// mayRepeat reports whether a piece may be repeated in a test: no type, method or import,
// and nothing that only displays a value.
func (p piece) mayRepeat() bool {
	if _, err := parser.ParseExpr(p.text); err == nil {
		return false
	}
	return !leftOut().MatchString(p.text)
}

var leftOut = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(type|import|func\s*\()`)
})

// usesAny reports whether a piece has one of these names.
func (p piece) usesAny(names []string) bool {
	return slices.ContainsFunc(words().FindAllString(p.text, -1), func(w string) bool { return slices.Contains(names, w) })
}

var words = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[\pL_][\pL_\pN]*`)
})

// changedPieces are the lesson's pieces whose meaning has changed, since the submission's
// cells declare a name that they declare or use.
func changedPieces(source *Source, cells []*graded) []piece {
	all := pieces(source)
	changed := redeclared(source, all, cells)
	for more := len(changed) > 0; more; {
		more = false
		for _, p := range all {
			for _, name := range p.names {
				if p.mayRepeat() && p.usesAny(changed) && !slices.Contains(changed, name) {
					changed, more = append(changed, name), true
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(p piece) bool { return !p.mayRepeat() || !p.usesAny(changed) })
}

// neededPieces is what a test needs of pieces: declarations of the names that it uses, of those
// that these use, and assignments to them. What the lesson only shows doesn't run again.
func neededPieces(all []piece, test string) string {
	names := words().FindAllString(test, -1)
	in := make([]bool, len(all))
	for more := true; more; {
		more = false
		for i, p := range all {
			if !in[i] && (p.declaresAny(names) || p.assignsTo(names)) {
				names = append(names, words().FindAllString(p.text, -1)...)
				in[i], more = true, true
			}
		}
	}
	var text strings.Builder
	for i, p := range all {
		if in[i] {
			text.WriteString(p.text + "\n")
		}
	}
	return text.String()
}

// assignsTo reports whether a piece is a statement that begins with one of these names.
func (p piece) assignsTo(names []string) bool {
	first := words().FindString(p.text)
	return len(p.names) == 0 && strings.HasPrefix(p.text, first) && !token.IsKeyword(first) && slices.Contains(names, first)
}

// declaresAny reports whether a piece declares one of these names.
func (p piece) declaresAny(names []string) bool {
	return slices.ContainsFunc(p.names, func(name string) bool { return slices.Contains(names, name) })
}

// redeclared are the names that tests count on and that cells of the student's declare.
func redeclared(source *Source, all []piece, cells []*graded) (names []string) {
	var counted, answers []string
	for _, p := range source.Parts {
		if p.Type == notebook.Code && p.Role == course.Solution {
			answers = append(answers, cell.DeclaredNames(p.Source)...)
		}
	}
	for _, p := range all {
		if p.isCountedOn() {
			counted = append(counted, p.names...)
		}
	}
	for _, g := range cells {
		asIs := func(p piece) bool { return strings.TrimSpace(p.from) == strings.TrimSpace(g.Source) }
		if g.role == course.Test || !g.Runs() || slices.ContainsFunc(all, asIs) {
			continue
		}
		for _, name := range cell.DeclaredNames(g.Source) {
			if slices.Contains(counted, name) && !slices.Contains(answers, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
