package repl

import (
	"bufio"
	"context"
	"errors"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"riffle/internal/magic"
	"riffle/internal/proto"
)

// Exit is the status that os.Exit was called with.
type Exit int

// Error names the status.
func (e Exit) Error() string { return "exit status " + strconv.Itoa(int(e)) }

// Eval runs each code as one cell, up to the first that fails. It returns ErrFailed when
// one failed, an Exit for os.Exit, and ErrInterrupted when ctx was cancelled.
func Eval(ctx context.Context, cfg Config, code ...string) error {
	f := newFront(cfg, nil)
	f.exits = true
	reading, stop := context.WithCancel(ctx)
	defer stop()
	if cfg.In != nil {
		input := sync.OnceValue(func() *lineSource { return newLineSource(reading, cfg.In) })
		f.screen.ask = func(string, bool) (string, error) { return input().nextLine() }
	}
	f.runStartUp(ctx)
	var err error
	for _, c := range code {
		if err = f.answerEntry(ctx, c); err != nil {
			break
		}
	}
	return interruptOr(ctx, err)
}

// Batch reads typed interactions from cfg.In and runs each cell as soon as it
// is complete at the end of a line, without prompts. It continues after an error and
// returns ErrFailed at the end if there was one. A cell that asks for input reads the
// lines after it.
func Batch(ctx context.Context, cfg Config) error {
	f := newFront(cfg, nil)
	reading, stop := context.WithCancel(ctx)
	defer stop()
	src := newLineSource(reading, cfg.In)
	f.screen.ask = func(string, bool) (string, error) { return src.nextLine() }
	f.runStartUp(ctx)
	var result error
	for ctx.Err() == nil {
		cell, err := f.nextCell(src)
		if err != nil {
			if !errors.Is(err, io.EOF) {
				result = err
			}
			break
		}
		err = f.answerEntry(ctx, cell)
		if errors.Is(err, magic.ErrExit) {
			break
		}
		if err != nil {
			result = err
		}
	}
	return interruptOr(ctx, result)
}

// interruptOr prefers the interrupt to the failure that it caused.
func interruptOr(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ErrInterrupted
	}
	if errors.Is(err, magic.ErrExit) {
		return nil
	}
	return err
}

// nextCell collects lines until they make a complete cell. An incomplete cell at
// the end of the input is a cell too, so that running it shows what is missing. After a
// package clause comes a Go file, up to the end of the input.
func (f *front) nextCell(src *lineSource) (string, error) {
	var cell []string
	for {
		line, err := src.nextLine()
		if err != nil {
			if errors.Is(err, io.EOF) && !onlyComments(strings.Join(cell, "\n")) {
				return strings.Join(cell, "\n"), nil
			}
			return "", err
		}
		cell = append(cell, line)
		text := strings.Join(cell, "\n")
		if onlyComments(text) {
			cell = dropLeadingBlank(cell)
			continue
		}
		if beginsFile(text) {
			continue
		}
		if more, _ := f.wantsMore(text); !more {
			return text, nil
		}
	}
}

// beginsFile reports whether a text begins with a package clause.
func beginsFile(text string) bool {
	_, err := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly)
	return err == nil
}

// onlyComments reports whether a text holds nothing to run yet: a comment
// belongs to the code below it. A #! line counts as a comment.
func onlyComments(text string) bool {
	if strings.HasPrefix(text, "#!") {
		_, text, _ = strings.Cut(text, "\n")
	}
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), func(token.Position, string) {}, 0)
	_, first, _ := s.Scan()
	return first == token.EOF
}

// brokenText is the error of a cell that isn't UTF-8, nil for others. On its way to the
// session its text would silently change.
func brokenText(source string, n int) *proto.CellError {
	if utf8.ValidString(source) {
		return nil
	}
	line, row := "", 0
	for line = range strings.Lines(source) {
		if row++; !utf8.ValidString(line) {
			break
		}
	}
	at := 0
	for size := 0; at < len(line); at += size {
		var r rune
		if r, size = utf8.DecodeRuneInString(line[at:]); r == utf8.RuneError && size == 1 {
			break
		}
	}
	const message = "illegal UTF-8 encoding"
	return &proto.CellError{Name: "compile error", Message: message, Diagnostics: []proto.Diagnostic{{
		Cell: n, Line: row, Column: utf8.RuneCountInString(line[:at]) + 1,
		Text: strings.ToValidUTF8(strings.TrimRight(line, "\r\n"), "\uFFFD"), Message: message,
	}}}
}

// dropLeadingBlank keeps blank and #! lines from counting in a cell's places.
func dropLeadingBlank(lines []string) []string {
	for len(lines) > 0 {
		l := strings.TrimSpace(lines[0])
		if l != "" && !strings.HasPrefix(l, "#!") {
			break
		}
		lines = lines[1:]
	}
	return lines
}

// lineSource hands out the lines of a reader until its context is cancelled.
type lineSource struct {
	ctx   context.Context
	lines chan string
	err   error // set before lines is closed
}

// newLineSource starts reading r. The goroutine ends with the context or the
// input; if it is blocked in a Read, which can't be cancelled, it ends after that.
func newLineSource(ctx context.Context, r io.Reader) *lineSource {
	if r == nil {
		r = strings.NewReader("")
	}
	s := &lineSource{ctx: ctx, lines: make(chan string)}
	go s.readInput(bufio.NewReader(r))
	return s
}

func (s *lineSource) readInput(r *bufio.Reader) {
	defer close(s.lines)
	for {
		line, err := readTrimmed(r)
		if err != nil {
			s.err = err
			return
		}
		select {
		case s.lines <- line:
		case <-s.ctx.Done():
			s.err = ErrInterrupted
			return
		}
	}
}

// nextLine returns the next line, io.EOF after the last.
func (s *lineSource) nextLine() (string, error) {
	select {
	case line, ok := <-s.lines:
		if !ok {
			return "", s.err
		}
		return line, nil
	case <-s.ctx.Done():
		return "", ErrInterrupted
	}
}
