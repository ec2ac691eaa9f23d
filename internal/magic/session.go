package magic

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"time"

	"riffle/internal/proto"
)

// Session is the session that a magic acts on.
type Session interface {
	Screen
	Scope
	Runner
	Past
	// Memory is what magics remember from cell to cell.
	Memory() *Memory
	// Seed is the seed that was set, and Reseed sets it; nil for none.
	Seed() *int64
	Reseed(n *int64)
	// HeedsRandSeed reports whether math/rand's Seed does what it did before Go 1.24, and
	// HeedRandSeed decides it.
	HeedsRandSeed() bool
	HeedRandSeed(on bool)
	// Engine says how code runs, and Interpret sets whether all of it is interpreted.
	Engine() Engine
	Interpret(all bool)
	// Facts are the front end's files and settings, with names.
	Facts() [][2]string
	// Restart asks for a new process after this cell; false if nobody can
	// start one.
	Restart() bool
}

// Engine is how code runs.
type Engine struct {
	Interpreted bool // all of it is interpreted
	// Missing is why there is no machine code here, nil if there is, or if nobody
	// has asked for it.
	Missing error
	Last    []Ran // of the last cell
}

// Ran is how a function of a cell runs.
type Ran struct {
	Func    string // empty for the cell itself
	Machine bool   // as machine code
	Why     error  // why it isn't, nil where it needn't be
}

// Screen is where a magic writes.
type Screen interface {
	Stdout() io.Writer
	Stderr() io.Writer
	Width() int // in columns, 0 where there is no terminal
}

// Scope holds the session's names.
type Scope interface {
	// Names lists the names that contain one of some texts, or all names if there are none,
	// in alphabetical order.
	Names(ctx context.Context, containing ...string) ([]Name, error)
	// Forget forgets names: all of them, or none and says why.
	Forget(names []string) error
	// Reset forgets all names and imports.
	Reset()
}

// Name is a name of the session as %who lists it.
type Name struct{ Name, Type, Value string }

// Runner runs code in the session.
type Runner interface {
	// Go runs parts of the cell as if they were alone: value is that of the last, took
	// the time that code ran, without compiling it.
	Go(ctx context.Context, parts []Part) (value *proto.Bundle, took time.Duration, err error)
	// Lowered is Go, with the normal form of each part printed before it runs.
	Lowered(ctx context.Context, parts []Part) (value *proto.Bundle, err error)
	// Whole is Go with the value in full; without parts it is the latest value.
	Whole(ctx context.Context, parts []Part) (value *proto.Bundle, err error)
	// Loop compiles Go as the body of a loop. The function returned runs it n
	// times; it is nil if there is nothing to run.
	Loop(ctx context.Context, body Part) (run func(n int) (time.Duration, error), err error)
	// Test runs the session's tests with flags of go test.
	Test(ctx context.Context, flags map[string]string) error
	// Script runs the text of a script or a program.
	Script(ctx context.Context, name, text string) error
	// Spent counts time as spent running code.
	Spent(d time.Duration)
	// Interrupted is the error of a cell whose ctx is cancelled.
	Interrupted(ctx context.Context) error
}

// Past is what ran.
type Past interface {
	// Inputs yields the session's cells by their numbers.
	Inputs() iter.Seq2[int, string]
	// Done are the cells before this one, in order.
	Done() []Cell
	// Offer makes the front end offer a text in place of the cell.
	Offer(text string)
	// ForgetResults frees the values of Out.
	ForgetResults()
}

// Memory is what magics remember of a session. The zero value is ready.
type Memory struct {
	Quiet    bool   // values are not displayed
	previous string // directory, for %cd -
	depth    int    // of scripts that run scripts
}

// Terminal is the prompt that a magic acts on.
type Terminal interface {
	// Print prints lines, within a Width in columns; 0 for none known.
	Print(text string)
	Width() int
	// Note tells the user something about riffle itself.
	Note(text string)
	// Cells are the cells that ran, in order.
	Cells() []Cell
	// Remembered are the entries of the history, of all sessions.
	Remembered() []string
	// Path resolves a file name against the session's directory.
	Path(name string) string
	// Interruptible does work whose ctx Ctrl-C cancels.
	Interruptible(ctx context.Context, work func(context.Context) error) error
	// Edit lets the user edit a text.
	Edit(ctx context.Context, text string) (string, error)
	// Tutorial begins the tutorial or continues it: to the next step, back, or stop.
	Tutorial(where string)
	// Restore repeats the declarations of an earlier session's cells; with all,
	// everything runs again.
	Restore(ctx context.Context, all bool) error
	// Ask runs a cell that has no number.
	Ask(ctx context.Context, source string) error
	// Set changes a setting of the terminal.
	Set(name, value string) error
	// SaveSettings keeps the settings for later sessions.
	SaveSettings() error
	// Enter runs a text as if it had been typed.
	Enter(ctx context.Context, text string) error
}

// Cell is a cell that ran.
type Cell struct {
	N      int
	Source string
	OK     bool
}

// ErrExit is how %exit ends the prompt.
var ErrExit = errors.New("exit")

// Call is one use of a magic.
type Call struct {
	Part
	Table Table
	Text  string // of the cell
	Name  string // as typed, without its mark
	Arg   string // without space around it
	// Value is what the magic displays.
	Value *proto.Bundle
}

// NewCall is the use of a magic in a part of a cell.
func (t Table) NewCall(text string, p Part) *Call {
	name := strings.TrimLeft(text[p.At:p.Named], "%")
	if name == "$" {
		name = p.Magic.Name
	}
	return &Call{Part: p, Table: t, Text: text, Name: name, Arg: p.argumentText(text)}
}
