package repl

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"riffle/internal/proto"
)

// fakeEngine understands a language of one word a cell, enough to show what a
// front end does with each kind of answer. The zero value is ready.
type fakeEngine struct {
	mu      sync.Mutex
	cells   []proto.Cell
	started chan struct{} // receives when a blocking cell has begun
	killed  chan struct{}
	late    func(proto.Output) // given the output of a "late" cell
	slow    chan struct{}      // what it is asked about slow waits for
}

func newFake() *fakeEngine {
	return &fakeEngine{started: make(chan struct{}, 9), killed: make(chan struct{}, 9)}
}

func (e *fakeEngine) Run(ctx context.Context, c proto.Cell, out proto.Output) proto.Result {
	e.mu.Lock()
	e.cells = append(e.cells, c)
	e.mu.Unlock()
	word, rest, _ := strings.Cut(c.Source, " ")
	ok := proto.Result{Status: proto.OK, N: c.N}
	if c.Restore != nil {
		ok.Restored = &proto.Restored{Declared: len(c.Restore)}
		for _, p := range c.Restore {
			if p.Fatal {
				ok.Restored.Skipped, ok.Restored.Missing = 1, []string{"big"}
				ok.Restored.Changed, ok.Restored.Kept = []string{"s"}, []string{"x", "y"}
			}
		}
		return ok
	}
	ok.Reset = strings.Contains(c.Source, "%reset") && rest != "out"
	switch word {
	case "print":
		out.Stream("stdout", []byte(rest+"\n"))
	case "prompted": // a question on the line that print began
		out.Stream("stdout", []byte(rest))
		return e.scan(c, out)
	case "begin": // output without a newline
		out.Stream("stdout", []byte(rest))
	case "warn":
		out.Stream("stderr", []byte(rest+"\n"))
	case "show":
		out.Display(proto.Bundle{Data: map[string]any{rest: "AAAA"}}, false)
	case "progress":
		out.Progress(proto.Progress{Label: "decks", Done: 1, Total: 4, Left: 65})
		out.Stream("stdout", []byte("between\n"))
		out.Progress(proto.Progress{})
	case "moved": // to another directory
		ok.Dir = rest
	case "late":
		e.late(out)
	case "bar": // until it is told to go on
		out.Progress(proto.Progress{Label: "decks", Done: 1, Total: 4, Left: 65})
		select {
		case <-e.started:
		case <-ctx.Done():
			return failed(c, "interrupted", "")
		}
	case "secret":
		line, err := out.Input("password: ", true)
		if err != nil {
			return failed(c, "interrupted", err.Error())
		}
		ok.Value = text("got " + line)
	case "scan":
		return e.scan(c, out)
	case "fail", "exit":
		return failed(c, "compile error", "undefined: "+c.Source)
	case "lost":
		r := failed(c, "session ended", "stack overflow")
		r.Lost = true
		return r
	case "block":
		e.started <- struct{}{}
		<-ctx.Done()
		return failed(c, "interrupted", "")
	case "stuck":
		e.started <- struct{}{}
		<-e.killed
		r := failed(c, "session ended", "killed")
		r.Lost = true
		return r
	default:
		if !c.Silent {
			ok.Value = text(fmt.Sprintf("<%s>", c.Source))
		}
	}
	return ok
}

func (e *fakeEngine) scan(c proto.Cell, out proto.Output) proto.Result {
	line, err := out.Input("", false)
	if err != nil {
		return failed(c, "interrupted", err.Error())
	}
	return proto.Result{Status: proto.OK, N: c.N, Value: text("got " + line)}
}

func (e *fakeEngine) Restart() error {
	e.killed <- struct{}{}
	return nil
}

