package repl

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// Draft describes the cell that a LineReader should read.
type Draft struct {
	// Prompt is shown before the first line, Continuation before the others;
	// they may have colours.
	Prompt, Continuation string
	// Text is offered for editing.
	Text string
	// More reports whether a text needs another line, and its indentation.
	More func(text string) (more bool, indent string)
	// Open opens a text in the user's own editor and returns the result.
	Open func(text string) (string, error)
}

// Line describes the line that a LineReader should read.
type Line struct {
	// Prompt is shown before the line; it may have colours.
	Prompt string
	// Text is offered for editing.
	Text string
	// Answer marks a line that a running program reads: no completion and
	// no history. Hidden masks what is typed.
	Answer, Hidden bool
}

// LineReader reads what the user edits. It fails with io.EOF at the end of input
// and with ErrInterrupt when the user abandons the text.
type LineReader interface {
	// ReadCell returns a cell for which More wants no other line, unless the user ended
	// it anyway.
	ReadCell(d Draft) (string, error)
	// ReadLine returns the edited text without its newline; pasted text
	// may contain newlines.
	ReadLine(l Line) (string, error)
	// Write shows output without disturbing the text being edited.
	io.Writer
	// Close makes a waiting ReadCell or ReadLine return io.EOF.
	io.Closer
}

// ErrInterrupt is what a LineReader returns for Ctrl-C. It counts as context.Canceled,
// so that a cell whose question it answers is interrupted, even if the session hears it
// before the interrupt itself.
var ErrInterrupt error = interrupt{}

type interrupt struct{}

func (interrupt) Error() string        { return "interrupt" }
func (interrupt) Is(target error) bool { return target == context.Canceled }

// readByLines reads a cell for a LineReader that can edit only lines. At the end of
// input the text is returned as it is; running it shows what is missing.
func readByLines(d Draft, readLine func(Line) (string, error)) (string, error) {
	text, err := readLine(Line{Prompt: d.Prompt, Text: d.Text})
	if err != nil {
		return "", err
	}
	_, prompt, kind := cutPrompt(text)
	_, copied := typedTranscript(text)
	for {
		more, indent := d.More(text)
		if !more {
			return text, nil
		}
		next, err := readLine(Line{Prompt: d.Continuation, Text: indent})
		if errors.Is(err, io.EOF) {
			return text, nil
		}
		if err != nil {
			return "", err
		}
		if copied && !continues(next, prompt, kind) {
			next = kind.continuation(prompt) + next
		}
		text += "\n" + next
	}
}

// continues reports whether a line of a copied session has a mark of its own.
func continues(line, prompt string, kind promptKind) bool {
	_, _, other := cutPrompt(line)
	_, ok := cutContinuation(line, prompt, kind)
	return ok || other == kind
}

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

// ReadCell reads lines until they make a cell.
func (p *PlainReader) ReadCell(d Draft) (string, error) { return readByLines(d, p.ReadLine) }

// ReadLine prints the prompt and reads a line. Text is not offered, because it
// could not be edited.
func (p *PlainReader) ReadLine(l Line) (string, error) {
	if _, err := io.WriteString(p.out, l.Prompt); err != nil {
		return "", err
	}
	return readTrimmed(p.in)
}

// Write writes to the terminal.
func (p *PlainReader) Write(b []byte) (int, error) { return p.out.Write(b) }

// Close does nothing: a blocked read of a plain file can't be cancelled.
func (p *PlainReader) Close() error { return nil }

// readTrimmed returns the next line without its newline; a last line without one
// counts.
func readTrimmed(r *bufio.Reader) (string, error) {
	s, err := r.ReadString('\n')
	if err != nil && s == "" {
		return "", err
	}
	return strings.TrimRight(s, "\r\n"), nil
}
