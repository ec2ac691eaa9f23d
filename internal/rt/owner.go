package rt

// What a goroutine prints belongs to the cell that started it, even when later cells run.
// So each of the user's goroutines has an owner, inherited by goroutines that it starts
// and functions that it gives to a timer.

// Owner is the owner of the calling goroutine: the Owner of its run, or of the run that
// started it; nil for an unknown goroutine.
func (r *Runtime) Owner() any {
	s, g := &r.asleep, goroutineID()
	s.mu.Lock()
	defer s.mu.Unlock()
	if owner, ok := s.known[g]; ok {
		return owner
	}
	return s.lent[g]
}

// lend assigns native code's calling goroutine to an owner, until back is called.
func (r *Runtime) lend(owner any) (back func()) {
	s, g := &r.asleep, goroutineID()
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.known[g]; known || owner == nil {
		return func() {}
	}
	before, had := s.lent[g]
	if s.lent == nil {
		s.lent = map[int64]any{}
	}
	s.lent[g] = owner
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if had {
			s.lent[g] = before
		} else {
			delete(s.lent, g)
		}
	}
}

// Users reports whether the calling goroutine is one of the user's: a panic on it ends
// that, not the process.
func (r *Runtime) Users() bool { return r.asleep.knows(goroutineID()) }
