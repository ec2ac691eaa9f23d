package session

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"

	"riffle/internal/cell"
	"riffle/internal/display"
	"riffle/internal/magic"
	"riffle/internal/proto"
	"riffle/internal/rt"
	"riffle/shuffle"
)

// runCell runs a source that may have magics. The value is the last part's. An error that
// shows before running, such as an unknown magic or a missing bracket, keeps the whole
// source from running.
func (s *Session) runCell(ctx context.Context, src *cell.Source) (*proto.Bundle, *proto.CellError) {
	if !magic.May(src.Text) {
		return s.runSource(ctx, src)
	}
	parts, faults := s.magics.Cut(src.Text)
	if len(faults) == 0 && allGo(parts) {
		return s.runSource(ctx, src)
	}
	var errs cell.Errors
	for _, f := range faults {
		errs = append(errs, src.Diagnostic(f.Start, f.End, f.Message))
	}
	if len(errs) == 0 {
		errs = s.syntax(src, parts)
	}
	if len(errs) > 0 {
		return nil, compileError(errs)
	}
	return s.runParts(ctx, src, parts)
}

func allGo(parts []magic.Part) bool {
	for _, p := range parts {
		if p.IsMagic() {
			return false
		}
	}
	return true
}

// syntax checks the Go in the parts.
func (s *Session) syntax(src *cell.Source, parts []magic.Part) cell.Errors {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs cell.Errors
	for _, p := range parts {
		for _, g := range p.Go() {
			errs = append(errs, s.compiler.Syntax(src.Window(g.Start, g.End))...)
		}
	}
	return errs
}

// runParts runs the parts in their order until one fails.
func (s *Session) runParts(ctx context.Context, src *cell.Source, parts []magic.Part) (value *proto.Bundle, cerr *proto.CellError) {
	for i, p := range parts {
		if ctx.Err() != nil {
			return nil, interruptError(context.Cause(ctx))
		}
		value, cerr = s.runPart(ctx, src, p, i == len(parts)-1)
		if cerr != nil || s.leaving {
			return nil, cerr
		}
	}
	return value, nil
}

// runPart runs one part; only the last of a cell displays a value.
func (s *Session) runPart(ctx context.Context, src *cell.Source, p magic.Part, last bool) (*proto.Bundle, *proto.CellError) {
	if p.IsMagic() {
		return s.runMagic(ctx, src, p)
	}
	w := src.Window(p.Start, p.End)
	if !last {
		w.Text += ";"
	}
	return s.runSource(ctx, w)
}

// runMagic runs a magic. An error of its own is placed at its name.
func (s *Session) runMagic(ctx context.Context, src *cell.Source, p magic.Part) (*proto.Bundle, *proto.CellError) {
	c := s.magics.NewCall(src.Text, p)
	err := c.Run(ctx, inCell{s, src})
	var cerr *proto.CellError
	switch {
	case err == nil:
		return c.Value, nil
	case errors.As(err, &cerr):
		return nil, cerr
	}
	return nil, &proto.CellError{
		Name:        "error",
		Message:     "%" + c.Name + ": " + err.Error(),
		Diagnostics: []proto.Diagnostic{src.Diagnostic(p.At, p.Named, "")},
		Larger:      larger(err),
	}
}

// inCell is the session as the magics of one cell see it.
type inCell struct {
	s   *Session
	src *cell.Source
}

var _ magic.Session = inCell{}

func (m inCell) Stdout() io.Writer     { return m.s.stdout }
func (m inCell) Stderr() io.Writer     { return m.s.stderr }
func (m inCell) Width() int            { return m.s.looks().Width }
func (m inCell) Memory() *magic.Memory { return &m.s.memory }

// Go runs parts of the cell.
func (m inCell) Go(ctx context.Context, parts []magic.Part) (*proto.Bundle, time.Duration, error) {
	before := m.s.took
	m.s.took = 0
	value, cerr := m.s.runParts(ctx, m.src, parts)
	took := m.s.took
	m.s.took += before
	return value, took, asError(cerr)
}

// asError keeps a nil CellError a nil error.
func asError(cerr *proto.CellError) error {
	if cerr == nil {
		return nil
	}
	return cerr
}

// Spent counts time for the magic that measures it.
func (m inCell) Spent(d time.Duration) { m.s.took += d }

// Interrupted says why the cell ended.
func (m inCell) Interrupted(ctx context.Context) error { return interruptError(context.Cause(ctx)) }

