package repl

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// Prompt precedes the first line of a cell, Continuation the others. No line of
// Go begins with either, so a transcript can be told from code and pasted back.
const (
	Prompt       = "> "
	Continuation = ". "
)

// Line describes the line that a LineReader is to read.
type Line struct {
	// Prompt is shown before the line; it may have colours.
	Prompt string
	// Text is offered for editing.
	Text string
	// Before holds the earlier lines of the cell, for completion.
	Before string
	// Answer marks a line that a running program reads: no completion and
	// no history. Hidden masks what is typed.
	Answer, Hidden bool
}

// LineReader reads lines that the user edits.
type LineReader interface {
	// ReadLine returns the edited text without its newline; pasted text
	// may contain newlines. It fails with io.EOF at the end of input and
	// with ErrInterrupt when the user abandons the line.
	ReadLine(l Line) (string, error)
	// Write shows output without disturbing the line being edited.
	io.Writer
	// Close makes a waiting ReadLine return io.EOF.
	io.Closer
}

// ErrInterrupt is what ReadLine returns for Ctrl-C.
var ErrInterrupt = errors.New("interrupt")

// PlainReader is a LineReader for terminals that cannot move the cursor: it
// prints the prompt and reads what the terminal sends. Make one with
// NewPlainReader.
type PlainReader struct {
	in  *bufio.Reader
	out io.Writer
}

// NewPlainReader returns a PlainReader that reads from in and writes to out.
func NewPlainReader(in io.Reader, out io.Writer) *PlainReader {
	return &PlainReader{in: bufio.NewReader(in), out: out}
}

// ReadLine prints the prompt and reads a line. Text is not offered, because it
// could not be edited.
func (p *PlainReader) ReadLine(l Line) (string, error) {
	if _, err := io.WriteString(p.out, l.Prompt); err != nil {
		return "", err
	}
	return readLine(p.in)
}

// Write writes to the terminal.
func (p *PlainReader) Write(b []byte) (int, error) { return p.out.Write(b) }

// Close does nothing: a blocked read of a plain file can't be cancelled.
func (p *PlainReader) Close() error { return nil }

// readLine returns the next line without its newline; a last line without one
// counts.
func readLine(r *bufio.Reader) (string, error) {
	s, err := r.ReadString('\n')
	if err != nil && s == "" {
		return "", err
	}
	return strings.TrimRight(s, "\r\n"), nil
}
