package session

import (
	"context"
	"slices"
	"strings"

	"riffle/internal/blocks"
	"riffle/internal/core"
	"riffle/internal/engine"
	"riffle/internal/library"
	"riffle/internal/parts"
	"riffle/internal/rt"
	"riffle/shuffle/trials"
)

// A long experiment is helped if that makes no visible difference: if its script can
// travel, what it calls does nothing but compute, and the variables that it can reach are
// the same before and after. Otherwise it is played here as if there were no helpers.

// findHelp finds helpers for an experiment of the calling goroutine.
func (s *Session) findHelp(e *trials.Experiment) *trials.Help {
	if rt.Deaf() {
		return nil // the call is in machine code: no news of the helpers would arrive
	}
	t := &s.travels
	t.mu.Lock()
	call := t.announced()
	t.mu.Unlock()
	if call == nil || call.helped {
		return nil
	}
	call.helped = true // a second experiment of the call would be its first elsewhere
	source, err := s.script(call)
	if err != nil || !call.computes {
		return nil
	}
	e.Plan.Number, e.Plan.Program = 1, parts.Digest(source)
	helpers, over := t.pool(&blocks.Job{Version: blocks.Version(), Name: s.cellName(), Source: source, Call: true, Plan: e.Plan})
	if len(helpers) == 0 {
		return nil
	}
	h := &trials.Help{Over: over, Steady: func() bool { return s.writtenScript(call) == source }}
	for _, play := range helpers {
		h.Helpers = append(h.Helpers, func(ctx context.Context, from, to int) (*trials.Part, error) {
			text, err := play(ctx, from, to)
			if err != nil {
				return nil, err
			}
			return trials.DecodePart(text)
		})
	}
	return h
}

// writtenScript is the script of a call with the values that variables have now.
func (s *Session) writtenScript(call *travel) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, err := s.newWriter().writeScript(call)
	if err != nil {
		return ""
	}
	return text
}

// acting are the natives of the run-time with visible effects.
var acting = []string{"Close", "CondWait", "Go", "Log", "LogTest", "LogTo", "Print", "Println", "Recv", "Select", "Send", "StoreVar", "WaitGroupGo"}

// computes reports whether a program only computes.
func computes(p *core.Program) bool {
	return !slices.ContainsFunc(engine.UsesOf(p.Funcs...).Natives, func(n *core.NativeName) bool {
		switch {
		case n.Path == core.RuntimePath:
			return slices.Contains(acting, n.Name)
		case n.T != nil && n.T.Kind == core.Interface: // the name of a type
			return false
		case n.Path == core.TypesPath || strings.HasPrefix(n.Path, "riffle/shuffle"):
			return false
		}
		f := library.Of(n.Path, n.Name)
		return !f.Has(library.Harmless) || f.Has(library.Varies)
	})
}
