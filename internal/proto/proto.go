// Package proto is the language between a front end and a live session: requests (cells,
// completions, inspections), answers (results, errors with places) and what happens in
// between (output in order).
//
// The front ends (repl, kernel) speak it to a worker, the worker speaks it over
// a pipe to the session in its child process, and the session answers it. The package
// imports nothing of the project's, so that each side depends on the language and not on
// the other side. All types marshal to JSON as they are.
package proto

import (
	"context"
	"fmt"
	"strings"
)

// Cell is one unit of input: a notebook cell, a line of the REPL, a script's
// cell.
type Cell struct {
	Source string `json:"source"`
	// N is the number the user sees, In[N] and Out[N]; 0 for a cell that is
	// not remembered (silent requests, user expressions).
	N int `json:"n"`
	// File is the source's file, if it is one, for the places of errors.
	File string `json:"file,omitempty"`
	// Silent suppresses the displayed value and keeps the cell out of the
	// history; output to stdout and stderr still flows.
	Silent bool `json:"silent,omitempty"`
	// AllowInput permits Output.Input; without it fmt.Scan fails at once.
	AllowInput bool `json:"allow_input,omitempty"`
	// Expressions are evaluated after a cell that succeeded, each on its own; the
	// kernel's user_expressions.
	Expressions map[string]string `json:"expressions,omitempty"`
	// Width is the terminal's width in columns, 0 if there is none.
	Width int `json:"width,omitempty"`
	// Limit bounds the text of a value, in bytes, and a table to what fits a page; 0
	// shows all of it.
	Limit int `json:"limit,omitempty"`
	// Color says whether the text of values may have ANSI colours.
	Color bool `json:"color,omitempty"`
	// Restore, instead of a source, has cells of an earlier session, whose declarations
	// are repeated.
	Restore []Past `json:"restore,omitempty"`
	// Anew makes them redeclare even names that the session has.
	Anew bool `json:"anew,omitempty"`
	// Apart isolates the cell from the session: of the session's names it sees only those
	// in Sees, and its declarations end with it. It has no number.
	Apart bool     `json:"apart,omitempty"`
	Sees  []string `json:"sees,omitempty"`
	// Token is repeated by the Result. Only the session knows it, so that the user's code
	// can't forge a result.
	Token string `json:"token,omitempty"`
	// Callbacks, instead of a source, asks for the calls that comm messages have left
	// waiting.
	Callbacks bool `json:"callbacks,omitempty"`
}

// Past is a cell that ran in an earlier session.
type Past struct {
	N      int    `json:"n"`
	Source string `json:"source"`
	OK     bool   `json:"ok,omitempty"`
	// Fatal says that the session ended with this cell.
	Fatal bool `json:"fatal,omitempty"`
}

// Restored says what became of the cells in Cell.Restore.
type Restored struct {
	Declared int `json:"declared"` // imports, types, constants, functions, variables
	Skipped  int `json:"skipped"`  // statements that didn't run
	// Missing are variables that such a statement would have initialised.
	Missing []string `json:"missing,omitempty"`
	// Changed are variables that have their first value, though such a statement may have
	// changed it.
	Changed []string `json:"changed,omitempty"`
	// Kept are names that the session already has, which stay as they are.
	Kept []string `json:"kept,omitempty"`
	// Failed are the errors of declarations that no longer compile.
	Failed []*CellError `json:"failed,omitempty"`
}

// Status says how a cell ended.
type Status string

// The three ends a cell can have. A cell is Aborted when it never ran.
const (
	OK      Status = "ok"
	Error   Status = "error"
	Aborted Status = "aborted"
)

// Result is the answer to a Cell.
type Result struct {
	Status Status `json:"status"`
	// N repeats the cell's number.
	N int `json:"n"`
	// Token repeats the cell's, if the session ran it.
	Token string `json:"token,omitempty"`
	// Value is what the cell displays as its result; nil for none.
	Value *Bundle `json:"value,omitempty"`
	// Err is set when Status is Error.
	Err *CellError `json:"err,omitempty"`
	// Expressions answer Cell.Expressions, with the same keys.
	Expressions map[string]Expression `json:"expressions,omitempty"`
	// Lost says that the session's variables are gone: the session ended in
	// this cell and a new one is ready.
	Lost bool `json:"lost,omitempty"`
	// Reset says that the cell made the session forget its names.
	Reset bool `json:"reset,omitempty"`
	// Offer is a text for the user to edit and run, in place of the cell; empty
	// for none.
	Offer string `json:"offer,omitempty"`
	// Restored answers Cell.Restore.
	Restored *Restored `json:"restored,omitempty"`
	// Pending says, of a comm message, that calls wait for a Cell with Callbacks.
	Pending bool `json:"pending,omitempty"`
	// Next says that a cell sent before this one had ended runs now. It doesn't after one
	// that failed, was slow, or wants a new process.
	Next bool `json:"next,omitempty"`
	// Dir is the session's working directory, if it has changed since the session began.
	Dir string `json:"dir,omitempty"`
}

