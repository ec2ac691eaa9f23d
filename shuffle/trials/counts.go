package trials

// counts are how often each outcome came up. Bools and small integers, which most
// trials return, are counted in an array at first, as a map takes longer for each
// than a simple trial does.
type counts[T comparable] struct {
	times map[T]int
	small small[T]
	low   [maxSmall]int // by index, what isn't in times yet
}

// small numbers some outcomes. The zero value numbers none.
type small[T comparable] struct {
	index   func(T) uint // maxSmall or more for the others
	outcome func(index int) T
}

// maxSmall is how many outcomes are numbered at most.
const maxSmall = 128

var (
	smallBools = small[bool]{
		func(v bool) uint {
			if v {
				return 1
			}
			return 0
		},
		func(i int) bool { return i == 1 },
	}
	smallInts = small[int]{
		func(v int) uint { return uint(v) },
		func(i int) int { return i },
	}
)

func newCounts[T comparable](small small[T]) *counts[T] {
	return &counts[T]{times: map[T]int{}, small: small}
}

// add counts an outcome.
func (c *counts[T]) add(v T) {
	if c.small.index != nil {
		if i := c.small.index(v); i < maxSmall {
			c.low[i]++
			return
		}
	}
	c.times[v]++
}

// settle puts all into times.
func (c *counts[T]) settle() {
	for i, n := range c.low {
		if n > 0 {
			c.times[c.small.outcome(i)] += n
		}
	}
	clear(c.low[:])
}
