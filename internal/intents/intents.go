// Package intents finds the line that does what somebody wanted of riffle's cards,
// lotteries, generators and experiments, whatever language the words come from. Read reads
// the call that was typed, Call.Line answers it.
package intents

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Call is a call as it was typed: random.sample(xs, 6), new Lottery(40), Lottery{40}.
type Call struct {
	Function string   // all before the bracket, without new
	Args     []string // what is in the brackets
	New      bool     // new comes before it
	Variable string   // that a declaration of Java's gives the value
}

var (
	callHead    = compiled(`(\bnew\s+)?([A-Za-z_]\w*(?:(?:\(\))?\.[A-Za-z_]\w*)*)[({]`)
	declaration = compiled(`^\s*[A-Za-z_][\w<>\[\]]*\s+(\w+)\s*=\s*(?:new\b|[A-Z])`)
)

// Read finds the innermost call around a byte of a line, or the first new behind it.
func Read(line string, at int) (call Call, ok bool) {
	for _, m := range callHead().FindAllStringSubmatchIndex(line, -1) {
		args, end := arguments(line, m[1])
		made := m[2] >= 0
		if end < 0 || at >= end || m[0] > at && (ok || !made) || ofGo[line[m[4]:m[5]]] || m[0] > 0 && strings.IndexByte("].", line[m[0]-1]) >= 0 {
			continue
		}
		call, ok = Call{Function: line[m[4]:m[5]], Args: args, New: made}, true
	}
	if m := declaration().FindStringSubmatch(line); ok && m != nil {
		call.Variable = m[1]
	}
	return call, ok
}

// ofGo are words of Go's own, and those that say the same in an argument.
var ofGo = map[string]bool{"int": true, "range": true, "list": true, "func": true, "if": true, "for": true, "switch": true, "return": true, "interface": true}

// arguments are those that begin at a byte of a line, and the byte behind their bracket,
// -1 if it isn't closed.
func arguments(line string, start int) (args []string, end int) {
	depth, from, quoted := 0, start, byte(0)
	for i := start; i < len(line); i++ {
		switch c := line[i]; {
		case quoted != 0:
			if c == quoted {
				quoted = 0
			}
		case c == '"' || c == '`' || c == '\'':
			quoted = c
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0 && depth > 0:
			depth--
		case strings.IndexByte(")]}", c) >= 0:
			if arg := strings.TrimSpace(line[from:i]); arg != "" || len(args) > 0 {
				args = append(args, arg)
			}
			return args, i + 1
		case c == ',' && depth == 0:
			args, from = append(args, strings.TrimSpace(line[from:i])), i+1
		}
	}
	return nil, -1
}

// Line is a line that can be run, "" if what is wanted isn't beyond doubt. typeOf is the
// type of an expression, "" if it has none.
func (c Call) Line(typeOf func(expr string) string) string {
	word, given := c.Function, c.Args
	if i := strings.LastIndexByte(word, '.'); i >= 0 {
		receiver := word[:i]
		word = word[i+1:]
		switch {
		case strings.EqualFold(word, "new") || strings.EqualFold(word, "create"):
			word = receiver
		case typeOf(receiver) != "":
			given = append([]string{receiver}, given...)
		}
	}
	shuffle := "FisherYates"
	if kindOf(c.Function, typeOf)["shuffle"] {
		shuffle, word = c.Function, "shuffle"
	}
	line := find(c.plain(word), given, typeOf)
	if line == "" {
		return ""
	}
	line = strings.ReplaceAll(line, "$f", shuffle)
	if c.Variable != "" && !strings.Contains(line, ";") {
		line = c.Variable + " := " + line
	}
	return line
}

// plain is the word of a call without capitals, underscores, new and make.
func (c Call) plain(word string) string {
	low := strings.ToLower(strings.ReplaceAll(word, "_", ""))
	made := c.New
	for _, prefix := range []string{"new", "make", "create", "build"} {
		if rest, ok := strings.CutPrefix(low, prefix); ok && rest != "" {
			low, made = rest, true
		}
	}
	switch {
	case low == "random" && c.New:
		return "javarandom"
	case low == "random" && (made || word == "Random" && len(c.Args) > 0):
		return "prng"
	}
	return low
}

