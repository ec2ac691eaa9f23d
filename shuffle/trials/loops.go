package trials

import "riffle/shuffle"

// The loops of the simplest trials, which take less time than the calls that count an
// outcome of any type. They count one outcome after the other, as a trial may do
// something visible, or panic.

// loopBools is play for trials that return a bool.
func loopBools(s *sample[bool], n int, rng shuffle.PRNG, m *Meter) (made int) {
	trial, times := s.trial, &s.counts.low
	for ; made < n && !m.Stopped(); made++ {
		i := 0
		if trial(rng) {
			i = 1
		}
		times[i]++
	}
	return made
}

// loopInts is play for trials that return an int.
func loopInts(s *sample[int], n int, rng shuffle.PRNG, m *Meter) (made int) {
	trial := s.trial
	for ; made < n && !m.Stopped(); made++ {
		v := trial(rng)
		if c := s.counts; c != nil && uint(v) < maxSmall {
			c.low[v]++
		} else {
			s.count(v)
		}
	}
	return made
}

// loopReals is play for trials that return a real.
func loopReals(s *sample[float64], n int, rng shuffle.PRNG, m *Meter) (made int) {
	trial := s.trial
	for ; made < n && !m.Stopped(); made++ {
		x := trial(rng)
		if x-x != 0 {
			s.count(x) // which refuses it
		}
		s.numbers.AddReal(x)
	}
	return made
}