func (e *fakeEngine) Complete(source string, pos int) proto.Completion {
	start := strings.LastIndexAny(source[:pos], " .\n") + 1
	c := proto.Completion{Start: start, End: pos}
	if e.slow != nil && strings.HasSuffix(source[:pos], "slow") {
		<-e.slow
	}
	if strings.HasPrefix(source[start:pos], "name") {
		c.Items = many(1000).Items
		return c
	}
	for _, item := range []proto.Candidate{
		{Text: "Pick", Kind: "method", Type: "func(k int) []int", Doc: "Pick draws k numbers."},
		{Text: "PickOne", Kind: "method", Type: "func() int"},
		{Text: "max", Kind: "field", Type: "int"},
	} {
		if strings.HasPrefix(strings.ToLower(item.Text), strings.ToLower(source[start:pos])) {
			c.Items = append(c.Items, item)
		}
	}
	return c
}

// Signature knows add(a, b int) int alone.
func (e *fakeEngine) Signature(source string, pos int) proto.Signature {
	if e.slow != nil && strings.Contains(source, "slow(") {
		e.started <- struct{}{}
		<-e.slow
	}
	at := strings.LastIndex(source[:pos], "add(")
	if at < 0 || strings.Contains(source[at:pos], ")") {
		return proto.Signature{}
	}
	return proto.Signature{Name: "add", Params: []string{"a int", "b int"}, Result: "int", Active: strings.Count(source[at:pos], ","), Doc: "add adds two numbers.", At: at + 4}
}

func (e *fakeEngine) Inspect(source string, pos, detail int) proto.Inspection {
	if source == "long" {
		return proto.Inspection{Found: true, Value: *text("line" + strings.Repeat("\nline", 18) + "\nline 19")}
	}
	if source != "Lottery.Pick" {
		return proto.Inspection{}
	}
	return proto.Inspection{Found: true, Value: *text(fmt.Sprintf("Pick draws, detail %d", detail))}
}

func (e *fakeEngine) IsComplete(source string) proto.Completeness {
	if strings.Count(source, "{") > strings.Count(source, "}") {
		return proto.Completeness{Status: "incomplete", Indent: "\t"}
	}
	return proto.Completeness{Status: "complete"}
}

func (e *fakeEngine) Close() error { return nil }

// sources are the cells that ran, with their numbers.
func (e *fakeEngine) sources() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var s []string
	for _, c := range e.cells {
		for _, p := range c.Restore {
			s = append(s, fmt.Sprintf("restore %d:%s", p.N, p.Source))
		}
		if c.Restore == nil {
			s = append(s, fmt.Sprintf("%d:%s", c.N, c.Source))
		}
	}
	return s
}

func text(s string) *proto.Bundle {
	return &proto.Bundle{Data: map[string]any{"text/plain": s}}
}

func failed(c proto.Cell, name, message string) proto.Result {
	return proto.Result{Status: proto.Error, N: c.N, Err: &proto.CellError{
		Name: name, Message: message,
		Diagnostics: []proto.Diagnostic{{Cell: c.N, Line: 1, Column: 1, EndColumn: 3, Text: c.Source, Message: message}},
	}}
}

// board is what has been written by anybody.
type board struct {
	mu  sync.Mutex
	all strings.Builder
}

func (b *board) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Write(p)
}

func (b *board) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.String()
}

// fakeLines is a LineReader that plays a script: "^C" is Ctrl-C, the end of
// the script Ctrl-D. It writes what it was asked and what is shown.
type fakeLines struct {
	board
	script []string
	asked  []Line
}

func (l *fakeLines) ReadCell(d Draft) (string, error) { return readByLines(d, l.ReadLine) }

func (l *fakeLines) ReadLine(line Line) (string, error) {
	l.asked = append(l.asked, line)
	io.WriteString(l, line.Prompt)
	if len(l.script) == 0 {
		return "", io.EOF
	}
	next := l.script[0]
	l.script = l.script[1:]
	io.WriteString(l, next+"\n")
	if next == "^C" {
		return "", ErrInterrupt
	}
	return next, nil
}

func (l *fakeLines) Close() error { return nil }
