// Package toy has an engine for tests of what stands in front of a session: it runs cells
// of a toy language. Call [New] for one.
package toy

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"riffle/internal/proto"
)

// Engine runs cells of a toy language, one command a line. It knows just
// enough to make a kernel send every message there is.
type Engine struct {
	mu    sync.Mutex
	comms []proto.Comm
	runs  int
	line  []*cellSent // what was sent and hasn't been run
	// Late holds back what "later" says until it is closed.
	Late chan struct{}
	// pending counts goroutines that cells left behind.
	pending sync.WaitGroup
	closed  chan struct{}
}

// New makes an engine.
func New() *Engine {
	return &Engine{Late: make(chan struct{}), closed: make(chan struct{})}
}

// Comms are the comm messages that it got.
func (e *Engine) Comms() []proto.Comm {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.comms)
}

// session is one run: the first command that makes a result ends it.
type session struct {
	*Engine
	ctx context.Context
	out proto.Output
}

// Run runs a cell of the toy language.
func (e *Engine) Run(ctx context.Context, c proto.Cell, out proto.Output) proto.Result {
	e.mu.Lock()
	e.runs++
	e.mu.Unlock()
	res := proto.Result{Status: proto.OK}
	for _, line := range strings.Split(c.Source, "\n") {
		name, arg, _ := strings.Cut(line, " ")
		command, known := commands[name]
		if !known {
			res.Status, res.Err = proto.Error, undefined(c, name)
			break
		}
		value, err := command(session{e, ctx, out}, arg)
		res.Value = value
		if err != nil {
			res.Status, res.Err, res.Lost = proto.Error, err, err.Name == "session ended"
			break
		}
	}
	if c.Callbacks {
		out.Stream("stdout", []byte("called back\n"))
	}
	res.N = c.N
	if res.Status == proto.OK {
		res.Expressions = e.expressions(ctx, c.Expressions)
	}
	return res
}

func (e *Engine) expressions(ctx context.Context, ask map[string]string) map[string]proto.Expression {
	out := make(map[string]proto.Expression)
	for key, source := range ask {
		r := e.Run(ctx, proto.Cell{Source: source}, proto.Discard{})
		out[key] = proto.Expression{Value: r.Value, Err: r.Err}
	}
	return out
}

func undefined(c proto.Cell, name string) *proto.CellError {
	return &proto.CellError{Name: "compile error", Diagnostics: []proto.Diagnostic{{
		Cell: c.N, Line: 1, Column: 1, EndColumn: 1 + len(name), Text: c.Source, Message: "undefined: " + name, Hint: "spell it right",
	}}}
}

func plain(text string) *proto.Bundle {
	return &proto.Bundle{Data: map[string]any{"text/plain": text}}
}

func interrupted() *proto.CellError {
	return &proto.CellError{Name: "interrupted", Message: "the cell was interrupted"}
}

var commands map[string]func(s session, arg string) (*proto.Bundle, *proto.CellError)

