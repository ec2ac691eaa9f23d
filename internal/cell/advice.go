package cell

// Pieces of the expressions below.
const (
	keyword = `chan|const|default|func|go|import|interface|map|package|range|select|struct|switch|type|var`
	begin   = `(?:^|[;{}])\s*` // of a statement
	goType  = `u?int(?:8|16|32|64)?|float32|float64|string|bool|byte|rune|error|any`
	numeric = `u?int(?:8|16|32|64)?|float32|float64|byte|rune|uintptr`
	text    = `(?:untyped )?string`
	sized   = `(?:untyped )?string|\[\]|\[\d+\]|map\[|chan ` // begins a type that has a len
)

const (
	declareHint = "x := 1 declares a new variable; x = 1 assigns to one that exists"
	braceHint   = "the opening brace { goes at the end of the line, not on the next"
	literalHint = "a list of values begins with its type: []int{1, 2, 3}"
	headHint    = "Go has no parentheses around the head of for, if or switch, and always braces after it"
	elseHint    = "else goes behind the } of its if, on the same line: } else {"
	loopHint    = "Go loops over numbers or elements with range: for i := range 3 { … }, for i, x := range xs { … }"
	errorHint   = "Go has no exceptions: a function returns an error, and its caller asks if err != nil { … }"
	charHint    = "a character is in single quotes, 'a'; double quotes are for text"
	quoteHint   = `text is in double quotes, "hello"; single quotes are for one character`
	textHint    = "fmt.Sprint makes a text of a number, strconv.Atoi a number of a text"
	incHint     = "x$1 is a statement of its own, after its variable, and has no value"
	literalFunc = "a function without a name is written func(x int) int { return x + 1 }"
	powerHint   = "Go has no power operator: math.Pow(x, y)"
	typedHint   = "the type follows the name without a colon: $1 $2"
	newHint     = "new(T) makes a pointer to a zero T, &T{…} one with fields, T{…} a value"
	chainHint   = "compare in two steps: a < b && b < c"
)

