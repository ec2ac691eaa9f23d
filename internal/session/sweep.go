package session

// sweepEvery is the number of programs after which the session forgets what it can
// find or make again. What is compiled anew costs the next cells a millisecond; until
// it goes, each program holds 20 KiB.
const sweepEvery = 64

// sweep keeps a long session as small as what its user can still reach.
func (s *Session) sweep() {
	if s.loaded++; s.loaded%sweepEvery != 0 {
		return
	}
	s.rt.Sweep()
	s.engine.Renew()
}
