package trials

// counts are how often each outcome came up. Bools and small integers, which most
// trials return, are counted in an array at first, as a map takes longer for each
// than a simple trial does.
type counts[T comparable] struct {
	times map[T]int
	small small[T]
	low   [maxSmall]int // by index, what isn't in times and the sums yet
}

// small numbers some outcomes, an int by itself. The zero value numbers none.
type small[T comparable] struct {
	index   func(T) uint // maxSmall or more for the others
	outcome func(index int) T
}

// maxSmall is how many outcomes are numbered at most.
const maxSmall = 128

var (
	smallBools = small[bool]{
		func(v bool) uint { return uint(bit(v)) },
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

// addSmall counts an outcome that is numbered, and reports false for others.
func (c *counts[T]) addSmall(v T) bool {
	if c.small.index == nil {
		return false
	}
	i := c.small.index(v)
	if i >= maxSmall {
		return false
	}
	c.low[i]++
	return true
}