// syntaxAdvice is for the messages of the scanner and the parser.
var syntaxAdvice = advices(
	advice{``, begin + `¦?(` + keyword + `)\s*¦?:?=[^=]`, "$1 is a word of the language: choose another name"},

	// Statements of other languages.
	advice{``, begin + `do\s*\{.*¦`, "Go has no do: for { …; if done { break } }"},
	advice{``, begin + `¦?while\b`, "Go's only loop is for: for condition { … }"},
	advice{``, begin + `for[\s(]+(?:const |let |var )?[\w, ()]*¦?[\w, ()]*\b(?:in|of)\b`, loopHint},
	advice{``, begin + `(?:foreach|for each)\s*¦`, loopHint},
	advice{``, begin + `(?:loop|repeat)¦? ?¦?\{`, "an endless loop is for { … }, and break leaves it"},
	advice{``, begin + `for\s+\w+\s*:?=[^;{]*,[^;{]*,[^;{]*\{`, "semicolons separate the parts of a loop: for i := 0; i < 5; i++ { … }"},
	advice{`missing parentheses around composite literal|^expected 1 expression`, begin + `for\s[^;]*,[^;]*=[^;]*;`, "several loop variables are assigned together: for i, j := 0, 9; i < j; i, j = i+1, j-1 { … }"},
	advice{``, begin + `(?:def|function|fn|fun|sub|proc)\s+¦\w+\s*[(<\[]`, "a function is declared with func: func f(n int) int { … }"},
	advice{``, begin + `(?:async|public|private|protected|static|void|export|inline|pub)\s+¦.*\w\s*\(`, "a function is declared with func, without modifiers: func f(n int) int { … }"},
	advice{``, begin + `(?:public|private|protected|static|final|abstract|readonly|volatile|pub|export)\s+¦\w`, "Go has no such words: a name with a capital letter is exported"},
	advice{``, begin + `(?:` + goType + `|double|char|boolean|float|long|String)\s+¦\w+\s*\([^)]*\)\s*\{`, "a function is declared with func, and its result's type comes last: func f(n int) int { … }"},
	advice{``, begin + `(?:interface|trait|protocol)\s+¦(\w+)\s*\{`, "an interface is declared with type: type $1 interface { … }"},
	advice{``, begin + `typedef\s+¦(\w+)\s+(\w+)`, "a type is declared with type: type $2 $1"},
	advice{``, begin + `(?:class|struct|record)\s+¦(\w+)`, "a type is declared with type: type $1 struct { … }"},
	advice{``, `¦enum\b|\benum\s+¦|type \w+ enum ¦`, "Go has no enum: type Color int, and const ( Red Color = iota; Green; Blue )"},
	advice{``, begin + `(?:try|except|finally)\s*¦:|\}\s*¦(?:catch|except|finally)\b|` + begin + `(?:catch|except|finally|rescue)\b ?¦`, errorHint},
	advice{``, begin + `(?:throw|raise)\s+¦`, "Go has no exceptions: return an error, as in return fmt.Errorf(…), or panic(…)"},
	advice{``, begin + `(?:elif|elsif|elseif)\s+¦|\}\s*¦(?:elif|elsif|elseif)\b`, "Go writes else if: } else if x == 4 {"},
	advice{``, begin + `(?:from|using|require|include|use)\s+¦`, `a package is imported by its path: import "math"`},
	advice{``, `¦#\s*include`, `a package is imported by its path: import "math"`},
	advice{`illegal character U\+0040`, ``, "Go has no annotations or decorators"},
	advice{`illegal character U\+201[89]|^curly quotation`, ``, `quotes are straight: "hello", 'a'`},
	advice{`illegal character U\+201[0-5]|illegal character U\+2212`, ``, "a minus is the sign - of the keyboard"},
	advice{`illegal character U\+0023 '#'`, ``, "a comment begins with //"},
	advice{``, begin + `(?:match|select|when|case)\s+¦\w+\s*\{`, "switch x { case 1: … } chooses by value"},
	advice{``, begin + `(?:del|delete|unset)\s+¦`, "delete(m, key) drops an element of a map, slices.Delete some of a slice"},
	advice{``, begin + `assert\s+¦`, "assertions are calls: Assert(x > 0), or with more to say Assert(x > 0, \"x =\", x)"},
	advice{``, begin + `(?:await|async)\s+¦`, "Go has no await: a call waits for its result, and go f() doesn't"},
	advice{``, begin + `yield\s+¦`, "an iterator calls its yield: func(yield func(int) bool) { yield(3) }"},
	advice{``, `func .*\)\s*¦=`, "the body is in braces: func f() int { return 3 }"},
	advice{``, begin + `lambda\b.*¦|\blambda\s+¦|=>?\s*¦lambda\b`, literalFunc},
	advice{``, `[\w)]\s*=¦> |[\w)]\s*¦=>|=\s*¦\|\w+\||=\s*(?:fn|fun|function)(?:\(\w* ?¦| ?¦\(|\([^)]*\)\s*¦\{)`, literalFunc},

	// Words for operators.
	advice{`, found and\b`, ``, "Go writes && for and"},
	advice{`, found or\b`, ``, "Go writes || for or"},
	advice{``, `(?:^|[\s(=])not ¦`, "Go writes ! for not: !ok"},
	advice{``, `("[^"]*") ¦(?:not )?in (\w+)`, "strings.Contains($2, $1) looks into a text, slices.Contains($2, $1) into a slice, _, ok := $2[$1] into a map"},
	advice{``, `([\w.]+) ¦(?:not )?in (\w+)`, "slices.Contains($2, $1) looks for an element of a slice, _, ok := $2[$1] for a key of a map"},
	advice{``, ` ¦is (?:not )?\w`, "Go compares with == and !=, with nil too"},
	advice{``, ` ¦instanceof `, "a type assertion asks an interface for its type: v, ok := x.(T)"},
	advice{``, ` ¦(?:mod|div)\b`, "Go writes % for the remainder, and / between ints drops the fraction"},
	advice{``, `==¦=|!=¦=`, "Go compares with == and !=, and types always count"},
	advice{``, `<¦>`, "Go writes != for unequal"},
	advice{``, `¦~`, "Go writes ^x for the complement of the bits"},
	advice{``, `¦\?\.`, "Go has no ?. operator: if x != nil { … }"},
	advice{``, `¦\?\?|\?¦\?`, "Go has no ?? operator: cmp.Or(x, y) is the first that isn't zero"},
	advice{``, `¦\?`, "Go has no ? : operator: use if and else"},
	advice{``, `("[^"]*") ¦(?:not )?in ("[^"]*")`, "strings.Contains($2, $1) looks into a text"},
	advice{``, `[\w)"] ¦(?:not )?in (?:\[|map\[)`, "slices.Contains(xs, x) looks for an element of a slice, _, ok := m[key] for a key of a map"},
	advice{``, `=.* ¦if .* else `, "Go has no conditional expression: use if and else"},
	advice{``, `\[[^\]]* ¦for \w+ in `, "Go has no comprehensions: a loop with append makes a list"},
	advice{``, `[\w)"] ¦(?:if|unless|for)\s`, "if and for begin a statement: if x > 2 { print(x) }"},
	advice{`^expected operand, found '>'`, `\w-¦>\w`, "a dot selects the field of a pointer too: p.x"},
	advice{``, `["\w)] (?:\.|¦\+\+) ¦?"`, "+ joins texts"},
	advice{``, `[=(,]\s*[rR]¦"`, "text in backquotes is raw"},
	advice{`^missing import path|^import path must be`, `import\s+(?:numpy|scipy)\b`, "matrices and statistics are in gonum.org/v1/gonum/mat and gonum.org/v1/gonum/stat"},
	advice{`^missing import path|^import path must be`, `import\s+(?:matplotlib|seaborn)\b`, "plots are in gonum.org/v1/plot"},
	advice{`^missing import path|^import path must be`, `import\s+random\b`, `random numbers are in a package of Go's: import "math/rand/v2"`},
	advice{``, `import\s+("[^"]*")\s+¦as\s+(\w+)`, `another name for a package comes before its path: import $2 $1`},
	advice{`^import path must be`, `import\s+([\w.]+)\s+as\s+¦?(\w+)`, `another name for a package comes before its path: import $2 "$1"`},
	advice{``, begin + `global\s+¦`, "functions see the variables of all cells, and x = 1 assigns to them"},
	advice{``, begin + `with\s+¦`, "Go has no with: f, err := os.Open(name), and defer f.Close() closes it at the end of the function"},
	advice{``, begin + `!?(?:pip3?|conda)\s+¦\w`, "nothing is installed here: what can be imported comes with riffle"},
	advice{`^expected '\)', found ','`, `\brange\([^()]*¦,`, "Go counts from another number than 0 with for i := 1; i < 10; i++ { … }"},
	advice{``, `""¦"|¦'''|''¦'`, "a text of several lines is in backquotes"},
	advice{``, `(?:^|[=(,;])\s*[fF]¦"`, "fmt.Sprintf puts values into a text: fmt.Sprintf(\"%d\", x)"},
	advice{`'\$'`, ``, "fmt.Sprintf puts values into a text: fmt.Sprintf(\"%d\", x)"},

	advice{`^illegal label declaration`, `\{\s*"[^"]*"\s*¦:`, `a map begins with its type: map[string]int{"a": 1}`},

	// Declarations.
	advice{``, begin + `(?:const|var)\s+\w+\s*¦:=`, "write var x = 3, const x = 3, or x := 3 alone"},
	advice{``, `:=¦? ¦?=|=¦? ¦?:=`, declareHint},
	advice{``, begin + `(?:let|auto|val|mut|final|my|var|const)\s+(?:mut\s+)?¦(\w+)\s*(?::\s*\w+\s*)?=`, "$1 := … declares a variable"},
	advice{``, begin + `(?:let|val)\s+¦?(\w+)¦?\s*:\s*(\w+)`, "a variable is declared with var, its type after the name: var $1 $2"},
	advice{``, begin + `(\w+)\s+¦(?:[\[\]*]*(?:` + goType + `)|[\[\]*]+\w+)\s*:?=`, "$1 := … declares a variable and takes the type of its value; var $1 T = … names the type"},
	advice{``, begin + `(` + goType + `)\s+¦([a-z]\w*)\s*(?:[=;]|$)`, "the name comes before the type: var $2 $1 = …, or $2 := …"},
	advice{``, begin + `(?:double|float|boolean|char|long|short|unsigned|signed|String|str)\s+(?:int\s+|¦int\s+)?¦?([a-z]\w*)\s*(?:[=;]|$)`, "$1 := … declares a variable and takes the type of its value"},
	advice{``, begin + `(` + goType + `)\[¦?\d*¦?\]\s*(\w+)`, "a slice of them is []$1: var $2 []$1, or $2 := []$1{1, 2, 3}"},
	advice{``, begin + `(` + goType + `)\s+¦(\w+)\[(\d+)\]`, "the name comes before the type: var $2 [$3]$1"},
	advice{`^expected type, found \d`, `\bvar\s+(\w+)\s+(` + goType + `)\[¦(\d+)\]`, "an array's length comes first: var $1 [$3]$2"},
	advice{`^expected type, found newline`, begin + `var\s+(\w+)\s+\[(\d*)\]¦`, "say of what: var $1 [$2]int"},
	advice{`^expected type, found (?:newline|';')`, begin + `var\s+(\w+)\s*¦`, "say the type or the value: var $1 int, or $1 := 0"},
	advice{`found ':'`, begin + `(?:var\s+)(\w+)¦:\s*([\w\[\]*.]+)`, typedHint},
	advice{`found ':'`, `[{;(,]\s*(\w+)¦:\s*([\w\[\]*.]+)`, typedHint},
	advice{`found ':'`, `^\s*(\w+)¦:\s*([\w\[\]*.]+)\s*$`, typedHint},
	advice{`^expected ';', found \w+`, `(?:struct|interface)\s*\{[^}]*¦\w`, "fields and methods are separated by lines or semicolons"},
	advice{`found ','`, `struct\s*\{[^}]*¦,|^\s*\w+ [\w\[\]*.]+¦,\s*$`, "fields are separated by lines or semicolons, not by commas"},
	advice{`missing ',' in parameter list`, `func.*[(,]\s*(\w+)\s*¦:\s*([\w\[\]*.]+)`, typedHint},
	advice{`missing ',' in parameter list`, `func.*[(,]\s*\w+[^,()]*¦=`, "Go has no default arguments: let a second function call the first with them"},
	advice{``, `\)\s*¦->`, "the type of the result follows the parameters, without an arrow: func f(n int) int"},
	advice{`found ','`, `func.*\)\s*(\w+)¦,\s*(\w+)`, "several results are in parentheses: ($1, $2)"},
	advice{`^expected '\(', found \w+`, `func ¦(\w+)\s*\(`, "a function within a function is a value: $1 := func(…) { … }"},
	advice{`^expected '\(', found '\.'`, `func (\w+)¦\.(\w+)`, "a method names its receiver first: func (x $1) $2()"},
	advice{`^missing parameter (?:type|name)`, ``, "every parameter needs its type: func f(a int, b int), or func f(a, b int)"},
	advice{`can only use \.\.\. with final parameter`, ``, "the parameter with ... comes last"},
	advice{`^missing import path`, ``, `the path of a package is in quotes: import "fmt"`},
	advice{``, begin + `type\s+(\w+)\s*¦\{`, "say what kind of type it is: type $1 struct { … }"},
	advice{``, `\bnew\s+¦\w+`, newHint},
	advice{`found ','`, `(?:import|var|const)\s*\(.*¦,`, "one a line, or ; between them"},
	advice{`found ','`, `\bmap\[(\w+)¦,\s*(\w+)\]`, "a map's type is map[$1]$2"},
	advice{`found '<'`, `\bmap¦<\s*(\w+)\s*,\s*(\w+)`, "a map's type is map[$1]$2"},
	advice{`found '<'`, `func \w+¦<(\w+)`, "type parameters are in brackets: func f[$1 any](x $1)"},
	advice{`^expected operand`, `(\w+)<(\w+)>¦`, "type arguments are in brackets: $1[$2]"},
	advice{`^missing type constraint`, ``, "a type parameter needs its constraint: [T any]"},
	advice{`found ','`, begin + `\(\w+¦,[^)]*\)\s*:?=`, "several variables are assigned without parentheses: a, b := 1, 2"},
	advice{`found ','`, `(?:^|[=(;])\s*\([^()]+¦,`, "Go has no tuples: a function can return several values, a struct or an array holds them"},
	advice{`found '='`, `\{[^()]*("[^"]*"|\w+) ¦=[^=]`, "a value follows its key with a colon: $1: …"},
	advice{`missing ',' in composite literal`, `("[^"]*"|\w+)\s*¦=[^=]`, "a value follows its key with a colon: $1: …"},
	advice{`missing ',' in composite literal`, `map\[[^{]*\{[^:]*¦`, "a value follows its key with a colon: \"a\": 1"},
	advice{`found ':?='`, begin + `[\w, ]+:?=\s*\w+\s*¦:?=[^=]`, "an assignment has no value: write one statement for each"},
	advice{`found '='`, `\w\(.*\b\w+\s*¦=[^=]`, "arguments have no names: a call gives them in the order of the parameters"},

	// Heads and bodies.
	advice{`^expected boolean expression|^cannot use .*as value`, ``, "a condition compares with ==; = assigns"},
	advice{`^expected '\)'`, begin + `(?:for|if|switch)\s*\([^{]*¦`, headHint},
	advice{`^expected (?:';'|'\{')`, begin + `(?:for|if|switch)\s*\(.*\) ?¦[^{]*$`, headHint},
	advice{``, begin + `(?:for|if)\b[^{]*¦(?:then|do)\b`, "the body is in braces behind the head, without a word between"},
	advice{`^expected '\{', found ';'`, begin + `for\b.*¦; ?\{`, "no semicolon comes before the {"},
	advice{`^expected ';', found '\{'|^expected boolean or range expression, found simple`, begin + `for [^;{]*;[^;{]*\{`, "a loop has all three parts, or only the condition: for i := 0; i < 3; i++ { … }"},
	advice{`^expected boolean or range expression`, begin + `for\s*¦?\(\w+ \w+ ?: ?\w|found assignment`, loopHint},
	advice{`^expected boolean or range expression, found assignment`, ``, loopHint},
	advice{``, begin + `for\s+range\s*¦\{`, "say what to loop over: for range 3 { … }"},
	advice{`^illegal label declaration|found ':'`, begin + `(if|for|switch|else)\b(.*?)\s*¦\s*:`, "the body is in braces, without a colon: $1$2 { … }"},
	advice{`found 'else'`, ``, elseHint},
	advice{`^this \{ is never closed`, `^\s*¦?\}?\s*else`, elseHint},
	advice{`^expected operand, found ':='|^expected '==', found ':='`, begin + `(?:if|for|switch)\b`, "a declaration in the head is followed by a semicolon and the condition: if x := f(); x > 3 { … }"},
	advice{`found (?:'EOF'|'\}'|the end of the (?:cell|file))`, begin + `(if|for|switch|select)\b`, "the body is in braces behind the head: $1 … { … }"},
	advice{`^expected '\{', found newline|^unexpected newline|^expected ';', found '\{'`, `^\s*¦\{|¦\s*$`, braceHint},
	advice{`^expected (?:';'|'\{'), found \w+`, begin + `(?:for|if|switch)\b[^{]*¦[^{]*$`, "the body is in braces behind the head"},

	// Expressions.
	advice{`found '(\+\+|--)'`, ``, incHint},
	advice{`^expected ';', found '[-+*/]'`, `(\+\+|--)`, incHint},
	advice{`rune literal`, ``, quoteHint},
	advice{`^string literal not terminated`, ``, "add the closing quote; a text of several lines is in backquotes"},
	advice{`^raw string literal not terminated`, ``, "add the closing backquote"},
	advice{`^unknown escape`, ``, `a backslash itself is written \\, or the text is in backquotes`},
	advice{`^expression in (defer|go) must be function call`, ``, "$1 wants a call: put its arguments, or (), behind the function"},
	advice{``, `=\s*¦\{\s*"[^"]*"\s*:`, `a map begins with its type: map[string]int{"a": 1}`},
	advice{``, `\[\](\w+)\[¦`, "values are in braces: []$1{1, 2, 3}"},
	advice{``, `=\s*\[[^\]¦]*¦,|=\s*¦\{|=\s*\[\]\(¦`, literalHint},
	advice{`^expected 1 expression`, begin + `¦?\[`, literalHint},
	advice{`^unexpected comma; expecting \]|^expected operand, found '\{'`, `(?:=|return|\(|,)\s*¦\{|\[[^\]]*¦,`, literalHint},
	advice{`^missing ',' before newline`, ``, "in a list of several lines each line ends with a comma, the last one too"},
	advice{`^missing ',' in (?:argument list|composite literal)`, ``, "a comma separates the values"},
	advice{`^invalid digit .* in octal`, ``, "a number that begins with 0 is octal: leave the 0 out"},
	advice{`found 'range'`, ``, loopHint},
	advice{`^expected 'IDENT'`, `\btype\(¦`, `fmt.Sprintf("%T", x) names the type of a value`},
	advice{`^expected ';', found (?:".*"|\d.*|\w+)|^missing ',' in argument`, begin + `(print|println|printf|panic|len|cap|append|[a-z]\w*\.[A-Z]\w*)\s+¦(.*?)\s*;?\s*$`, "the arguments of a call are in parentheses: $1($2)"},
	advice{`^expected ';', found (?:".*"|\d.*)`, begin + `([a-zA-Z_][\w.]*)\s+¦("[^"]*"|\d\w*)\s*;?\s*$`, "the arguments of a call are in parentheses: $1($2)"},
	advice{``, `\((` + goType + `)\)\s*¦\w`, "a conversion is written $1(x)"},
	advice{`^expected ';', found \w+`, `[)}] ¦\w`, "one statement a line, or ; between them"},
)

