package notebooks_test

import (
	"slices"
	"strings"
	"testing"

	"riffle/internal/notebook"
)

// md, code, solution and points make the cells of lessons that are wrong on purpose.
func md(lines ...string) *notebook.Cell {
	return &notebook.Cell{Type: notebook.Markdown, ID: "text", Source: strings.Join(lines, "\n")}
}

func code(source string, tags ...any) *notebook.Cell {
	return &notebook.Cell{Type: notebook.Code, ID: "code", Source: source, Metadata: map[string]any{"tags": tags}}
}

func graded(c *notebook.Cell, solution bool, points int) *notebook.Cell {
	c.Metadata["nbgrader"] = map[string]any{"solution": solution, "grade": !solution, "points": points}
	return c
}

func solution(source string) *notebook.Cell { return graded(code(source), true, 0) }

func points(n int, source string) *notebook.Cell {
	return graded(code("import \"riffle/shuffle/check\"\n"+source), false, n)
}

// claims is a cell of claims as it should be.
func claims(source string) *notebook.Cell {
	c := code(source, "claims", "hide-cell", "remove-cell")
	c.Metadata["jupyter"] = map[string]any{"source_hidden": true}
	return c
}

// solved is a solution cell that declares f.
func solved(f string) *notebook.Cell {
	return solution("func " + f + "() int {\n\t// ### BEGIN SOLUTION\n\treturn 1\n\t// ### END SOLUTION\n}")
}

// right is a lesson without a fault.
func right() []*notebook.Cell {
	return []*notebook.Cell{
		md("# A lesson", "", "See [lesson 3](03-wrong-shuffles.ipynb) and 52! orders."),
		code("x := 1\nfor y := 0; y < x; y++ {\n\tz := y\n\t_ = z\n}"),
		claims("check.Equal(x, 1).Must();"),
		md("### Exercise 7.1: one (4 points)"), solved("one"), points(4, "check.Equal(one(), 1).Must();"),
		md("### Exercise 7.2: two (3 points)"), solved("two"),
		points(1, "check.Equal(two(), 1).Must();"), points(2, "check.Equal(two(), 1).Must();"),
		md("### Exercise 7.3: three (3 points)"), solved("three"), points(3, "check.Equal(three(), 1).Must();"),
	}
}

// showing is a cell with an output.
func showing(c *notebook.Cell, text string) *notebook.Cell {
	c.Outputs = []notebook.Output{{"output_type": "stream", "name": "stdout", "text": text}}
	return c
}

// moving is a cell that stores a widget's controls.
func moving(c *notebook.Cell) *notebook.Cell {
	c.Outputs = []notebook.Output{{"output_type": "display_data", "data": map[string]any{widgetView: map[string]any{}}}}
	return c
}

// refusals are changes of the right lesson, and what is said of them.
var refusals = map[string]struct {
	wrong *notebook.Cell // comes first; nil for a change of the others
	apply func(cells []*notebook.Cell)
	want  string
}{
	"long code":         {wrong: code("\t" + strings.Repeat("x", widest)), want: "a line of 76 characters"},
	"long text":         {wrong: md(strings.Repeat("x", widest+1)), want: "a line of 73"},
	"formula":           {wrong: md("$x^2$"), want: "a $ begins a formula"},
	"shouting":          {wrong: md("Well done!"), want: `"ne!"`},
	"belittling":        {wrong: md("It is simply one."), want: `"simply"`},
	"dead link":         {wrong: md("[there](03-riffles.ipynb)"), want: "leads nowhere"},
	"claim in sight":    {wrong: code(`claim(x == 1, "one")`), want: "in a cell tagged claims"},
	"claims in sight":   {wrong: code("check.Equal(x, 1).Must();", "claims"), want: "must be hidden"},
	"claims that show":  {wrong: showing(claims("check.Equal(x, 1)"), "true"), want: "show nothing"},
	"idle claims":       {wrong: claims("x = 2;"), want: "claims without a check"},
	"hidden code":       {wrong: code("x", "hide-cell"), want: "only cells tagged claims"},
	"large outputs":     {wrong: showing(code("x"), strings.Repeat("x", largest)), want: "the outputs have"},
	"controls":          {wrong: moving(code("x")), want: "the controls of a widget are stored"},
	"region in the air": {wrong: code("// ### BEGIN SOLUTION"), want: "neither a solution nor a test"},
	"early solution":    {wrong: solved("four"), want: "before the first exercise"},
	"taken name":        {wrong: code("two, four := 2, 4"), want: "two is the name of an exercise's solution"},
	"number":            {apply: func(cs []*notebook.Cell) { cs[3].Source = "### Exercise 8.1: one (4 points)" }, want: "want the number 7.1"},
	"title":             {apply: func(cs []*notebook.Cell) { cs[3].Source = "## Exercise 7.1" }, want: "want a title such as"},
	"promised points":   {apply: func(cs []*notebook.Cell) { cs[3].Source = "### Exercise 7.1: one (5 points)" }, want: "promises 5 points, the tests give 4"},
	"sum":               {apply: func(cs []*notebook.Cell) { graded(cs[5], false, 15) }, want: "the exercises give 21 points"},
	"no tests":          {apply: func(cs []*notebook.Cell) { cs[5] = code("x") }, want: "1 solution cells and 0 test cells"},
	"no region":         {apply: func(cs []*notebook.Cell) { cs[4] = solution("func one() int { return 1 }") }, want: "want one region"},
	"open region":       {apply: func(cs []*notebook.Cell) { cs[5].Source += "\n// ### BEGIN HIDDEN TESTS" }, want: "has no end"},
	"another check":     {apply: func(cs []*notebook.Cell) { cs[5].Source = "check.Equal(one(), 1).Must();" }, want: "a test begins with import"},
	"no must":           {apply: func(cs []*notebook.Cell) { cs[5].Source = strings.Replace(cs[5].Source, ".Must()", "", 1) }, want: "with .Must()"},
	"same name":         {apply: func(cs []*notebook.Cell) { cs[7] = solved("one") }, want: "one is a name of another exercise's"},
	"others' answers":   {apply: func(cs []*notebook.Cell) { cs[5] = points(4, "check.Equal(one(), two()).Must();") }, want: "use two of"},
}

// TestFormatRefuses shows that each convention is noticed when it isn't kept.
func TestFormatRefuses(t *testing.T) {
	for name, test := range refusals {
		t.Run(name, func(t *testing.T) {
			cells := right()
			if test.apply != nil {
				test.apply(cells)
			}
			if test.wrong != nil {
				cells = slices.Insert(cells, 0, test.wrong)
			}
			got := complaints("07-lcg.ipynb", &notebook.Notebook{Cells: cells})
			if !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, test.want) }) {
				t.Errorf("complaints %q, want one with %q", got, test.want)
			}
		})
	}
	if got := complaints("07-lcg.ipynb", &notebook.Notebook{Cells: right()}); len(got) > 0 {
		t.Errorf("a right lesson: %q", got)
	}
}