func init() {
	commands = map[string]func(s session, arg string) (*proto.Bundle, *proto.CellError){
		"":    func(session, string) (*proto.Bundle, *proto.CellError) { return nil, nil },
		"1+1": func(session, string) (*proto.Bundle, *proto.CellError) { return plain("2"), nil },
		"deaf": func(s session, _ string) (*proto.Bundle, *proto.CellError) {
			s.out.Stream("stdout", []byte("deaf\n"))
			<-s.ctx.Done()
			return nil, nil
		},
		"print": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			s.out.Stream("stdout", []byte(arg+"\n"))
			return nil, nil
		},
		"eprint": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			s.out.Stream("stderr", []byte(arg+"\n"))
			return nil, nil
		},
		"lines": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			n, _ := strconv.Atoi(arg)
			for i := range n {
				s.out.Stream("stdout", fmt.Appendf(nil, "line %d\n", i))
			}
			return nil, nil
		},
		"fill": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			n, _ := strconv.Atoi(arg)
			line := []byte(strings.Repeat("x", 64<<10-1) + "\n")
			for range n {
				s.out.Stream("stdout", line)
			}
			return nil, nil
		},
		"fail": func(_ session, arg string) (*proto.Bundle, *proto.CellError) {
			return nil, proto.OfPanic(arg, nil)
		},
		"die": func(session, string) (*proto.Bundle, *proto.CellError) {
			return nil, &proto.CellError{Name: "session ended", Message: "no memory is left; the variables are lost"}
		},
		"loop": func(s session, _ string) (*proto.Bundle, *proto.CellError) {
			s.out.Stream("stdout", []byte("looping\n"))
			select {
			case <-s.ctx.Done():
			case <-s.closed:
			}
			return nil, interrupted()
		},
		"flood": func(s session, _ string) (*proto.Bundle, *proto.CellError) {
			text := []byte(strings.Repeat("x", 1000) + "\n")
			for s.ctx.Err() == nil {
				s.out.Stream("stdout", text)
			}
			return nil, interrupted()
		},
		"ask": func(s session, arg string) (*proto.Bundle, *proto.CellError) { return ask(s, arg, false) },
		"secret": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			return ask(s, arg, true)
		},
		"display": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			s.out.Display(*plain(arg), false)
			return nil, nil
		},
		"show": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			s.out.Display(proto.Bundle{ID: "d1", Data: map[string]any{"text/html": arg}}, false)
			return nil, nil
		},
		"update": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			s.out.Display(proto.Bundle{ID: "d1", Data: map[string]any{"text/html": arg}}, true)
			return nil, nil
		},
		"nan": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			s.out.Display(proto.Bundle{Data: map[string]any{"text/plain": "NaN", "application/json": math.NaN()}}, false)
			return nil, nil
		},
		"clear": func(s session, _ string) (*proto.Bundle, *proto.CellError) {
			s.out.Clear(true)
			return nil, nil
		},
		"wait": func(s session, _ string) (*proto.Bundle, *proto.CellError) {
			s.out.Stream("stdout", []byte("waiting\n"))
			<-s.Late
			return nil, nil
		},
		"later": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			s.pending.Go(func() {
				<-s.Late
				s.out.Stream("stdout", []byte(arg+"\n"))
			})
			return nil, nil
		},
		"comm": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			kind, id, _ := strings.Cut(arg, " ")
			s.out.Comm(proto.Comm{
				Kind: kind, ID: id, Target: "jupyter.widget", Data: map[string]any{"n": 1.0},
				Metadata: map[string]any{"version": "2.1.0"}, Buffers: [][]byte{{1, 2}},
			})
			return nil, nil
		},
		"progress": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			s.out.Progress(proto.Progress{Label: arg, Done: 1, Total: 4, Left: 3})
			s.out.Progress(proto.Progress{Label: arg, Done: 2, Total: 4, Left: 2})
			s.out.Progress(proto.Progress{Label: arg})
			return nil, nil
		},
		"bars": func(s session, arg string) (*proto.Bundle, *proto.CellError) {
			s.out.Stream("stdout", []byte("begin\n"))
			s.out.Progress(proto.Progress{Label: "a", Done: 1, Total: 4, Left: 3})
			s.out.Progress(proto.Progress{Label: "b", Done: 1, Total: 2, Left: 3})
			s.out.Progress(proto.Progress{Label: "a"})
			s.out.Stream("stdout", []byte("end\n"))
			s.out.Progress(proto.Progress{Label: "b"})
			if arg == "value" {
				return &proto.Bundle{Data: map[string]any{"text/plain": "5"}}, nil
			}
			return nil, nil
		},
	}
}

func ask(s session, prompt string, password bool) (*proto.Bundle, *proto.CellError) {
	line, err := s.out.Input(prompt, password)
	if err != nil {
		return nil, &proto.CellError{Name: "input", Message: err.Error()}
	}
	s.out.Stream("stdout", []byte("got "+line+"\n"))
	return nil, nil
}

// Complete offers the commands that begin as the word before the cursor does.
func (e *Engine) Complete(source string, pos int) proto.Completion {
	start := strings.LastIndexAny(source[:pos], "\n ") + 1
	c := proto.Completion{Start: start, End: pos}
	for _, name := range []string{"print", "progress"} {
		if strings.HasPrefix(name, source[start:pos]) {
			c.Items = append(c.Items, proto.Candidate{Text: name, Kind: "method", Type: "func(string)"})
		}
	}
	return c
}

// Inspect knows print alone.
func (e *Engine) Inspect(source string, pos, detail int) proto.Inspection {
	word := source[strings.LastIndexAny(source[:pos], "\n ")+1 : pos]
	if word != "print" {
		return proto.Inspection{}
	}
	return proto.Inspection{Found: true, Value: *plain(fmt.Sprintf("%s: detail %d", word, detail))}
}

// IsComplete wants more behind an open brace.
func (e *Engine) IsComplete(source string) proto.Completeness {
	switch {
	case strings.HasSuffix(source, "{"):
		return proto.Completeness{Status: "incomplete", Indent: "\t"}
	case strings.Contains(source, ":= ="):
		return proto.Completeness{Status: "invalid"}
	}
	return proto.Completeness{Status: "complete"}
}

// Comm answers a message with its data, and closes what it doesn't know.
func (e *Engine) Comm(c proto.Comm, out proto.Output) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.comms = append(e.comms, c)
	switch {
	case c.Kind == "open" && c.Target != "known.target":
		out.Comm(proto.Comm{Kind: "close", ID: c.ID})
	case c.Kind == "msg":
		out.Comm(proto.Comm{Kind: "msg", ID: c.ID, Data: map[string]any{"echo": c.Data}})
	}
	return c.Data["call"] != nil
}

// Close ends the cells that run for ever.
func (e *Engine) Close() error {
	close(e.closed)
	e.pending.Wait()
	return nil
}