// Lowered runs parts and prints what they are lowered to.
func (m inCell) Lowered(ctx context.Context, parts []magic.Part) (*proto.Bundle, error) {
	m.s.printsLowered = true
	defer func() { m.s.printsLowered = false }()
	value, cerr := m.s.runParts(ctx, m.src, parts)
	return value, asError(cerr)
}

// Whole runs parts and shows their value in full; without parts it shows the latest
// value.
func (m inCell) Whole(ctx context.Context, parts []magic.Part) (value *proto.Bundle, err error) {
	view := m.s.looks()
	defer m.s.view.Store(&view)
	m.s.view.Store(&display.View{Width: view.Width})
	var cerr *proto.CellError
	if parts == nil {
		if value, cerr = m.s.runSource(ctx, &cell.Source{Text: "_", Cell: m.s.n}); cerr != nil {
			return nil, errors.New("there is no value yet; want %show VALUE")
		}
		return value, nil
	}
	value, cerr = m.s.runParts(ctx, m.src, parts)
	return value, asError(cerr)
}

// Loop makes a loop of Go. An interrupt makes it return early; the caller checks for one
// afterwards.
func (m inCell) Loop(ctx context.Context, body magic.Part) (func(n int) (time.Duration, error), error) {
	src := m.src.Window(body.Start, body.End)
	src.Loop = true
	unit, program, cerr := m.s.compileSource(ctx, src)
	if cerr == nil {
		m.s.noteBroken(unit)
		cerr = m.s.executeCode(ctx, program)
	}
	loop := m.s.shownLoop()
	if cerr != nil || loop == nil {
		return nil, asError(cerr)
	}
	return func(n int) (took time.Duration, err error) {
		cerr := m.s.perform(ctx, func(run *rt.Run) {
			start := time.Now()
			loop(n)
			took = time.Since(start)
			if run.Interrupted() {
				panic(rt.ErrInterrupted)
			}
		})
		return took, asError(cerr)
	}, nil
}

// shownLoop is the loop that a program displayed.
func (s *Session) shownLoop() func(int) {
	if vs := s.rt.Shown(); len(vs) == 1 {
		loop, _ := rt.Unbox(vs[0]).(func(int))
		return loop
	}
	return nil
}

// Inputs are the sources of the cells.
func (m inCell) Inputs() iter.Seq2[int, string] { return m.s.history.sources() }

// Done are the cells that have ended.
func (m inCell) Done() (list []magic.Cell) {
	for n, source := range m.s.history.sources() {
		if n != m.s.n {
			list = append(list, magic.Cell{N: n, Source: source, OK: !m.s.history.bad[n]})
		}
	}
	return list
}

// Offer is for the front end.
func (m inCell) Offer(text string) { m.s.offer = text }

// ForgetResults frees _ and Out.
func (m inCell) ForgetResults() { m.s.forgetResults() }

// Reset forgets names and imports, and what cells have set in the library.
func (m inCell) Reset() {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	m.s.reset = true
	m.s.compiler.Reset()
	m.s.variables.restoreFirst()
	m.s.comms.hub.Reset()
	if !m.s.variables.direct {
		m.s.resetLog()
	}
}

// Facts are the front end's.
func (m inCell) Facts() [][2]string {
	if m.s.facts == nil {
		return nil
	}
	return m.s.facts()
}

// Restart ends the session with this cell.
func (m inCell) Restart() bool {
	if m.s.restart == nil {
		return false
	}
	m.s.leaving, m.s.reset = true, true
	m.s.restart()
	return true
}

// Seed is what Seed was called with.
func (m inCell) Seed() *int64 {
	if n, ok := shuffle.Seeded(); ok {
		return &n
	}
	return nil
}

// Reseed does what Seed does, or undoes it.
func (m inCell) Reseed(n *int64) {
	if n == nil {
		m.s.unseed()
		return
	}
	m.s.seedGenerators(*n)
}

// HeedsRandSeed reports whether math/rand.Seed does what it did.
func (m inCell) HeedsRandSeed() bool { return m.s.random.heeds.Load() }

// HeedRandSeed decides it. Without, math/rand draws again as Seed says.
func (m inCell) HeedRandSeed(on bool) {
	m.s.random.heeds.Store(on)
	if !on {
		m.s.random.reseeded.Store(nil)
	}
}
