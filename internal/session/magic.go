package session

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/proto"
)

// A magic is a line of a cell that begins with % and speaks to the session
// instead of the compiler. Magics are found where a statement begins, never in
// brackets, strings or comments (magic_cut.go), and run in their turn between
// the statements around them (magic_run.go). What stands before a magic has run
// when it runs, so that a magic that changes what names mean does so for what
// follows it.
type magic struct {
	name string // without the %
	args string // the arguments as the help shows them
	doc  string // one sentence
	want argument
	// cell says that %%name works too, on the lines below.
	cell bool
	// rest gives the lines below to a magic without an argument.
	rest bool
	// timed gives it the options of %timeit.
	timed bool
	run   func(s *Session, ctx context.Context, c *call) (*proto.Bundle, *proto.CellError)
}

// argument is what stands behind a magic's name.
type argument int

const (
	words argument = iota // words; a comment may follow
	code                  // Go, to the end of the statement, which may take several lines
	line                  // the rest of the line as it is
)

// call is one use of a magic.
type call struct {
	part
	src *cell.Source
	arg string // without space around it
}

// magics are all that a session answers, in alphabetical order. It is a
// function because some of them look it up.
func magics() []magic {
	return []magic{
		{name: "cd", args: "[DIR | -]", want: words, run: (*Session).magicCd,
			doc: "changes the working directory: to DIR, back with -, or home"},
		{name: "del", args: "NAME…", want: words, run: (*Session).magicDel,
			doc: "forgets names of the session; where the environment has one of that name, it is back"},
		{name: "env", args: "[NAME[=VALUE]]", want: line, run: (*Session).magicEnv,
			doc: "shows the environment variables, or one, or sets it"},
		{name: "go111module", args: "[on | off]", want: words, run: (*Session).magicNothing,
			doc: "does nothing: notebooks of gophernotes may have it, and all packages are built in here"},
		{name: "help", args: "[MAGIC]", want: words, run: (*Session).magicHelp,
			doc: "lists the magics, or explains one"},
		{name: "history", args: "", want: words, run: (*Session).magicHistory,
			doc: "lists the cells of this session; In[n] is one of them"},
		{name: "lowered", args: "CODE", want: code, cell: true, rest: true, run: (*Session).magicLowered,
			doc: "prints the normal form of CODE, or of the rest of the cell, and runs it"},
		{name: "lsmagic", args: "[MAGIC]", want: words, run: (*Session).magicHelp,
			doc: "lists the magics, as %help does"},
		{name: "magics", args: "[MAGIC]", want: words, run: (*Session).magicHelp,
			doc: "lists the magics, as %help does"},
		{name: "pwd", args: "", want: words, run: (*Session).magicPwd,
			doc: "prints the working directory"},
		{name: "quiet", args: "[on | off]", want: words, run: (*Session).magicQuiet,
			doc: "turns the display of values off, and on again"},
		{name: "reset", args: "[out | hard]", want: words, run: (*Session).magicReset,
			doc: "forgets all names, imports, results and the seed; out only the results; hard starts a new process"},
		{name: "run", args: "FILE", want: line, run: (*Session).magicRun,
			doc: "runs the cells of a script in this session, or a program beside it"},
		{name: "seed", args: "[N | off]", want: words, run: (*Session).magicSeed,
			doc: "shows the seed, or sets it as Seed(N) does, or takes it back"},
		{name: "sh", args: "COMMAND", want: line, cell: true, run: (*Session).magicSh,
			doc: "runs a shell command; $ COMMAND does too"},
		{name: "time", args: "CODE", want: code, cell: true, run: (*Session).magicTime,
			doc: "runs CODE, or with %%time the rest of the cell, and says how long it took"},
		{name: "timeit", args: "[-n LOOPS] [-r RUNS] CODE", want: code, cell: true, timed: true, run: (*Session).magicTimeit,
			doc: "runs CODE, or with %%timeit the rest of the cell, in loops: mean, deviation and best of several runs"},
		{name: "who", args: "[TEXT]", want: words, run: (*Session).magicWho,
			doc: "lists the names of the session, or those that contain TEXT, with types and values"},
		{name: "whos", args: "[TEXT]", want: words, run: (*Session).magicWho,
			doc: "is another name of %who"},
	}
}

// elsewhere are the magics that only the terminal answers.
var elsewhere = []string{"edit", "exit", "quit", "save"}

