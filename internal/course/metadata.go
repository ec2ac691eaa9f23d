package course

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"riffle/internal/notebook"
)

// schema is the version of nbgrader's metadata that is read here.
const schema = 3

// claimsTag is the tag of cells that check the lesson's own text.
const claimsTag = "claims"

// validID is what nbgrader takes for a name.
var validID = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
})

// marks are nbgrader's words about a cell.
type marks map[string]any

// marksOf returns nil for a cell of which nbgrader says nothing.
func marksOf(c *notebook.Cell) marks {
	m, _ := c.Metadata["nbgrader"].(map[string]any)
	return m
}

func (m marks) isMarked(name string) bool {
	on, _ := m[name].(bool)
	return on
}

// readMarks finds the part's role, name and points in its cell's metadata.
func (p *Part) readMarks() error {
	if p.Tagged(claimsTag) {
		p.Role = Claim
	}
	m := marksOf(p.Cell)
	if m == nil {
		return nil
	}
	p.GradeID, _ = m["grade_id"].(string)
	role, err := p.role(m)
	if err != nil {
		return err
	}
	if role == Given {
		p.GradeID = ""
		return nil
	}
	if p.Role == Claim {
		return fmt.Errorf("a cell tagged %s is not handed out, and can't be a %s cell too; remove the tag", claimsTag, role)
	}
	p.Role = role
	if !validID().MatchString(p.GradeID) {
		return fmt.Errorf("the grade_id %q must be letters, digits, - and _", p.GradeID)
	}
	p.Points, err = points(m, role)
	return err
}

// role checks what nbgrader would refuse.
func (p *Part) role(m marks) (Role, error) {
	if v := fmt.Sprint(m["schema_version"]); v != strconv.Itoa(schema) {
		return Given, fmt.Errorf("its nbgrader metadata have schema_version %s, want %d; nbgrader update brings them up to date", v, schema)
	}
	if err := m.checkFields(); err != nil {
		return Given, err
	}
	code := p.Type == notebook.Code
	switch grade, solution := m.isMarked("grade"), m.isMarked("solution"); {
	case m.isMarked("task") && code:
		return Given, errors.New("a task must be Markdown")
	case m.isMarked("task"), grade && solution:
		return Manual, nil
	case !code && (grade || solution):
		return Given, errors.New("an answer in Markdown must be both grade and solution, as a person grades it")
	case grade:
		return Test, nil
	case solution:
		return Solution, nil
	case m.isMarked("locked"):
		return Locked, nil
	}
	return Given, nil
}

// fields are all that the metadata may have.
var fields = []string{"cell_type", "checksum", "grade", "grade_id", "locked", "points", "schema_version", "solution", "task"}

// checkFields looks for fields that are missing or unknown.
func (m marks) checkFields() error {
	for _, name := range [...]string{"grade", "solution", "locked"} {
		if _, ok := m[name].(bool); !ok {
			return fmt.Errorf("its nbgrader metadata must say whether %s is true or false", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if !slices.Contains(fields, name) {
			return fmt.Errorf("its nbgrader metadata have a field %q, which nbgrader doesn't know", name)
		}
	}
	return nil
}

// points are those that the metadata promise; only what is graded has some.
func points(m marks, role Role) (float64, error) {
	v, has := m["points"]
	graded := role == Test || role == Manual
	switch {
	case has && !graded:
		return 0, fmt.Errorf("it has points, but is no test; points belong to the test cell (grade: true)")
	case !has && graded:
		return 0, errors.New("it is graded, but has no points")
	case !has:
		return 0, nil
	}
	const most = 1e6
	_, quoted := v.(string)
	n, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	if err != nil || quoted || !(0 <= n && n <= most) {
		text, _ := json.Marshal(v)
		return 0, fmt.Errorf("points are %s, want a number from 0 to a million", text)
	}
	return n, nil
}
