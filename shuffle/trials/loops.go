package trials

import "riffle/shuffle"

// The loops of the simplest trials, which take less time than the calls that count an
// outcome of any type. They count one outcome after the other, as a trial may do
// something visible, or panic.

// loopBools is play for trials that return a bool.
func loopBools(s *sample[bool], n int, rng shuffle.PRNG, m *Meter) (made int) {
	trial, times := s.trial, &s.counts.low
	for ; made < n && !m.Stopped(); made++ {
		times[bit(trial(rng))]++
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

// tallyBools counts outcomes of trials that were made many at once.
func tallyBools(s *sample[bool], outcomes []bool) {
	times := &s.counts.low
	for _, v := range outcomes {
		times[bit(v)]++
	}
}

// tallyInts does so for ints.
func tallyInts(s *sample[int], outcomes []int) {
	for _, v := range outcomes {
		if c := s.counts; c != nil && uint(v) < maxSmall {
			c.low[v]++
		} else {
			s.count(v)
		}
	}
}

// tallyReals does so for reals.
func tallyReals(s *sample[float64], outcomes []float64) {
	for _, x := range outcomes {
		if x-x != 0 {
			s.count(x) // which refuses it
		}
		s.numbers.AddReal(x)
	}
}

// bit is 1 for true.
func bit(v bool) (i uint8) {
	if v {
		i = 1
	}
	return i
}