// cellSyntaxAdvice is for sources that are cells.
var cellSyntaxAdvice = advices(
	advice{``, `^\s*go (?:run|build|get|test|install|mod)\b`, "that is a command of the shell; here a cell runs when it is complete, and nothing can be installed"},
	advice{``, `^\s*¦?--?h(?:elp)?\s*$`, "? shows what there is, and %tutorial takes five minutes"},
	advice{``, `¦package\s+\w`, "a package clause comes first in a cell, and none is needed"},
)

// checkAdvice is for the messages of the type checker.
var checkAdvice = advices(
	advice{`mismatched types shuffle\.Card and untyped string\)$`, `(\w+) (==|!=) ¦("[^"]*")`, "a card's text is compared: $1.String() $2 $3"},
	advice{`^invalid argument: index .* must not be negative`, `make\(.*¦`, "a length can't be negative"},
	advice{`^append\((\w+),.* is not used`, ``, "append returns the new slice: $1 = append($1, …)"},
	advice{`^declared and not used: (\w+)`, ``, "a program must use each variable: delete $1, or write _ for it"},
	advice{`imported and not used`, ``, "a program must use each package that it imports: delete the import"},
	advice{`^label (?:try|except|finally|catch) `, ``, errorHint},
	advice{`^label (?:else|default) `, ``, "the body is in braces"},
	advice{`^label \w+ declared and not used`, `¦(\w+):\s*((?:` + goType + `)\b|[\[\]*]\S+)`, "a variable is declared with var, its type after the name: var $1 $2"},
	advice{`^assignment mismatch: 1 variable but`, `¦\d{1,3}(?:,\d{3})+\b`, "numbers have no commas; 1_000 is 1000"},
	advice{`^invalid argument: .* \(.* type \[\].*\) cannot be ordered`, `\b(max|min)\(`, "max and min compare numbers; slices.Max(xs) and slices.Min(xs) look into a slice"},
	advice{`^assignment mismatch: 1 variable but .* returns \d+ values|^multiple-value`, ``, "give each value a variable, as in x, err := …; _ drops one"},
	advice{`^assignment mismatch: \d+ variables but .* returns 1 value`, ``, "it returns a single value"},
	advice{`^assignment mismatch: \d+ variables? but \d+ values?`, ``, "each variable takes one value; _ drops one"},

	advice{`mismatched types .*time\.Duration`, ``, "make a Duration of the number: time.Duration(n) * time.Second"},
	advice{`mismatched types (?:int and float64|float64 and int)\)`, ``, "Go doesn't mix the types by itself: convert one side, as in float64(n)"},
	advice{`mismatched types (?:` + numeric + `) and (` + numeric + `)\)`, ``, "Go doesn't mix the types by itself: convert one side, as in $1(n)"},
	advice{`mismatched types (?:byte|rune|untyped rune) and ` + text + `|mismatched types ` + text + ` and (?:byte|rune|untyped rune)`, ``, charHint},
	advice{`^invalid operation: (\w+|"[^"]*") \* (\w+) \(mismatched types ` + text + ` and (?:untyped )?int\)`, ``, "strings.Repeat($1, $2) repeats a text"},
	advice{`^invalid operation: (\w+) \* (\w+|"[^"]*") \(mismatched types (?:untyped )?int and ` + text + `\)`, ``, "strings.Repeat($2, $1) repeats a text"},
	advice{`^invalid operation: ("[^"]*") % (\S+) \(mismatched types`, ``, "fmt.Sprintf($1, $2) puts values into a text"},
	advice{`mismatched types ` + text + ` and (?:untyped )?(?:int|float)|mismatched types (?:untyped )?(?:int|float)\S* and ` + text, ``, textHint},
	advice{`mismatched types (?:any|interface ?\{\}) and (?:untyped )?(\w+)\)`, ``, "say what the interface holds: x.($1)"},
	advice{`^invalid operation: .+ [<>]=? .+ [<>]=? .+mismatched types (?:untyped )?bool and `, ``, chainHint},
	advice{`mismatched types (?:untyped )?bool and |operator (?:&&|\|\|) not defined on`, ``, "&& and || join conditions: x == 1 || x == 2"},
	advice{`mismatched types \*(\w+) and (?:untyped )?\w+\)`, ``, "a pointer's value is *p"},
	advice{`^invalid operation: (\w+) \+= (\S+) \(mismatched types \[\]`, ``, "append adds elements: $1 = append($1, $2)"},
	advice{`^invalid operation: operator \+ not defined on .* of type \[\]`, ``, "slices.Concat(a, b) joins slices, and append(a, b...) adds one to another"},
	advice{`^invalid operation: operator \+ not defined on .* of type map\[`, ``, "maps.Copy(a, b) puts the elements of b into a"},

	advice{`truncated to int64$|as time\.Duration value .*truncated`, ``, "a Duration is a whole number of nanoseconds: 500 * time.Millisecond, or time.Duration(x * float64(time.Second))"},
	advice{`truncated\)$.* in argument|in argument .*truncated`, ``, "a whole number is wanted here"},
	advice{`^cannot convert \d\S* \(untyped float constant.*\) to type u?int\d*`, ``, "a constant must be whole; int(x) of a float64 variable drops what is behind the point"},
	advice{`truncated`, ``, "an int holds whole numbers only; declare the variable as float64"},
	advice{`^non-boolean condition`, `\b(?:if|for)\s+!?¦?(?:err|\w*Err)\s*\{`, "a condition is a comparison, as in err != nil"},
	advice{`^non-boolean condition`, `¦(\w+\["?[^\]]*\])\s*\{`, "_, ok := $1 asks whether a map has a key; a condition is a comparison, as in n != 0"},
	advice{`^non-boolean condition`, ``, "a condition is a comparison, as in n != 0"},
	advice{`used as value`, ``, "this function returns nothing"},
	advice{`^too many return values.*want \(\)`, ``, "a function that returns something says of which type: func f() int { … }"},
	advice{`^too many return values`, `func.*\((` + goType + `) (` + goType + `)\)\s*\{`, "a comma separates the results: ($1, $2)"},
	advice{`^invalid argument: index -\d+ .*must not be negative`, ``, "indices count from 0: xs[len(xs)-1] is the last element"},
	advice{`\bmust be called$`, ``, "the name is a function of Go's own: choose another for a variable"},

	advice{`^cannot use '.*' \(untyped rune constant.*as string value`, ``, quoteHint},
	advice{`^cannot use ".*" \(untyped string constant\) as (?:rune|byte|uint8|int32) value`, ``, charHint},
	advice{`^cannot use "[0-9.]+" \(untyped string constant\) as (?:` + numeric + `) value`, ``, "without the quotes it is a number"},
	advice{`^cannot use .* as error value.*does not implement`, ``, "errors.New and fmt.Errorf make an error of a text"},
	advice{`type shuffle\.Deck\) as \[\]int value`, ``, "a deck d holds cards: d.Values() and d.Numbers() are ints, and FisherYates.On(d) shuffles any slice"},
	advice{`^cannot use nil as`, ``, "only pointers, slices, maps, functions, channels and interfaces can be nil"},
	advice{`^cannot use (\S+) \(.* of type float(?:32|64)\) as (u?int\d*) value`, ``, "convert it: $2($1) drops what is behind the point"},
	advice{`^cannot use (\S+) \(.* of type (?:` + numeric + `)\) as (` + numeric + `) value`, ``, "convert it: $2($1)"},
	advice{`^cannot use (\S+) \(.* of (?:int|float64|string) type \S+\) as (` + numeric + `|string) value`, ``, "convert it: $2($1)"},
	advice{`^cannot use (\S+) \(.* of type (?:` + numeric + `)\) as string value`, ``, "fmt.Sprint($1) makes a text of it"},
	advice{`^cannot use (\d[\w.]*) \(untyped (?:int|float) constant.* as string value`, ``, `a text is in double quotes, "$1"; fmt.Sprint makes a text of a number`},
	advice{`^cannot use .* \(untyped \w+ constant\) as \S+ value in assignment`, ``, "a variable keeps its type: declare another one"},
	advice{`^cannot use (\S+) \(.* of type string\) as u?int\d* value`, ``, "strconv.Atoi($1) gives the number and an error"},
	advice{`^cannot use (\S+) \(.* of type string\) as float\d* value`, ``, "strconv.ParseFloat($1, 64) gives the number and an error"},
	advice{`^cannot use (\S+) \(.*\(method \w+ has pointer receiver\)`, ``, "the method belongs to the pointer: write &$1"},

	advice{`^cannot convert (.+) \(.*string.*\) to type u?int\d*`, ``, "strconv.Atoi($1) gives the number and an error"},
	advice{`^cannot convert (.+) \(.*string.*\) to type float\d*`, ``, "strconv.ParseFloat($1, 64) gives the number and an error"},
	advice{`^cannot convert (.+) \(.*string.*\) to type bool`, ``, "strconv.ParseBool($1) gives the bool and an error"},
	advice{`^cannot convert (.+) \(.*\) to type string`, ``, "fmt.Sprint($1) makes a text of it"},
	advice{`^cannot convert .*\bbool.* to type (?:` + numeric + `)`, ``, "a bool is no number: use if"},
	advice{`^cannot convert .* to type ((?:\[|map\[)\S*)|^too many arguments in conversion to ((?:\[|map\[)\S*)`, ``, "values are in braces: $1$2{…}"},

	advice{`^cannot assign to \w+\[[^\]]*\] \(neither`, ``, "a string can't be changed: change a []byte or []rune of it, and make a string of that"},
	advice{`^cannot assign to struct field (\S+) in map`, ``, "change a copy and put that into the map, or keep pointers in the map"},
	advice{`^cannot assign to ([A-Za-z_]\w*) \(neither`, ``, "$1 is no variable: a constant or a function keeps its value"},
	advice{`^use of untyped nil`, ``, "say the type: var x []int, var p *Card, var err error"},
	advice{`slice can only be compared to nil`, ``, "slices.Equal(a, b) compares the elements"},
	advice{`map can only be compared to nil`, ``, "maps.Equal(a, b) compares the elements"},
	advice{`func can only be compared to nil`, ``, "functions can't be compared"},
	advice{`cannot indirect`, `\*¦?\*`, powerHint},
	advice{`operator \^ not defined`, ``, "^ is exclusive or; math.Pow(x, y) is a power"},
	advice{`operator % not defined on .*float`, ``, "math.Mod(x, y) is the remainder of floats"},
	advice{`operator ! not defined`, ``, "only a bool has a !; a number is compared, as in n == 0"},
	advice{`operator .* not defined on .* constrained by`, ``, "the constraint must allow the operator, as cmp.Ordered or ~int | ~float64"},
	advice{`^cannot infer `, ``, "say the type in brackets, as in f[int]()"},
	advice{`^cannot use generic type`, `func \(\w* ?\*?¦(\w+)\)`, "a receiver names the type's parameters: $1[T]"},
	advice{`^cannot use generic (?:type|function) (\w+).* without instantiation`, ``, "say the type in brackets: $1[int]"},
	advice{`\((` + goType + `) is not a generic type\)`, `(\w+)\[(\d*)\]`, "an array's type is [$2]$1, a slice's []$1"},
	advice{`^invalid recursive type: (\w+) refers to itself`, ``, "hold a pointer: *$1"},
	advice{`\(type\) is not an expression$`, begin + `¦(` + goType + `)\s*\*\s*(\w+)`, "the name comes before the type: var $2 *$1"},
	advice{`^missing init expr for (\w+)`, `\bconst\b`, "a constant needs its value: const x = 3"},
	advice{`^(\w+)\.(\w+) undefined \(type \w+ has no method`, ``, "a field belongs to a value, not to the type $1"},
	advice{`missing function body`, ``, "the body is in braces behind the head: func f() int { … }"},
	advice{`^missing return`, ``, "every way through the function must end in a return"},
	advice{`^invalid argument: .* for built-in (?:len|cap)$`, ``, "len counts what a text, a list, a map or a channel holds"},
	advice{`^cannot define new methods on non-local type`, ``, "only types of your own have methods: type T int, then func (x T) F()"},
	advice{`^invalid operation: make\((.+)\) expects`, ``, "say how long it is: make($1, 10)"},
	advice{`^cannot use \.\.\. |have \(\.\.\.`, ``, "only a slice is handed over with ..., to a parameter with ..."},
	advice{`\(variable of type (\S+)\) is not an interface`, ``, "only an interface is asked for its type; this has the type $1"},
	advice{`^impossible type (?:assertion|switch)`, ``, "the interface can't hold that type, which lacks a method"},
	advice{`^(break|continue) not in for`, ``, "$1 belongs in the body of a loop"},
)

