package session

import (
	"go/types"

	"riffle/internal/core"
)

// sweepEvery is the number of programs after which the session drops what it can look up
// or make again. Recompiling costs the next cells a millisecond, and so does visiting all
// names of a long session; a program holds 40 KiB until it is swept.
const sweepEvery = 64

// sweepUnreachable drops what the user can no longer reach, so that a long session doesn't
// grow. It runs before a cell is compiled, when every name has its final meaning.
func (s *Session) sweepUnreachable() {
	if s.loaded < s.sweepEvery {
		return
	}
	s.loaded = 0
	alive := s.compiler.Sweep()
	s.rt.Sweep()
	for t := range s.rt.Retire(func(t types.Type) bool { return !alive(t) }) {
		for _, m := range t.Symbols() {
			s.engine.Forget(m.(*core.FuncName), s.compiler.Living)
		}
		t.Replace(func(m any) any { return core.Direct(m.(*core.FuncName)) })
	}
	s.engine.Renew()
}
