package rt

// What a goroutine prints belongs to the cell that started it, also when others run
// by now. So each of the user's goroutines has an owner, which those that it starts
// inherit, and the functions that it gives to a timer.

// Owner is whose goroutine the calling one is: the Owner of the run that it is, or
// that it was started by; nil for one that isn't known.
func (r *Runtime) Owner() any {
	s, g := &r.asleep, goroutineID()
	s.mu.Lock()
	defer s.mu.Unlock()
	if owner, ok := s.known[g]; ok {
		return owner
	}
	return s.lent[g]
}

// lend makes a goroutine of native code's the owner's, until the function that it
// returns is called.
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