// Sent is a Cell that was sent before its turn.
type Sent interface {
	// Run waits for its turn and its end; its output goes to out.
	Run(ctx context.Context, out Output) Result
}

// Expression is the answer to one user expression: exactly one field is set.
type Expression struct {
	Value *Bundle    `json:"value,omitempty"`
	Err   *CellError `json:"err,omitempty"`
}

// Exited is the name of the error of a cell that called os.Exit.
const Exited = "exit"

// Intruded begins the message of a cell that ended because something other than the
// session wrote to the session's pipe.
const Intruded = "something wrote into the pipe between the session and riffle"

// CellError is an error a beginner can act on.
type CellError struct {
	// Name is the kind: "compile error", "panic", NotSolved, "interrupted", Exited, "worker
	// died" and the like.
	Name string `json:"name"`
	// Message describes the fault in one line.
	Message string `json:"message"`
	// Diagnostics are the places, in the order of the source; for a panic
	// the innermost first. May be empty.
	Diagnostics []Diagnostic `json:"diagnostics,omitempty"`
	// Exit is the status passed to os.Exit, when Name is Exited, or another status of a
	// program that can't continue.
	Exit int `json:"exit,omitempty"`
	// Larger is the path of a package that the cell needs and that only the larger of
	// the programs for browsers has.
	Larger string `json:"larger,omitempty"`
}

// Diagnostic is one message with its place in what the user typed.
type Diagnostic struct {
	// Cell is the number of the cell that the place is in; 0 for an
	// unnumbered one.
	Cell int `json:"cell"`
	// File is the name of the script or program, empty for a cell.
	File string `json:"file,omitempty"`
	// Line and Column count from 1; Column counts characters (runes).
	Line   int `json:"line"`
	Column int `json:"column"`
	// EndColumn is the first column after the marked text, on the same
	// line; 0 when only a point is known.
	EndColumn int `json:"end_column,omitempty"`
	// Text is the source line, or the part around Column of a very long one.
	Text string `json:"text,omitempty"`
	// Cut is the number of characters of the line before Text.
	Cut int `json:"cut,omitempty"`
	// Message is the compiler's message, or the function a panic passed
	// through.
	Message string `json:"message,omitempty"`
	// Hint is advice for the classic mistakes; often empty.
	Hint string `json:"hint,omitempty"`
}

// Bundle is one value in several representations, by MIME type: text as
// string, binary as base64 string, JSON as any.
type Bundle struct {
	Data     map[string]any `json:"data"`
	Metadata map[string]any `json:"metadata,omitempty"`
	// ID makes a display that can be updated later; the kernel's
	// transient display_id.
	ID string `json:"id,omitempty"`
}

// Text is the plain form of a bundle, empty for a nil one.
func (b *Bundle) Text() string {
	if b == nil {
		return ""
	}
	s, _ := b.Data["text/plain"].(string)
	return s
}

// Completion lists the completions at the cursor. Start and End delimit the
// text to replace, in bytes of the source.
type Completion struct {
	Start int         `json:"start"`
	End   int         `json:"end"`
	Items []Candidate `json:"items"`
}

// Candidate is one completion.
type Candidate struct {
	Text string `json:"text"`
	// Kind is one of "function", "method", "type", "variable", "constant",
	// "field", "package", "keyword", "magic".
	Kind string `json:"kind"`
	// Type is the candidate's signature or type, as Go writes it.
	Type string `json:"type,omitempty"`
	// Doc is the first sentence of its documentation.
	Doc string `json:"doc,omitempty"`
}

// Signature is the call among whose arguments the cursor is; the zero Signature means
// none. Name, the parameters in parentheses and Result, concatenated, are the signature
// as Go writes it.
type Signature struct {
	Name   string   `json:"name,omitempty"`
	Params []string `json:"params,omitempty"`
	Result string   `json:"result,omitempty"`
	// Active is the index of the parameter at the cursor, -1 if there is none.
	Active int `json:"active"`
	// Doc is the first sentence of the function's documentation.
	Doc string `json:"doc,omitempty"`
	// At is where the arguments begin, in bytes of the source.
	At int `json:"at"`
}

// Inspection documents the name at the cursor.
type Inspection struct {
	Found bool   `json:"found"`
	Value Bundle `json:"value"`
	// Page is what Value shows, for a front end that knows its width.
	Page *Page `json:"page,omitempty"`
}

// Page is documentation that isn't laid out yet. All parts may be empty.
type Page struct {
	Decl  string `json:"decl,omitempty"`  // a declaration in Go
	Text  string `json:"text,omitempty"`  // on a topic, laid out for 80 columns
	Value string `json:"value,omitempty"` // of a variable, in a line
	Note  string `json:"note,omitempty"`  // what else the user should know
	Doc   string `json:"doc,omitempty"`   // in the markup of documentation comments
	Lists []List `json:"lists,omitempty"`
	More  string `json:"more,omitempty"` // where there is more
}