// cellAdvice is for what differs in cells.
var cellAdvice = advices(
	advice{`^no new variables on left side`, ``, "use = to give an existing variable a new value; a variable can be declared again in another cell"},
	advice{`is not used$`, ``, "only the last expression of a cell is displayed; use fmt.Println to print, or assign the value"},
)

// programAdvice is for what differs in programs.
var programAdvice = advices(
	advice{`^no new variables on left side`, ``, "use = to give an existing variable a new value"},
	advice{`is not used$`, ``, "use fmt.Println to print the value, or assign it"},
)

// javaAdvice is for calls of java.util.Random, which would be taken for misspelt names.
var javaAdvice = advices(
	advice{`nextInt undefined \(type \*shuffle\.(?:Java|Commons)`, `([\w.]+)\.¦nextInt\(\s*([^,()]+)\)`, "Java's nextInt with a bound is $1.NextIntN($2)"},
	advice{`nextInt undefined \(type \*shuffle\.Java`, `([\w.]+)\.¦nextInt\(\s*([^,()]+,[^,()]+)\)`, "Java's nextInt with two bounds is $1.NextIntRange($2)"},
	advice{`nextLong undefined \(type \*shuffle\.Java`, `([\w.]+)\.¦nextLong\(\s*([^,()]+)\)`, "Java's nextLong with a bound is $1.NextLongN($2)"},
	advice{`nextLong undefined \(type \*shuffle\.Java`, `([\w.]+)\.¦nextLong\(\s*([^,()]+,[^,()]+)\)`, "Java's nextLong with two bounds is $1.NextLongRange($2)"},
	advice{`ints undefined \(type \*shuffle\.Java`, `([\w.]+)\.¦ints\(\s*([^,()]+,[^,()]+,[^,()]+)\)`, "Java's ints with two bounds is $1.IntsRange($2)"},
)

