package cell

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"sync"
)

// Hints say what to type instead. They are tables: the first pattern that a
// message matches gives the hint, in which $1 stands for what it found.

type advice struct {
	when *regexp.Regexp
	hint string
}

// advices makes a table of patterns and hints. Only a cell with an error needs it,
// so that it is made then: the patterns take longer than all else at start.
func advices(pairs ...string) func() []advice {
	return sync.OnceValue(func() []advice {
		var out []advice
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, advice{regexp.MustCompile(pairs[i]), pairs[i+1]})
		}
		return out
	})
}

// pattern is an expression that only errors need.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// advise is the hint that a table has for a text.
func advise(table func() []advice, text string) string {
	for _, a := range table() {
		if m := a.when.FindStringSubmatchIndex(text); m != nil {
			return string(a.when.ExpandString(nil, a.hint, text, m))
		}
	}
	return ""
}

const (
	declareHint = "x := 1 declares a new variable; x = 1 assigns to one that exists"
	braceHint   = "the opening brace { stands at the end of the line, not on the next"
	literalHint = "a list of values begins with its type: []int{1, 2, 3}"
	headHint    = "Go has no parentheses around the head of for, if or switch, and always braces after it"
)

// syntaxAdvice is matched with a parser's message, a newline and the source line.
var syntaxAdvice = advices(
	`^expected boolean expression|(?s)cannot use.*as value`, "a condition compares with ==; = assigns",
	`\n.*(:= =|= :=)`, declareHint,
	`\n\s*package `, "a cell has no package clause: leave it out, or save the program in a file and use riffle run",
	`\n\s*while\b`, "Go's only loop is for: for condition { … }",
	`^expected (?:'\)'|';').*\n\s*(?:for|if|switch)\s*\(`, headHint,
	`\n\s*for\s+\w+\s+in\b`, "Go's loop over numbers or elements: for i := range 3 { … }, for i, x := range xs { … }",
	`\n\s*for\s[^;]*,[^;]*,[^;]*\{`, "semicolons part the head of a loop: for i := 0; i < 5; i++ { … }",
	`\n\s*(def|function|fn|fun)\s`, "a function is declared with func: func f(n int) int { … }",
	`\n\s*(class|struct)\s+(\w+)`, "a type is declared with type: type $2 struct { … }",
	`expected type, found '\{'\n\s*type\s+(\w+)`, "say what kind of type it is: type $1 struct { … }",
	`\n\s*(?:let|const|auto)\s+(\w+)\s*=`, "$1 := … declares a variable",
	`\n\s*(int|string|bool|float64|float|double|char|boolean)\s+(\w+)\s*=`, "the name stands before the type: var $2 $1 = …, or $2 := …",
	`^missing import path`, `the path of a package stands in quotes: import "fmt"`,
	`found '(\+\+|--)'`, "x$1 is a statement of its own: it stands after the variable, and gives no value",
	`^expected ';', found '[-+*/]'\n.*(\+\+|--)`, "x$1 is a statement of its own, and gives no value",
	`^expected type, found newline\n\s*var\s+(\w+)`, "say the type or the value: var $1 int, or $1 := 0",
	`rune literal`, `a text stands in double quotes, "hello"; single quotes are for one character`,
	`^string literal not terminated`, "add the closing quote; a text of several lines stands in backquotes",
	`^unknown escape`, `a backslash itself is written \\, or the text stands in backquotes`,
	`'\?'`, "Go has no ? : operator: use if and else",
	`found 'else'|^this \{ is never closed\n\s*else`, elseHint,
	`^expression in (defer|go) must be function call`, "$1 wants a call: put its arguments, or (), behind the function",
	`^expected operand, found '>'\n.*\w->\w`, "a dot selects the field of a pointer too: p.x",
	`^expected 1 expression\n\s*\[|^unexpected comma; expecting \]|^expected operand, found '\{'`, literalHint,
	`^missing ',' before newline`, "in a list of several lines each line ends with a comma, the last one too",
	`^invalid digit .* in octal`, "a number that begins with 0 is octal: leave the 0 out",
	`^expected '\{', found newline|^unexpected newline|^expected ';', found '\{'`, braceHint,
	`found (?:'EOF'|'\}'|the end of the cell)\n\s*(if|for|switch|select)\b`, "the body stands in braces behind the head: $1 … { … }",
	`^expected (?:';'|'\{'), found \w+\n\s*(?:if|for|switch)\b`, headHint,
	`^expected ';', found (".*"|\d.*)\n\s*([\w.]+)\s`, "the arguments of a call stand in parentheses: $2($1)",
	`^expected ';', found \w+\n.*[)}] \w`, "one statement a line, or ; between them",
)

