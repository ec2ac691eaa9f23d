package course

import (
	"errors"
	"fmt"
	"strings"

	"riffle/internal/proto"
)

// region is a kind of region in a cell between two lines that contain its marks, which
// are nbgrader's own: "### BEGIN SOLUTION" contains one too.
type region string

const (
	solutionRegion region = "SOLUTION"
	hiddenRegion   region = "HIDDEN TESTS"
	schemeRegion   region = "MARK SCHEME"
)

func (r region) beginMark() string { return "BEGIN " + string(r) }
func (r region) endMark() string   { return "END " + string(r) }

// cutRegions replaces each region of a source, marks included, by the lines of a stub with
// the indentation of its first line. An error names the line, from 1.
func (r region) cutRegions(source, stub string) (rest string, found bool, err error) {
	var kept []string
	open := 0
	for i, line := range strings.Split(source, "\n") {
		switch {
		case strings.Contains(line, r.beginMark()):
			if open > 0 {
				return "", true, fmt.Errorf("line %d: %s, but the one of line %d isn't closed; write %s before it", i+1, r.beginMark(), open, r.endMark())
			}
			open, found = i+1, true
			kept = append(kept, indented(stub, line)...)
		case strings.Contains(line, r.endMark()):
			if open == 0 {
				return "", found, fmt.Errorf("line %d: %s without %s above it", i+1, r.endMark(), r.beginMark())
			}
			open = 0
		case open == 0:
			kept = append(kept, line)
		}
	}
	if open > 0 {
		return "", true, fmt.Errorf("line %d: %s is never closed; write %s where the region ends", open, r.beginMark(), r.endMark())
	}
	return strings.Join(kept, "\n"), found, nil
}

// indented are the lines of a stub, indented as a line is.
func indented(stub, as string) []string {
	if stub == "" {
		return nil
	}
	indent := as[:len(as)-len(strings.TrimLeft(as, " \t"))]
	lines := strings.Split(stub, "\n")
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}

// The stubs that students find in place of an answer.
const (
	CodeStub = `panic("` + proto.NotSolved + `: ` + proto.WriteYourOwn + `")`
	TextStub = "Write your answer here."
)

// handedOut is the source that students get of a part.
func (p *Part) handedOut() (source string, err error) {
	stub := CodeStub
	if p.Type != "code" {
		stub = TextStub
	}
	source, solved, err := solutionRegion.cutRegions(p.Source, stub)
	if err != nil {
		return "", err
	}
	answer := marksOf(p.Cell).isMarked("solution")
	if solved && !answer {
		return "", errors.New("a region of SOLUTION, but the cell is no solution cell (solution: true)")
	}
	if answer && !solved {
		source = stub
	}
	source, hides, err := hiddenRegion.cutRegions(source, "")
	if err == nil && hides && !marksOf(p.Cell).isMarked("grade") {
		err = errors.New("a region of HIDDEN TESTS, but the cell is no test cell (grade: true)")
	}
	if err != nil {
		return "", err
	}
	source, schemes, err := schemeRegion.cutRegions(source, "")
	if err == nil && schemes && !marksOf(p.Cell).isMarked("task") {
		err = errors.New("a region of MARK SCHEME, but the cell is no task (task: true)")
	}
	return source, err
}
