package session

const (
	// sweepEvery is the number of programs after which the session forgets what
	// it can find or make again. What is compiled anew costs the next cells a
	// millisecond; until it goes, each program holds 20 KiB.
	sweepEvery = 64
	// forgetEvery is the number of sweeps after which the compiler forgets what
	// names meant before. It looks at all names, and a program holds 2 KiB of it.
	forgetEvery = 4
)

// sweep keeps a long session as small as what its user can still reach. It comes
// before a cell is compiled, when every name of the session means what it will.
func (s *Session) sweep() {
	if s.loaded < s.sweepEvery {
		return
	}
	s.loaded = 0
	if s.sweeps++; s.sweeps%forgetEvery == 0 || s.sweepEvery == 0 {
		s.compiler.Sweep()
	}
	s.rt.Sweep()
	s.engine.Renew()
}