const (
	numeric  = `u?int(?:8|16|32|64)?|float32|float64|byte|rune|uintptr`
	charHint = "a character stands in single quotes, 'a'; double quotes are for text"
	textHint = "fmt.Sprint makes a text of a number, strconv.Atoi a number of a text"
)

// checkAdvice is matched with a checker's message.
var checkAdvice = advices(
	`^append\((\w+),.* is not used`, "append returns the new slice: $1 = append($1, …)",
	`is not used$`, "only the last expression of a cell is displayed; use fmt.Println to print, or assign the value",
	`^declared and not used: (\w+)`, "a program must use each variable: delete $1, or write _ for it",
	`imported and not used`, "a program must use each package that it imports: delete the import",
	`no new variables on left side`, "use = to give an existing variable a new value; a variable can be declared again in another cell",
	`^assignment mismatch: 1 variable but .* returns \d+ values|^multiple-value`, "give each value a variable, as in x, err := …; _ drops one",
	`^assignment mismatch: \d+ variables but .* returns 1 value`, "it returns a single value",

	`mismatched types .*time\.Duration`, "make a Duration of the number: time.Duration(n) * time.Second",
	`mismatched types (?:int and float64|float64 and int)\)`, "Go doesn't mix the types by itself: convert one side, as in float64(n)",
	`mismatched types (?:`+numeric+`) and (`+numeric+`)\)`, "Go doesn't mix the types by itself: convert one side, as in $1(n)",
	`mismatched types (?:byte|rune|untyped rune) and (?:untyped )?string|mismatched types (?:untyped )?string and (?:byte|rune|untyped rune)`, charHint,
	`mismatched types (?:untyped )?string and (?:untyped )?(?:int|float)|mismatched types (?:untyped )?(?:int|float)\S* and (?:untyped )?string`, textHint,
	`mismatched types (?:any|interface ?\{\}) and (?:untyped )?(\w+)\)`, "say what the interface holds: x.($1)",

	`truncated to int64$`, "a Duration is a whole number of nanoseconds: 500 * time.Millisecond, or time.Duration(x * float64(time.Second))",
	`truncated\)$.* in argument|in argument .*truncated`, "a whole number is wanted here",
	`truncated`, "an int holds whole numbers only; declare the variable as float64",
	`non-boolean condition`, "a condition is a comparison, as in n != 0",
	`used as value`, "this function returns nothing",
	`(?s)^too many return values.*want \(\)`, "a function that returns something says of which type: func f() int { … }",

	`^cannot use '.*' \(untyped rune constant.*as string value`, "a text stands in double quotes; single quotes are for one character",
	`^cannot use ".*" \(untyped string constant\) as (?:rune|byte|uint8|int32) value`, charHint,
	`^cannot use "[0-9.]+" \(untyped string constant\) as (?:`+numeric+`) value`, "without the quotes it is a number",
	`^cannot use .* as error value.*does not implement`, "errors.New and fmt.Errorf make an error of a text",
	`type shuffle\.Deck\) as \[\]int value`, "a deck d holds cards: d.Values() and d.Numbers() are ints, and FisherYates.On(d) shuffles any slice",
	`^cannot use nil as`, "only pointers, slices, maps, functions, channels and interfaces can be nil",
	`^cannot use (\S+) \(.* of type float(?:32|64)\) as (u?int\d*) value`, "convert it: $2($1) drops what is behind the point",
	`^cannot use (\S+) \(.* of type (?:`+numeric+`)\) as (`+numeric+`) value`, "convert it: $2($1)",
	`^cannot use (\S+) \(.* of (?:int|float64|string) type \S+\) as (`+numeric+`|string) value`, "convert it: $2($1)",
	`^cannot use (\S+) \(.* of type (?:`+numeric+`)\) as string value`, "fmt.Sprint($1) makes a text of it",
	`^cannot use (\S+) \(.* of type string\) as u?int\d* value`, "strconv.Atoi($1) gives the number and an error",
	`^cannot use (\S+) \(.*\(method \w+ has pointer receiver\)`, "the method belongs to the pointer: write &$1",
	`: (\S+) does not implement \S+ \(missing method (\w+)\)`, "it becomes one with the method: func (x $1) $2",

	`^cannot assign to \w+\[[^\]]*\] \(neither`, "a string can't be changed: change a []byte or []rune of it, and make a string of that",
	`^cannot assign to struct field (\S+) in map`, "change a copy and put that into the map, or keep pointers in the map",
	`^cannot assign to ([A-Za-z_]\w*) \(neither`, "$1 is no variable: a constant or a function stays as it is",
	`^use of untyped nil`, "say the type: var x []int, var p *Card, var err error",
	`slice can only be compared to nil`, "slices.Equal(a, b) compares the elements",
	`map can only be compared to nil`, "maps.Equal(a, b) compares the elements",
	`operator \^ not defined`, "^ is exclusive or; math.Pow(x, y) is a power",
	`operator % not defined on .*float`, "math.Mod(x, y) is the remainder of floats",
	`operator ! not defined`, "only a bool has a !; a number is compared, as in n == 0",
	`operator .* not defined on .* constrained by`, "the constraint must allow the operator, as cmp.Ordered or ~int | ~float64",
	`cannot infer `, "say the type in brackets, as in f[int]()",
	`^cannot use generic (?:type|function) (\w+).* without instantiation`, "say the type in brackets: $1[int]",
	`^invalid recursive type: (\w+) refers to itself`, "hold a pointer: *$1",
	`undefined \(type map\[`, `an element of a map is m["key"]`,
	`missing function body`, "the body stands in braces behind the head: func f() int { … }",
	`missing return`, "every way through the function must end in a return",
)

