package joint

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"riffle/shuffle/internal/prose"
)

// Repeats finds decks, or picks, that had come before. It keeps a hash of 64 bits of each:
// that two of 65,536 different ones have the same has probability 10^-10.
type Repeats struct{ Marks []Mark }

// Mark is the hash of a deck, and its number.
type Mark struct {
	Hash   uint64
	Number int
}

// Add adds a deck or a pick.
func (r *Repeats) Add(number int, outcome []int) {
	h := uint64(len(outcome))
	for _, v := range outcome {
		h = (h ^ uint64(v)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	r.Marks = append(r.Marks, Mark{h * 0xbf58476d1ce4e5b9, number})
}

// count is how many had come before, and which was the first of them, like which.
func (r *Repeats) count() (repeated, first, like int) {
	slices.SortFunc(r.Marks, func(a, b Mark) int { return cmp.Or(cmp.Compare(a.Hash, b.Hash), a.Number-b.Number) })
	for i := 1; i < len(r.Marks); i++ {
		a, b := r.Marks[i-1], r.Marks[i]
		if a.Hash != b.Hash {
			continue
		}
		if repeated++; repeated == 1 || b.Number < first {
			first, like = b.Number, a.Number
		}
	}
	return repeated, first, like
}

// judge tests the number of repeats of things of which there are e^log.
func (r *Repeats) judge(test string, u units, log float64, all string) Finding {
	repeated, first, like := r.count()
	var w worst
	n := len(r.Marks)
	w.bound(repeats(repeated, n, math.Exp(-log)), func() string {
		return fmt.Sprintf("%s gave what had come before (number %s the same as number %s), of %s %s, a fair one repeats %s", u.of(repeated, n),
			prose.Int(first+1), prose.Int(like+1), size(log), all, about(float64(n)*float64(n-1)/2*math.Exp(-log)))
	})
	return w.finding(test)
}

// Decks tests whether decks of n cards came again.
func (r *Repeats) Decks(n int) Finding {
	return r.judge("repeated decks", shuffles, logFactorial(n), "possible orders")
}

// Picks tests whether picks of k of the numbers 1 to n came again.
func (r *Repeats) Picks(n, k int) Finding {
	return r.judge("repeated picks", picks, logChoose(n, k), "possible combinations")
}
