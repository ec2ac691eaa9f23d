package session

import (
	"go/types"

	"riffle/internal/core"
)

// sweepEvery is the number of programs after which the session forgets what it can find
// or make again. Recompiling costs the next cells a millisecond, and so does visiting all
// names of a long session; until it is swept, each program holds 40 KiB.
const sweepEvery = 64

// sweepUnreachable keeps a long session as small as what its user can still reach. It runs before a
// cell is compiled, when every name of the session has its final meaning.
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