// parameterAdvice is matched with the line of an undefined name.
var parameterAdvice = advices(
	`func.*[(,]\s*(int|string|bool|float64|byte|rune)\s+(\w+)\s*[,)]`, "the name of a parameter stands before its type: $2 $1",
)

// elsewhere are names that other languages, or a package, give to what Go has.
var elsewhere = map[string]string{
	"null": "nil", "None": "nil", "NULL": "nil", "nullptr": "nil", "True": "true", "False": "false",
	"boolean": "bool", "double": "float64", "float": "float64", "char": "rune", "long": "int64", "str": "string", "String": "string",
	"Println": "fmt.Println", "Printf": "fmt.Printf", "Print": "fmt.Print", "printf": "fmt.Printf", "Sprintf": "fmt.Sprintf",
	"Sprint": "fmt.Sprint", "Errorf": "fmt.Errorf", "Sqrt": "math.Sqrt", "sqrt": "math.Sqrt", "pow": "math.Pow", "abs": "math.Abs",
}

var outOfBounds = pattern(`index \d+ (?:\(.*\) )?out of bounds \[0:(\d+)\]`)

// lastIndex is the hint for a constant index that is too large.
func lastIndex(msg string) string {
	m := outOfBounds().FindStringSubmatch(msg)
	if m == nil {
		return ""
	}
	n, _ := strconv.Atoi(m[1])
	if n == 0 {
		return "there are no elements"
	}
	return "the first index is 0, the last " + strconv.Itoa(n-1)
}

// use is how a name is used at a position: assigned with =, called, or otherwise.
type use int

const (
	read use = iota
	assigned
	called
)

func (b *builder) useAt(pos token.Pos) (u use) {
	for _, f := range b.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, x := range n.Lhs {
					if x.Pos() == pos && x.End() > pos && n.Tok == token.ASSIGN {
						u = assigned
					}
				}
			case *ast.CallExpr:
				if n.Fun.Pos() == pos {
					u = called
				}
			}
			return true
		})
	}
	return u
}

// inFunction reports whether a position is in a function that is written there,
// not in the cell's statements themselves.
func (b *builder) inFunction(pos token.Pos) (in bool) {
	ast.Inspect(b.f.main, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Body.Pos() < pos && pos < lit.Body.End() {
			in = true
		}
		return !in
	})
	return in
}

var placeInFile = pattern(` at cell:(\d+):(\d+)`)

// places puts the user's places into a message that names places of the file
// laid out for the checker.
func (b *builder) places(msg string) string {
	return placeInFile().ReplaceAllStringFunc(msg, func(s string) string {
		m := placeInFile().FindStringSubmatch(s)
		line, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		f := b.c.fset.File(b.f.ast.FileStart)
		if f == nil || line > f.LineCount() {
			return ""
		}
		return " at " + b.place(f.LineStart(line)+token.Pos(col-1))
	})
}

// place is a position as the user reads it.
func (b *builder) place(pos token.Pos) string {
	return b.c.Diagnostic(pos, pos, "").Place()
}
