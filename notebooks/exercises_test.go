package notebooks_test

import (
	"fmt"
	"go/scanner"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/notebook"
)

// exercise is one exercise of a lesson.
type exercise struct {
	title  string // with the number
	points int    // that the title promises

	solutions, tests []*notebook.Cell
}

var exerciseTitle = regexp.MustCompile(`(?m)^### (Exercise (\d+)\.(\d+): .+) \((\d+) points?\)$`)

// grading is what nbgrader knows of a cell.
type grading struct {
	solution, test bool
	points         int
}

func gradingOf(c *notebook.Cell) grading {
	ng, _ := c.Metadata["nbgrader"].(map[string]any)
	g := grading{solution: ng["solution"] == true, test: ng["grade"] == true}
	g.points, _ = strconv.Atoi(fmt.Sprint(ng["points"]))
	return g
}

// exercisesOf are the complaints about the exercises of a lesson.
func exercisesOf(file string, nb *notebook.Notebook) (all []string) {
	bad := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	exercises := findExercises(file, nb, bad)
	total := 0
	for i := range exercises {
		total += exercises[i].check(bad)
	}
	if total < 10 || total > 20 {
		bad("the exercises give %d points, want 10 to 20", total)
	}
	if len(exercises) < 3 || len(exercises) > 6 {
		bad("%d exercises, want 3 to 6", len(exercises))
	}
	namesOf(nb, exercises, bad)
	return all
}

// findExercises cuts a lesson at the titles of its exercises.
func findExercises(file string, nb *notebook.Notebook, bad func(string, ...any)) (found []exercise) {
	for _, c := range nb.Cells {
		if m := exerciseTitle.FindStringSubmatch(c.Source); m != nil && c.Type == notebook.Markdown {
			points, _ := strconv.Atoi(m[4])
			found = append(found, exercise{title: m[1], points: points})
			if want := fmt.Sprintf("%s.%d", strings.TrimPrefix(numbered.FindStringSubmatch(file)[1], "0"), len(found)); m[2]+"."+m[3] != want {
				bad("%s: want the number %s", m[1], want)
			}
		} else if c.Type == notebook.Markdown && strings.Contains(c.Source, "# Exercise") {
			bad("cell %s: want a title such as \"### Exercise 3.2: a word or two (4 points)\"", c.ID)
		}
		g := gradingOf(c)
		if !g.solution && !g.test {
			if strings.Contains(c.Source, "### BEGIN") && c.Type == notebook.Code {
				bad("cell %s: a region in a cell that is neither a solution nor a test", c.ID)
			}
			continue
		}
		if len(found) == 0 {
			bad("cell %s: a solution or test before the first exercise", c.ID)
			continue
		}
		e := &found[len(found)-1]
		if g.solution {
			e.solutions = append(e.solutions, c)
		}
		if g.test {
			e.tests = append(e.tests, c)
		}
	}
	return found
}

// check returns the points of an exercise.
func (e *exercise) check(bad func(string, ...any)) (points int) {
	if len(e.solutions) == 0 || len(e.tests) == 0 {
		bad("%s: %d solution cells and %d test cells, want at least one of each", e.title, len(e.solutions), len(e.tests))
	}
	for _, c := range e.solutions {
		if regions(c.Source, "SOLUTION") != 1 {
			bad("cell %s: want one region from // ### BEGIN SOLUTION to // ### END SOLUTION", c.ID)
		}
	}
	for _, c := range e.tests {
		points += gradingOf(c).points
		if !strings.HasPrefix(c.Source, "import \"riffle/shuffle/check\"\n") {
			bad("cell %s: a test begins with import \"riffle/shuffle/check\", in case the student has a name check", c.ID)
		}
		if !strings.Contains(c.Source, ".Must()") {
			bad("cell %s: a test needs a check with .Must()", c.ID)
		}
		if regions(c.Source, "HIDDEN TESTS") < 0 {
			bad("cell %s: a region of hidden tests has no end", c.ID)
		}
		if len(c.Outputs) > 0 {
			bad("cell %s: a test that passes shows nothing", c.ID)
		}
	}
	if points != e.points {
		bad("%s: the title promises %d points, the tests give %d", e.title, e.points, points)
	}
	return points
}

// regions counts the regions of a kind, -1 if one has no end or no beginning.
func regions(source, kind string) (n int) {
	open := false
	for line := range strings.Lines(source) {
		switch line = strings.TrimSpace(line); line {
		case "// ### BEGIN " + kind, "// ### END " + kind:
			if begins := strings.Contains(line, "BEGIN"); begins == open {
				return -1
			}
			if open = !open; open {
				n++
			}
		}
	}
	if open {
		return -1
	}
	return n
}

// namesOf wants the names that solutions declare to be no other cell's, as an unsolved
// exercise would then pass with what the lesson declared, and tests that use only their
// own exercise's.
func namesOf(nb *notebook.Notebook, exercises []exercise, bad func(string, ...any)) {
	owner := map[string]int{}
	for i, e := range exercises {
		for _, c := range e.solutions {
			for _, name := range declared(c.Source) {
				if before, taken := owner[name]; taken && before != i {
					bad("cell %s: %s is a name of another exercise's", c.ID, name)
				}
				owner[name] = i
			}
		}
	}
	for _, c := range nb.Cells {
		if g := gradingOf(c); c.Type != notebook.Code || g.solution || g.test {
			continue
		}
		for _, name := range declared(c.Source) {
			if _, taken := owner[name]; taken {
				bad("cell %s: %s is the name of an exercise's solution", c.ID, name)
			}
		}
	}
	for i, e := range exercises {
		for _, c := range e.tests {
			own := declared(c.Source)
			for _, name := range names(c.Source) {
				if j, taken := owner[name]; taken && j != i && !slices.Contains(own, name) {
					bad("cell %s: tests of %q use %s of %q", c.ID, e.title, name, exercises[j].title)
				}
			}
		}
	}
}

// declared are the names that a cell declares at its top level, methods apart.
func declared(source string) (all []string) {
	depth := 0
	var before []lexeme
	for _, l := range lexemes(source) {
		switch l.tok {
		case token.LBRACE, token.LPAREN, token.LBRACK:
			depth++
		case token.RBRACE, token.RPAREN, token.RBRACK:
			depth--
		case token.IDENT:
			if last := len(before) - 1; depth == 0 && last >= 0 && slices.Contains([]token.Token{token.FUNC, token.TYPE, token.VAR, token.CONST}, before[last].tok) {
				all = append(all, l.name)
			}
		case token.DEFINE:
			if depth == 0 {
				all = append(all, definedBy(before)...)
			}
		}
		before = append(before, l)
	}
	return all
}

// definedBy are the names before :=, unless it belongs to an if, a for or a switch.
func definedBy(before []lexeme) (all []string) {
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i].tok {
		case token.IDENT:
			all = append(all, before[i].name)
		case token.COMMA:
		case token.IF, token.FOR, token.SWITCH, token.CASE:
			return nil
		default:
			return all
		}
	}
	return all
}

// names are all identifiers in a cell.
func names(source string) (all []string) {
	for _, l := range lexemes(source) {
		if l.tok == token.IDENT {
			all = append(all, l.name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

type lexeme struct {
	tok  token.Token
	name string
}

func lexemes(source string) (all []lexeme) {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", -1, len(source)), []byte(source), func(token.Position, string) {}, 0)
	for {
		_, tok, name := s.Scan()
		if tok == token.EOF {
			return all
		}
		all = append(all, lexeme{tok, name})
	}
}
