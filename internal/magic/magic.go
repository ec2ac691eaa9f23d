// Package magic is the table of magics: lines of a cell that begin with % and address
// riffle instead of the compiler. All is the table; each entry holds everything about one
// magic, its function included, and everything that deals with magics reads the table:
// Cut finds them in a cell, At finds the one at the cursor, Run and RunTerminal answer
// them, List and Page are the help.
//
// What a magic does, it does through the interfaces Session and Terminal, which
// a session and the prompt implement.
package magic

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"riffle/internal/near"
)

// Magic is an entry of the table.
type Magic struct {
	Name    string // without the %
	Aliases []string
	// Args are the arguments as the help shows them: optional ones in brackets, literal
	// words in lower case.
	Args string
	// Doc is what it does: a sentence without its subject and full stop.
	Doc    string
	Takes  Argument
	Offers Offer
	// Options are the letters of options with a number before the argument.
	Options string
	Below   Lines
	// Essential magics are those that %help lists first.
	Essential bool
	// Foreign magics are those of other kernels, which only %help all lists.
	Foreign bool

	// Session and Terminal answer the magic, in a cell and at the prompt; nil where it
	// doesn't exist.
	Session  func(ctx context.Context, s Session, c *Call) error
	Terminal func(ctx context.Context, t Terminal, c *Call) error
}

// Argument is what may follow a magic's name.
type Argument int

// The kinds of arguments.
const (
	Nothing Argument = iota
	Words            // words; a comment may follow
	Line             // the rest of the line as it is
	Code             // Go, to the end of the statement, which may take several lines
)

// Lines says what becomes of the lines below a magic.
type Lines int

// What may become of the lines below.
const (
	Alone    Lines = iota // %name is for its own line
	Optional              // %%name takes them, %name its own line
	Rest                  // as Optional, and %name without an argument takes them too
	Required              // %%name takes them, and there is no %name
)

// Offer is what completion offers for an argument, besides the words that Args
// shows in lower case.
type Offer int

// The kinds of offers.
const (
	NoOffer Offer = iota
	Names         // of the session
	Files
	Folders
	ShellFiles // where words have quotes and escapes
	Magics
)

// Table holds magics in alphabetical order.
type Table []Magic