// find is the line of the first row that fits.
func find(word string, given []string, typeOf func(string) string) string {
	kinds := make([]map[string]bool, len(given))
	for i, arg := range given {
		kinds[i] = kindOf(arg, typeOf)
	}
	for _, r := range rows() {
		if !r.word.MatchString(word) {
			continue
		}
		if taken := r.take(given, kinds); taken != nil {
			return expand(r.line, taken)
		}
	}
	return ""
}

// take is what was given in the order in which a row wants it, nil if it is something else.
func (r compiledRow) take(given []string, kinds []map[string]bool) []string {
	taken, used := []string{}, make([]bool, len(given))
	for _, want := range r.given {
		i := 0
		for i < len(given) && (used[i] || !kinds[i][want]) {
			i++
		}
		if i == len(given) {
			return nil
		}
		used[i] = true
		taken = append(taken, spanned(given[i], want))
	}
	if len(taken) < len(given) {
		return nil
	}
	return taken
}

// expand puts what was given into a row's line.
func expand(line string, taken []string) string {
	for i, arg := range taken {
		line = strings.ReplaceAll(line, "$"+strconv.Itoa(i+1), arg)
	}
	return line
}

// span is how other languages write the numbers from 1.
var span = compiled(`^(?:(?:range|list\(range)\(\s*1\s*,\s*(\d+)\s*\)\)?|1:(\d+))$`)

// spanned is the last number of a span, and anything else as it is.
func spanned(arg, kind string) string {
	m := span().FindStringSubmatch(arg)
	if kind != "span" || m == nil {
		return arg
	}
	if m[2] != "" {
		return m[2]
	}
	n, _ := strconv.Atoi(m[1])
	return strconv.Itoa(n - 1)
}

var digits = compiled(`^\d[\d_]*$`)

// kindOf are the kinds that an argument is of.
func kindOf(arg string, typeOf func(string) string) map[string]bool {
	kinds := map[string]bool{}
	switch t := strings.TrimPrefix(typeOf(arg), "*"); {
	case span().MatchString(arg):
		kinds["span"] = true
	case digits().MatchString(arg):
		kinds["number"], kinds["one"] = true, arg == "1"
	case t == "int":
		kinds["number"] = true
	case t == "string" || t == "untyped string":
		kinds["text"] = true
	case t == "shuffle.Deck" || t == "shuffle.Hand" || t == "[]shuffle.Card":
		kinds["slice"], kinds["cards"] = true, true
	case strings.HasPrefix(t, "[]"):
		kinds["slice"] = true
	case t == "shuffle.Dealer":
		kinds["dealer"] = true
	case t == "shuffle.Lottery":
		kinds["lottery"] = true
	case t == "shuffle.Shuffler" || t == "func(deck []int, rng shuffle.PRNG)":
		kinds["shuffle"], kinds["function"] = true, true
	case strings.HasPrefix(t, "func("):
		kinds["function"] = true
	case generators[t]:
		kinds["generator"] = true
	}
	return kinds
}

// generators are the types of package shuffle that draw.
var generators = map[string]bool{
	"shuffle.PRNG": true, "shuffle.Xoshiro": true, "shuffle.Java": true, "shuffle.Twister": true, "shuffle.Commons": true,
	"shuffle.PCG64": true, "shuffle.ChaCha": true, "shuffle.Congruential": true, "shuffle.Borland": true, "shuffle.Crypto": true,
}

type compiledRow struct {
	word  *regexp.Regexp
	given []string
	line  string
}

// rows is the table compiled, which only an error needs.
var rows = sync.OnceValue(func() (list []compiledRow) {
	for _, r := range table {
		list = append(list, compiledRow{regexp.MustCompile(r.word), strings.Fields(r.given), r.line})
	}
	return list
})

// compiled is a regular expression that is compiled on first use.
func compiled(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