// findMagic finds a magic by its name.
func findMagic(name string) (magic, bool) {
	all := magics()
	i := slices.IndexFunc(all, func(m magic) bool { return m.name == name })
	if i < 0 {
		return magic{}, false
	}
	return all[i], true
}

// Magics lists the magics that a session answers, each with its % and in
// alphabetical order.
func Magics() []string {
	var names []string
	for _, m := range magics() {
		names = append(names, "%"+m.name)
	}
	return names
}

// MagicDoc documents a magic, whose name may have its % or not.
func MagicDoc(name string) (text string, ok bool) {
	m, ok := findMagic(strings.TrimLeft(name, "%"))
	if !ok {
		return "", false
	}
	return m.usage() + "\n    " + m.doc, true
}

// usage is the magic with its arguments.
func (m magic) usage() string { return strings.TrimSpace("%" + m.name + " " + m.args) }

// magicHelp lists all magics, or explains one.
func (s *Session) magicHelp(_ context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	if c.arg != "" {
		text, ok := MagicDoc(c.arg)
		if !ok {
			return nil, c.errorf("%s", unknownMagic(strings.TrimLeft(c.arg, "%")))
		}
		fmt.Fprintln(s.stdout, text)
		return nil, nil
	}
	for _, m := range magics() {
		io.WriteString(s.stdout, entry(m.usage(), m.doc, s.width))
	}
	return nil, nil
}

// indent is where the explanations begin in the list of magics.
const indent = 20

// entry is a magic's entry in the list, within a width: the explanation beside
// its usage, or below a long one.
func entry(usage, doc string, width int) string {
	var b strings.Builder
	if width == 0 {
		width = 80
	}
	width = max(40, min(width, 80))
	line := fmt.Sprintf("%-*s", indent-1, usage)
	if len(usage) > indent-2 {
		b.WriteString(usage + "\n")
		line = strings.Repeat(" ", indent-1)
	}
	for _, word := range strings.Fields(doc) {
		if len([]rune(line))+1+len([]rune(word)) >= width {
			b.WriteString(line + "\n")
			line = strings.Repeat(" ", indent-1)
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

// magicNothing is a magic that other kernels have.
func (s *Session) magicNothing(context.Context, *call) (*proto.Bundle, *proto.CellError) {
	return nil, nil
}

// unknownMagic says that there is no such magic, and which may be meant.
func unknownMagic(name string) string {
	if slices.Contains(elsewhere, name) {
		return fmt.Sprintf("%%%s belongs to the terminal's prompt, where it stands on a line of its own", name)
	}
	text := fmt.Sprintf("unknown magic %%%s", name)
	if like := similarMagic(name); like != "" {
		return text + "; did you mean %" + like + "?"
	}
	return text + "; %help lists the magics"
}

// similarMagic is the magic that a mistyped name may mean: one that it begins,
// or that differs by a letter dropped, added, changed or two exchanged.
func similarMagic(name string) string {
	var known []string
	for _, m := range magics() {
		known = append(known, m.name)
	}
	known = append(known, elsewhere...)
	for _, k := range known {
		if slip(name, k) {
			return k
		}
	}
	for _, k := range known {
		if name != "" && strings.HasPrefix(k, name) {
			return k
		}
	}
	return ""
}

// slip reports whether a and b differ by one slip of the keyboard.
func slip(a, b string) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	x, y := a[i:], b[i:]
	switch {
	case len(x) == len(y)+1:
		return x[1:] == y
	case len(y) == len(x)+1:
		return y[1:] == x
	case len(x) != len(y):
		return false
	}
	return x[min(1, len(x)):] == y[min(1, len(y)):] ||
		len(x) > 1 && x[0] == y[1] && x[1] == y[0] && x[2:] == y[2:]
}

// errorf is the error of a magic, with its place in the cell. The message
// begins with the magic's name.
func (c *call) errorf(format string, args ...any) *proto.CellError {
	message := "%" + c.magic.name + ": " + fmt.Sprintf(format, args...)
	return &proto.CellError{
		Name:        "error",
		Message:     message,
		Diagnostics: []proto.Diagnostic{c.src.Diagnostic(c.at, c.named, "")},
	}
}

// usage is the error of a magic that was given the wrong arguments.
func (c *call) usage() *proto.CellError {
	return c.errorf("want %s", c.magic.usage())
}