// List is a titled list of names, each with a one-line description.
type List struct {
	Title string `json:"title"`
	Rows  []Row  `json:"rows"`
}

// Row is an entry of a List.
type Row struct {
	Name string `json:"name"`
	Doc  string `json:"doc,omitempty"`
}

// Completeness says whether a source can run as it is.
type Completeness struct {
	// Status is "complete", "incomplete", "invalid" or "unknown".
	Status string `json:"status"`
	// Indent is what the next line should begin with when incomplete.
	Indent string `json:"indent,omitempty"`
}

// Comm is one message of a Jupyter comm, in either direction.
type Comm struct {
	// Kind is "open", "msg" or "close".
	Kind     string         `json:"kind"`
	ID       string         `json:"id"`
	Target   string         `json:"target,omitempty"`
	Data     map[string]any `json:"data,omitempty"`
	Metadata map[string]any `json:"metadata,omitempty"`
	Buffers  [][]byte       `json:"buffers,omitempty"`
}

// Output receives what a cell prints and shows while it runs and, from goroutines that it
// left behind, after it. Calls arrive in order; an Output must be safe for concurrent
// use.
type Output interface {
	// Stream appends text to "stdout" or "stderr".
	Stream(name string, text []byte)
	// Display shows a bundle; with update it replaces the one with the
	// same ID.
	Display(b Bundle, update bool)
	// Clear clears the cell's output, with wait only when the next comes.
	Clear(wait bool)
	// Input asks the user for a line, without its newline.
	Input(prompt string, password bool) (string, error)
	// Comm sends a comm message to the front end.
	Comm(c Comm)
	// Progress reports done of total units of a long experiment; total 0
	// ends it.
	Progress(p Progress)
}

// Progress is the state of a long experiment.
type Progress struct {
	Label string `json:"label"`
	Done  int64  `json:"done"`
	Total int64  `json:"total"`
	// Left is the estimated time left in seconds, negative if unknown.
	Left float64 `json:"left"`
	// Model is a widget that shows the experiment, where front ends have widgets.
	Model string `json:"model,omitempty"`
}

// String is a bar in words: "riffles: 45 % (450 of 1000), 12 s left".
func (p Progress) String() string {
	s := fmt.Sprintf("%d %% (%d of %d)", int64(100*float64(p.Done)/float64(p.Total)), p.Done, p.Total)
	if p.Left >= 0 {
		s += fmt.Sprintf(", %.0f s left", p.Left)
	}
	if p.Label == "" {
		return s
	}
	return p.Label + ": " + s
}

// Discard is an Output that drops everything and has no input.
type Discard struct{}

// Stream does nothing.
func (Discard) Stream(string, []byte) {}

// Display does nothing.
func (Discard) Display(Bundle, bool) {}

// Clear does nothing.
func (Discard) Clear(bool) {}

// Input fails with ErrNoInput.
func (Discard) Input(string, bool) (string, error) { return "", ErrNoInput }

// Comm does nothing.
func (Discard) Comm(Comm) {}

// Progress does nothing.
func (Discard) Progress(Progress) {}

// ErrNoInput is what Output.Input returns if nobody can answer.
const ErrNoInput = noInput("no input here: this front end cannot answer questions")

type noInput string

func (e noInput) Error() string { return string(e) }

// Error makes a CellError an error; the text is Format's.
func (e *CellError) Error() string { return e.Format() }

// Format lays the error out as lines for a terminal or a traceback: the
// message, then every place with its source line and a caret below.
//
//	cell 7:2:5: undefined: nope
//	    x := nope + 1
//	         ^^^^
func (e *CellError) Format() string { return e.lines(1) }

// Trace is Format with the source line of every place, for front ends that have room.
func (e *CellError) Trace() string { return e.lines(len(e.Diagnostics)) }

// lines lays the error out; the first places get their source lines.
func (e *CellError) lines(sources int) string {
	var b strings.Builder
	if e.Name == "compile error" && len(e.Diagnostics) > 0 {
		for i, d := range e.Diagnostics {
			if i > 0 {
				b.WriteByte('\n')
			}
			d.format(&b, true)
		}
		return b.String()
	}
	b.WriteString(e.Name)
	if e.Message != "" || strings.HasPrefix(e.Name, "panic") { // with an empty string
		b.WriteString(": " + e.Message)
	}
	for i, d := range e.Diagnostics {
		b.WriteByte('\n')
		d.format(&b, i < sources)
	}
	return b.String()
}

// Failure explains why a session's Run did not return: what it panicked with, nil if its
// goroutine was ended.
func Failure(panicked any) *CellError {
	if panicked == nil {
		return &CellError{Name: "goexit", Message: "the cell called runtime.Goexit; the variables are kept"}
	}
	return &CellError{
		Name:    "internal error",
		Message: fmt.Sprintf("riffle itself failed: %v; the variables are kept, and a report of this would be welcome", panicked),
	}
}