// memberAdvice is for members that other languages' texts and lists have.
var memberAdvice = advices(
	advice{`(?:SetSeed|setSeed) undefined \(type shuffle\.PRNG`, ``, "not every PRNG has a seed: keep the generator as what it is, rng := JavaRandom(1), or make a new one"},
	advice{`^string\.([A-Z]\w*) undefined`, ``, "functions on texts are in package strings: strings.$1"},
	advice{`^(.+)\.(?:length|len|size|count|Length|Len|Size|Count) undefined \(type (?:` + sized + `)`, ``, "len($1) is its length"},
	advice{`^(.+)\.(?:append|push|add|push_back|Append|Push|Add|insert|extend) undefined \(type \[\]`, ``, "append returns the longer slice: $1 = append($1, …)"},
	advice{`^(.+)\.(?:pop|Pop|shift|remove|Remove|delete) undefined \(type \[\]`, ``, "$1[:len($1)-1] is the slice without its last element, slices.Delete drops others"},
	advice{`^(.+)\.(?:sort|Sort|sorted) undefined \(type \[\]`, ``, "slices.Sort($1) sorts in place"},
	advice{`^(.+)\.(?:reverse|Reverse) undefined \(type \[\]`, ``, "slices.Reverse($1) reverses in place"},
	advice{`^(.+)\.(?:index|indexOf|Index|IndexOf|find) undefined \(type \[\]`, ``, "slices.Index($1, x) is the first place of x, or -1"},
	advice{`^(.+)\.(?:contains|includes|Contains|has) undefined \(type \[\]`, ``, "slices.Contains($1, x) looks for an element"},
	advice{`^(.+)\.(?:join|Join) undefined \(type \[\]string`, ``, "strings.Join($1, \", \") joins them"},
	advice{`^(.+)\.(?:map|filter|forEach|reduce|Map|Filter) undefined \(type \[\]`, ``, "a loop does it: for i, x := range $1 { … }"},
	advice{`^(.+)\.(?:upper|toUpperCase|ToUpper|to_uppercase|upcase|uppercased) undefined \(type ` + text, ``, "strings.ToUpper($1)"},
	advice{`^(.+)\.(?:lower|toLowerCase|ToLower|to_lowercase|downcase|lowercased) undefined \(type ` + text, ``, "strings.ToLower($1)"},
	advice{`^(.+)\.(?:split|Split) undefined \(type ` + text, ``, "strings.Split($1, \",\") splits at each comma, strings.Fields($1) at spaces"},
	advice{`^(.+)\.(?:strip|trim|Trim) undefined \(type ` + text, ``, "strings.TrimSpace($1)"},
	advice{`^(.+)\.(?:replace|replaceAll|Replace) undefined \(type ` + text, ``, "strings.ReplaceAll($1, old, new)"},
	advice{`^(.+)\.(?:contains|includes|Contains|has) undefined \(type ` + text, ``, "strings.Contains($1, part)"},
	advice{`^(.+)\.(?:startswith|startsWith|StartsWith|starts_with|hasPrefix) undefined \(type ` + text, ``, "strings.HasPrefix($1, part)"},
	advice{`^(.+)\.(?:endswith|endsWith|EndsWith|ends_with|hasSuffix) undefined \(type ` + text, ``, "strings.HasSuffix($1, part)"},
	advice{`^(.+)\.(?:indexOf|index|find|IndexOf) undefined \(type ` + text, ``, "strings.Index($1, part) is its place, or -1"},
	advice{`^(.+)\.(?:substring|substr|slice|Substring) undefined \(type ` + text, ``, "$1[from:to] is a part of it, in bytes"},
	advice{`^(.+)\.(?:charAt|char_at|chars|charCodeAt) undefined \(type ` + text, ``, "[]rune($1) holds its characters, and $1[i] is a byte"},
	advice{`^(.+)\.(?:format|Format) undefined \(type ` + text, ``, "fmt.Sprintf($1, …) puts values into a text"},
	advice{`^(.+)\.(?:join|Join) undefined \(type ` + text, ``, "strings.Join(parts, $1)"},
	advice{`^(.+)\.(?:repeat|Repeat) undefined \(type ` + text, ``, "strings.Repeat($1, n)"},
	advice{`^(.+)\.(?:toString|ToString|to_string|String|str) undefined \(type `, ``, "fmt.Sprint($1) makes a text of it"},
	advice{`^(.+)\.(?:equals|Equals|compareTo) undefined \(type `, ``, "== compares"},
	advice{`^(.+)\.(?:keys|Keys|keySet) undefined \(type map\[`, ``, "slices.Sorted(maps.Keys($1)) are its keys in order"},
	advice{`^(.+)\.(?:values|Values) undefined \(type map\[`, ``, "slices.Collect(maps.Values($1)) are its values"},
	advice{`^(.+)\.(?:items|entries|entrySet|iteritems) undefined \(type map\[`, ``, "for k, v := range $1 { … } visits them all"},
	advice{`^(.+)\.(?:has|containsKey|has_key|contains|ContainsKey) undefined \(type map\[`, ``, "_, ok := $1[key] says whether there is one"},
	advice{`^(.+)\.(?:remove|delete|pop|Delete) undefined \(type map\[`, ``, "delete($1, key)"},
	advice{`undefined \(type map\[`, ``, `an element of a map is m["key"]`},
)