// All are riffle's magics.
var All = Table{
	{Name: "bash", Below: Required, Session: bash,
		Doc: "runs the lines below it in bash"},
	{Name: "cd", Args: "[DIR | -]", Takes: Words, Offers: Folders, Session: cd,
		Doc: "changes the working directory: to DIR, back with -, or home"},
	{Name: "config", Args: "[NAME [VALUE] | save]", Takes: Words, Session: config, Terminal: terminalConfig,
		Doc: "shows where the start-up file, the history and the kernel are, and what is set; at the prompt and in the start-up file it sets NAME, such as theme, keys or pager; save keeps that for later sessions"},
	{Name: "del", Args: "NAME…", Takes: Words, Offers: Names, Session: del,
		Doc: "forgets names of the session; a name of the environment that one of them hid is back"},
	{Name: "edit", Args: "[N]", Takes: Words, Terminal: edit,
		Doc: "opens the latest input, or input N, in $VISUAL or $EDITOR and runs what you have changed"},
	{Name: "engine", Args: "[auto | yaegi]", Takes: Words, Session: engine,
		Doc: "says how the last cell ran; yaegi interprets all code, auto makes machine code of what repeats"},
	{Name: "env", Args: "[NAME[=VALUE]]", Takes: Line, Session: env,
		Doc: "shows the environment variables, or one of them, or sets it"},
	{Name: "exit", Aliases: []string{"quit"}, Terminal: exitMagic,
		Doc: "leaves riffle"},
	{Name: "go111module", Foreign: true, Args: "[on | off | auto]", Takes: Words, Session: nothingMagic,
		Doc: "does nothing; notebooks written for gophernotes may have it"},
	{Name: "help", Essential: true, Aliases: []string{"lsmagic", "magics"}, Args: "[all | MAGIC]", Takes: Words, Offers: Magics, Session: helpMagic, Terminal: terminalHelp,
		Doc: "lists the essential magics, or all, or explains one"},
	{Name: "history", Essential: true, Args: "[WHICH]", Takes: Line, Session: history, Terminal: terminalHistory,
		Doc: "lists this session's inputs; WHICH: those of some numbers (3, 5-7, 3-, -5 for the last five), or those that contain a text, which the prompt seeks in earlier sessions too"},
	{Name: "html", Below: Required, Session: showsMIME("text/html"),
		Doc: "shows the lines below it as HTML"},
	{Name: "latex", Below: Required, Session: showsMIME("text/latex"),
		Doc: "shows the lines below it as LaTeX, a formula between dollars"},
	{Name: "load", Args: "FILE", Takes: Line, Offers: Files, Session: loadMagic,
		Doc: "puts FILE, or the code of a notebook or a page, into the cell in its place, or on the next line of the prompt, to be edited and run"},
	{Name: "lowered", Args: "CODE", Takes: Code, Below: Rest, Session: loweredMagic,
		Doc: "prints the normal form of CODE, or of the rest of the cell, and runs it"},
	{Name: "markdown", Below: Required, Session: showsMIME("text/markdown"),
		Doc: "shows the lines below it as Markdown"},
	{Name: "pwd", Session: pwd,
		Doc: "prints the working directory"},
	{Name: "quiet", Args: "[on | off]", Takes: Words, Session: quiet,
		Doc: "turns the display of values off, and on again"},
	{Name: "randseed", Args: "[on | off]", Takes: Words, Session: randSeed,
		Doc: "says whether rand.Seed of math/rand does something, which it doesn't since Go 1.24; on makes it do what it did: the draws are those of Go 1.23 and of //go:debug randseednop=0"},
	{Name: "rerun", Args: "[N | N-N …]", Takes: Line, Terminal: rerun,
		Doc: "runs the latest input again, or those of some numbers, up to the first that fails"},
	{Name: "reset", Essential: true, Args: "[out | hard]", Takes: Words, Session: resetMagic,
		Doc: "forgets all names, imports, results and the seed; out: only the results; hard: starts a new process"},
	{Name: "restore", Args: "[all]", Takes: Words, Session: noRestore, Terminal: restoreMagic,
		Doc: "declares again what was declared before the session was lost, or else in the session before this one; all runs its statements too"},
	{Name: "run", Essential: true, Args: "FILE", Takes: Line, Offers: Files, Session: runMagic,
		Doc: "runs the cells of a script in this session, or a program beside it"},
	{Name: "save", Essential: true, Args: "[-f] FILE", Takes: Line, Offers: Files, Session: saveScript, Terminal: terminalSaveScript,
		Doc: "writes the inputs that ran without error to FILE; %save 3 5-7 FILE those of some numbers: a Go program if it ends in .go, a notebook if in .ipynb, a page if in .md, else a script for %run; -f replaces a file"},
	{Name: "seed", Essential: true, Args: "[N | off]", Takes: Words, Session: seedMagic,
		Doc: "shows the seed; N sets it, as Seed(N) does; off makes draws random again"},
	{Name: "sh", Args: "COMMAND", Takes: Line, Offers: ShellFiles, Below: Optional, Session: sh,
		Doc: "runs a shell command, as $ COMMAND does; %%sh runs the lines below it"},
	{Name: "show", Essential: true, Args: "[VALUE]", Takes: Code, Offers: Names, Session: showMagic,
		Doc: "shows the whole of VALUE, or of the latest result, where a cell shows a part"},
	{Name: "test", Args: "[-run RE] [-bench RE] [-count N] [-benchtime D] [-v]", Takes: Line, Session: testMagic,
		Doc: "runs the functions TestX and, with -bench, BenchmarkX of the session as go test -v does"},
	{Name: "time", Essential: true, Args: "CODE", Takes: Code, Below: Optional, Session: clock,
		Doc: "runs CODE, or with %%time the rest of the cell, and says how long it took"},
	{Name: "timeit", Args: "[-n LOOPS] [-r RUNS] CODE", Takes: Code, Options: "nr", Below: Optional, Session: timeit,
		Doc: "runs CODE, or with %%timeit the rest of the cell, in loops: mean, deviation and best of several runs"},
	{Name: "tutorial", Essential: true, Args: "[next | back | stop]", Takes: Words, Session: showTutorial, Terminal: takeTutorial,
		Doc: "leads through five minutes of riffle: a lottery, a shuffle, a wrong one, a seed; next, back and stop move between the steps"},
	{Name: "who", Essential: true, Aliases: []string{"whos"}, Args: "[TEXT…]", Takes: Words, Offers: Names, Session: who,
		Doc: "lists the names of the session, or those that contain a TEXT, with types and values"},
	{Name: "writefile", Args: "FILE", Takes: Line, Offers: Files, Below: Required, Session: writeFile,
		Doc: "writes the lines below it to FILE, in place of what the file holds"},
}

