package session

import (
	"context"
	"os"
	"path/filepath"

	"riffle/internal/cell"
	"riffle/internal/magic"
	"riffle/internal/proto"
)

// restoreCells repeats the declarations of an earlier session's cells. Each cell is checked as
// a whole, so that all names have their types, but only code that initialises variables
// and can do nothing else runs. A cell that no longer compiles, because it needs what a
// magic did, is restored as far as possible. Names that the session already has stay as
// they are, unless anew is set.
func (s *Session) restoreCells(ctx context.Context, cells []proto.Past, anew bool) (*proto.Restored, *proto.CellError) {
	r := &restoring{Session: s}
	s.mu.Lock()
	back := s.compiler.Results()
	r.counts = s.compiler.Restoring(anew)
	s.mu.Unlock()
	for _, c := range cells {
		if ctx.Err() != nil {
			return nil, interruptError(context.Cause(ctx))
		}
		s.history.began(c.N, c.Source)
		s.history.endNumbered(c.N, c.OK)
		r.counts.Fatal = c.Fatal
		src := cell.Typed(c.Source, c.N)
		src.Restored = &r.counts
		r.restoreCell(ctx, src)
	}
	s.mu.Lock()
	back()
	unit, errs := s.compiler.Undefine(&r.counts)
	s.mu.Unlock()
	if errs != nil {
		return nil, compileError(errs)
	}
	if unit != nil {
		if _, cerr := s.loadProgram(unit, unit.Program); cerr != nil {
			return nil, cerr
		}
	}
	return &proto.Restored{
		Declared: r.counts.Declared, Skipped: r.counts.Skipped, Missing: r.counts.Missing(),
		Changed: r.counts.Changed(), Kept: r.counts.Kept(), Failed: r.failed,
	}, nil
}

// restoring is a session being restored.
type restoring struct {
	*Session
	counts cell.Restored
	failed []*proto.CellError
	depth  int // of scripts that run scripts
}

// restoreCell restores a cell.
func (r *restoring) restoreCell(ctx context.Context, src *cell.Source) {
	parts, faults := r.magics.Cut(src.Text)
	if len(faults) > 0 {
		return
	}
	for _, p := range parts {
		if p.IsMagic() && p.Magic.Name == "run" {
			r.script(ctx, r.magics.NewCall(src.Text, p).Arg)
			continue
		}
		if p.IsMagic() && (len(p.Go()) == 0 || p.Magic.Name == "timeit") { // what a loop declares is local to it
			r.skipMagic(src, p.Go())
			continue
		}
		for _, g := range p.Go() {
			r.restoreSource(ctx, src.Window(g.Start, g.End))
		}
	}
}

// script restores what the cells of a script declared that was run in a cell. The file
// may have changed since, or be gone.
func (r *restoring) script(ctx context.Context, arg string) {
	name, err := magic.FileName(arg)
	if err != nil || r.depth > scriptsDeep {
		return
	}
	text, err := os.ReadFile(name)
	if err != nil || cell.IsProgram(string(text)) || filepath.Ext(name) == ".ipynb" {
		r.counts.Skipped++
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	for _, c := range cell.Script(filepath.Base(name), string(text), r.magics) {
		c.Restored = &r.counts
		r.restoreCell(ctx, c)
	}
}

// scriptsDeep bounds scripts that run scripts.
const scriptsDeep = 20

// restoreSource restores a piece of Go or, if it doesn't compile, each of its parts.
func (r *restoring) restoreSource(ctx context.Context, src *cell.Source) {
	if r.restoreCompiled(ctx, src) == nil {
		return
	}
	r.mu.Lock()
	pieces := r.compiler.Pieces(src)
	r.mu.Unlock()
	for _, p := range pieces {
		cerr := r.restoreCompiled(ctx, p)
		if cerr == nil {
			continue
		}
		r.mu.Lock()
		declares := r.compiler.Declares(p)
		r.compiler.Skip(p, &r.counts)
		r.mu.Unlock()
		if declares {
			r.counts.Skipped--
			r.failed = append(r.failed, cerr)
		}
	}
}

// skipMagic skips a magic with its Go.
func (r *restoring) skipMagic(src *cell.Source, parts []magic.Part) {
	r.mu.Lock()
	defer r.mu.Unlock()
	skipped := r.counts.Skipped
	for _, g := range parts {
		r.compiler.Skip(src.Window(g.Start, g.End), &r.counts)
	}
	r.counts.Skipped = skipped + 1
}

// restoreCompiled restores a source, unless it doesn't compile.
func (r *restoring) restoreCompiled(ctx context.Context, src *cell.Source) *proto.CellError {
	unit, code, cerr := r.compileSource(ctx, src)
	if cerr != nil {
		return cerr
	}
	r.mu.Lock()
	r.compiler.Result(unit)
	r.mu.Unlock()
	if cerr := r.executeCode(ctx, code); cerr != nil {
		r.mu.Lock()
		r.compiler.Abandon(src, &r.counts)
		r.mu.Unlock()
		r.failed = append(r.failed, cerr)
	}
	return nil
}