// orderAdvice is for undefined names that were written where their type belongs.
var orderAdvice = advices(
	advice{``, `func.*[(,]\s*(` + goType + `)\s+¦(\w+)\s*[,)]`, "the name of a parameter comes before its type: $2 $1"},
	advice{``, `func\s*\(([A-Z]\w*)\s+¦\*?([a-z]\w{0,2})\)`, "the receiver comes before its type: ($2 $1)"},
	advice{``, `func.*[(,]\s*([A-Z]\w*)\s+¦([a-z]\w{0,2})\s*[,)]`, "the name of a parameter comes before its type: $2 $1"},
	advice{``, `struct\s*\{[^}]*\b(` + goType + `)\s+¦(\w+)`, "the name of a field comes before its type: $2 $1"},
	advice{``, begin + `(?:const|var)\s+(` + goType + `)\s+¦(\w+)\s*=`, "the name comes before its type: $2 $1"},
	advice{``, `^\s*(` + goType + `)\s+¦(\w+)\s*$`, "the name of a field comes before its type: $2 $1"},
)

// undefinedAdvice is for names that are Go's or a package's in other words.
var undefinedAdvice = advices(
	advice{`^undefined: (?:int|str)$`, `¦str\(`, "fmt.Sprint makes a text of a value"},
	advice{`^undefined: (?:float|double)$`, `¦\w+\(`, "in Go this is float64, and strconv.ParseFloat reads one from a text"},
	advice{`^undefined: (?:null|None|NULL|nullptr|Null|undefined)$`, ``, "in Go this is nil"},
	advice{`^undefined: (?:True|TRUE)$`, ``, "in Go this is true"},
	advice{`^undefined: (?:False|FALSE)$`, ``, "in Go this is false"},
	advice{`^undefined: (?:boolean|Boolean|Bool)$`, ``, "in Go this is bool"},
	advice{`^undefined: (?:double|float|Float|Double|f64)$`, ``, "in Go this is float64"},
	advice{`^undefined: (?:char|Char)$`, ``, "in Go this is rune"},
	advice{`^undefined: (?:long|Long|i64)$`, ``, "in Go this is int64"},
	advice{`^undefined: (?:Int|integer|Integer|i32)$`, ``, "in Go this is int"},
	advice{`^undefined: (?:str|String)$`, ``, "in Go this is string"},
	advice{`^undefined: (?:object|Object)$`, ``, "in Go this is any"},
	advice{`^undefined: (Println|Printf|Print|Sprintf|Sprint|Errorf|Fprintf|Scan|Scanln)$`, ``, "in Go this is fmt.$1"},
	advice{`^undefined: printf$`, ``, "in Go this is fmt.Printf"},
	advice{`^undefined: (?:echo|puts|console|System|cout|disp)$`, ``, "fmt.Println prints"},
	advice{`^undefined: (?:cin|input|raw_input|scanf|readLine|gets)$`, ``, "fmt.Scan(&x) reads a value, bufio.NewScanner(os.Stdin) lines"},
	advice{`^undefined: (?:getpass|ReadPassword)$`, ``, "display.Password(prompt) asks for a line that isn't shown"},
	advice{`^undefined: (?:sqrt|Sqrt)$`, ``, "in Go this is math.Sqrt"},
	advice{`^undefined: pow$`, ``, "in Go this is math.Pow"},
	advice{`^undefined: abs$`, ``, "in Go this is math.Abs"},
	advice{`^undefined: (?:floor|ceil|round|sin|cos|log|exp)$`, ``, "it is in package math, with a capital letter"},
	advice{`^undefined: Math$`, ``, "the package is math, and its functions begin with capitals: math.Sqrt"},
	advice{`^undefined: (?:random|Random|randint)$`, ``, "rand.IntN(6) is a random number below 6"},
	advice{`^undefined: (?:this|self)$`, ``, "the receiver has the name that the method gives it: func (p P) F() { p.X }"},
	advice{`^undefined: sizeof$`, ``, "len counts elements; unsafe.Sizeof gives bytes"},
	advice{`^undefined: (?:typeof|typeOf|gettype)$`, ``, `fmt.Sprintf("%T", x) names the type of a value`},
	advice{`^undefined: (?:length|strlen|count|size)$`, `¦\w+\(`, "in Go this is len"},
	advice{`^undefined: (?:sum|enumerate|sorted|zip|map|filter|foreach)$`, `¦\w+\(`, "a loop does it: for i, x := range xs { … }"},
	advice{`^undefined: (?:history|tutorial|who)$`, `^\s*¦(\w+)\s*$`, "%$1 does that"},
	advice{`^undefined: (?:Help|HELP|h|help|dir|doc|man|info|usage)$`, `^\s*-?\s*¦\w+(?:\(\))?\s*$`, "? shows what there is, ?NewLottery documents a name, and %tutorial takes five minutes"},
	advice{`^undefined: (?:help|dir|doc|man)$`, `¦\w+\(`, "a name with ? behind it shows its documentation: fmt.Println?"},
	advice{`^undefined: (?:exit|quit|bye|q|logout|leave)$`, `^\s*¦\w+(?:\(\))?\s*;?\s*$`, "%quit or Ctrl-D leaves riffle in a terminal; in a notebook the kernel menu ends it"},
	advice{`^undefined: (?:exit|quit)$`, `¦\w+\(`, "os.Exit(1) ends a program"},
	advice{`^undefined: (?:sleep)$`, ``, "time.Sleep(time.Second)"},
	advice{`^undefined: (?:malloc|calloc|alloc)$`, ``, "make makes slices, maps and channels, and &T{} a new T"},
	advice{`^undefined: (?:free)$`, ``, "memory is freed by itself"},
	advice{`^undefined: (?:assert)$`, `¦assert\(((?:[^();]|\([^();]*\))*)\)`, "Assert($1) fails unless it is true; a program calls shuffle.Assert"},
	advice{`^undefined: Arrays$`, `¦Arrays\.(?:deepT|t)oString\(((?:[^();]|\([^();]*\))*)\)`, "ArraysToString($1) writes it as Java does, [1, 2, 3]"},
	advice{`^undefined: Arrays$`, `¦Arrays\.sort\(([^;()]*)\)`, "slices.Sort($1) sorts numbers and texts, and a Hand has a method Sort"},
	advice{`^undefined: Arrays$`, `¦Arrays\.copyOf\(([^;(),]*)\)?`, "slices.Clone($1) is a copy"},
	advice{`^undefined: (?:isinstance)$`, ``, "a type assertion asks an interface for its type: v, ok := x.(T)"},
	advice{`^undefined: (?:pass)$`, ``, "an empty body is { }"},
	advice{`^undefined: (?:loop|repeat)$`, `¦\w+ ?\{`, "an endless loop is for { … }, and break leaves it"},
	advice{`^undefined: (?:Exception|ValueError|Error)$`, ``, "errors.New and fmt.Errorf make an error of a text"},
)

// lateAdvice is for what no other table and no likeness explains.
var lateAdvice = advices(
	advice{`^undefined: [a-z]\w*$`, `func\s*(?:\([^)]*\)\s*)?\w*\((?:[a-z]\w*, *)*¦(\w+)(?:, *[a-z]\w*)*\)`, "a parameter has a type: $1 int"},
	advice{`^undefined: [a-z]\w*$`, `struct\s*\{(?:[^}]*;)?\s*¦([a-z]\w*)\s*[;}]`, "a field needs its type: $1 int"},
	advice{`^undefined: [a-z]\w*$`, `map\[string\][^{]*\{(?:[^{}"]*,\s*)?¦(\w+):`, `a text as a key is in quotes: "$1"`},
)
