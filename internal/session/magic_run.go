package session

import (
	"context"
	"slices"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/proto"
)

// runCell runs a source that may have magics. The value is the last part's.
// What doesn't need to run to be seen wrong, an unknown magic or a missing
// bracket, keeps the whole source from running.
func (s *Session) runCell(ctx context.Context, src *cell.Source) (*proto.Bundle, *proto.CellError) {
	if !mayHaveMagic(src.Text) {
		return s.runSource(ctx, src)
	}
	parts, errs := cut(src, 0)
	if len(errs) == 0 && !slices.ContainsFunc(parts, part.isMagic) {
		return s.runSource(ctx, src)
	}
	if len(errs) == 0 {
		errs = s.syntax(src, parts)
	}
	if len(errs) > 0 {
		return nil, compileError(errs)
	}
	return s.runParts(ctx, src, parts)
}

// syntax checks the Go in the parts.
func (s *Session) syntax(src *cell.Source, parts []part) cell.Errors {
	var errs cell.Errors
	for _, p := range parts {
		for _, w := range goIn(src, p) {
			s.mu.Lock()
			errs = append(errs, s.compiler.Syntax(w)...)
			s.mu.Unlock()
		}
	}
	return errs
}

// goIn are the stretches of Go in a part.
func goIn(src *cell.Source, p part) []*cell.Source {
	if p.magic == nil {
		return []*cell.Source{window(src, p.start, p.end)}
	}
	if p.magic.want != code {
		return nil
	}
	start := p.start
	if p.magic.timed {
		_, start = options(src.Text, p.start, p.end)
	}
	list := []*cell.Source{window(src, start, p.end)}
	if p.body > 0 {
		parts, _ := cut(src, p.body)
		for _, b := range parts {
			list = append(list, goIn(src, b)...)
		}
	}
	return list
}

// runParts runs the parts in their order until one fails.
func (s *Session) runParts(ctx context.Context, src *cell.Source, parts []part) (value *proto.Bundle, cerr *proto.CellError) {
	for i, p := range parts {
		if ctx.Err() != nil {
			return nil, interrupted(context.Cause(ctx))
		}
		value, cerr = s.runPart(ctx, src, p, i == len(parts)-1)
		if cerr != nil || s.leaving {
			return nil, cerr
		}
	}
	return value, nil
}

// runPart runs one part; only the last of a cell displays a value.
func (s *Session) runPart(ctx context.Context, src *cell.Source, p part, last bool) (*proto.Bundle, *proto.CellError) {
	if p.magic != nil {
		return s.runMagic(ctx, &call{part: p, src: src, arg: p.argument(src.Text)})
	}
	w := window(src, p.start, p.end)
	if !last {
		w.Text += ";"
	}
	return s.runSource(ctx, w)
}

func (s *Session) runMagic(ctx context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	if c.magic.args == "" && c.arg != "" {
		return nil, c.usage()
	}
	return c.magic.run(s, ctx, c)
}

func (p part) isMagic() bool { return p.magic != nil }

// argument is the text behind a magic's name.
func (p part) argument(text string) string {
	arg := strings.TrimSpace(text[p.start:p.end])
	if p.magic.want != words {
		return arg
	}
	if i := strings.Index(" "+arg, " //"); i >= 0 {
		arg = strings.TrimSpace(arg[:i])
	}
	return arg
}

// runCode runs the Go that a magic was given, or the lines below it.
func (s *Session) runCode(ctx context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	if c.body == 0 {
		return s.runSource(ctx, window(c.src, c.start, c.end))
	}
	parts, errs := cut(c.src, c.body)
	if len(errs) > 0 {
		return nil, compileError(errs)
	}
	return s.runParts(ctx, c.src, parts)
}

// IsComplete says whether source can run as it is. A magic is complete with its
// line, but for the Go that it is given.
func (s *Session) IsComplete(source string) proto.Completeness {
	if !mayHaveMagic(source) {
		return s.compiler.IsComplete(source)
	}
	src := &cell.Source{Text: source}
	parts, errs := cut(src, 0)
	if len(errs) > 0 {
		return proto.Completeness{Status: "invalid"}
	}
	for _, p := range parts {
		if p.body > 0 && strings.TrimSpace(source[p.body:]) == "" {
			return proto.Completeness{Status: "incomplete"}
		}
		for _, w := range goIn(src, p) {
			if v := s.compiler.IsComplete(w.Text); v.Status != "complete" {
				return v
			}
		}
	}
	return proto.Completeness{Status: "complete"}
}