// Find finds a magic by its name or an alias, which may have its %.
func (t Table) Find(name string) (*Magic, bool) {
	name = strings.TrimLeft(name, "%")
	for i := range t {
		if t[i].Name == name || slices.Contains(t[i].Aliases, name) {
			return &t[i], true
		}
	}
	return nil, false
}

// allNames are all names and aliases, sorted.
func (t Table) allNames() []string {
	var names []string
	for _, m := range t {
		names = append(append(names, m.Name), m.Aliases...)
	}
	slices.Sort(names)
	return names
}

// IsText reports whether what follows a magic of this name isn't Go.
func (t Table) IsText(name string) bool {
	m, ok := t.Find(name)
	return ok && m.Takes != Code
}

// Usage is the magic with its arguments.
func (m *Magic) Usage() string { return m.usageAs(m.Name) }

// usageAs is the usage under the magic's name or an alias.
func (m *Magic) usageAs(name string) string {
	return strings.TrimSpace(m.prefixMark() + name + " " + m.Args)
}

// prefixMark is the magic's prefix: % or %%.
func (m *Magic) prefixMark() string {
	if m.Below == Required {
		return "%%"
	}
	return "%"
}

// required are the arguments without the optional ones.
func (m *Magic) required() string {
	var b strings.Builder
	depth := 0
	for _, r := range m.Args {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		default:
			if depth == 0 {
				b.WriteRune(r)
			}
		}
	}
	return strings.TrimSpace(b.String())
}

// alternatives are the arguments to choose from: the words and the placeholders of a
// single bracket.
func (m *Magic) alternatives() (words []string, open bool) {
	for _, w := range strings.FieldsFunc(m.Args, func(r rune) bool { return strings.ContainsRune("[]| ", r) }) {
		if w == strings.ToLower(w) && w[0] != '-' {
			words = append(words, w)
		} else {
			open = true
		}
	}
	return words, open || len(words) == 0
}

// acceptsCall reports whether the magic accepts a call's argument.
func (m *Magic) acceptsCall(c *Call) bool {
	given := c.Arg != "" || c.Body > 0 && m.Below != Required
	words, open := m.alternatives()
	switch {
	case !given:
		return m.required() == ""
	case m.Takes == Nothing:
		return false
	}
	return open || slices.Contains(words, c.Arg)
}

// Run answers a magic of a cell.
func (c *Call) Run(ctx context.Context, s Session) error {
	if !c.Magic.acceptsCall(c) {
		return c.usage()
	}
	return c.Magic.Session(ctx, s, c)
}

// RunTerminal answers a magic at the prompt.
func (c *Call) RunTerminal(ctx context.Context, t Terminal) error {
	if !c.Magic.acceptsCall(c) {
		return c.usage()
	}
	return c.Magic.Terminal(ctx, t, c)
}

// usage is the error of a magic that was given the wrong arguments.
func (c *Call) usage() error { return fmt.Errorf("want %s", c.Magic.usageAs(c.Name)) }

// unknownMagic says that there is no such magic, and suggests a similar one.
func (t Table) unknownMagic(name string) string {
	if name == "" {
		return "a magic's name must follow the %; %help lists them"
	}
	text := "unknown magic %" + name
	if like := t.similarName(name); like != "" {
		return text + "; did you mean %" + like + "?"
	}
	return text + "; %help lists the magics"
}

// similarName is the magic that a mistyped name may mean: one with a similar name, or one
// that it begins.
func (t Table) similarName(name string) string {
	names := t.allNames()
	if like := near.Word(name, names); like != "" {
		return like
	}
	i := slices.IndexFunc(names, func(k string) bool { return name != "" && strings.HasPrefix(k, name) })
	if i < 0 {
		return ""
	}
	return names[i]
}
