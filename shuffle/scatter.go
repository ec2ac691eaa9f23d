package shuffle

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"riffle/shuffle/internal/turn"
)

// A slice that is larger than the cache is shuffled in two passes. The first
// gives each element a label, one of 256 with equal probability and independent
// of all others, and gathers equal labels in one window. The second shuffles each
// window in the cache. All orders are equally likely: whatever the labels of the
// others, an element's place among those of its label is uniform, and an order's
// probability is that of n independent reals being sorted that way, of which the
// labels are the first digits.
//
// The first pass works in place. It marks off 256 windows of equal size, holds one
// element in hand, and again and again draws a label for the element in hand and
// exchanges it with the next element of the window of that label. Which element is
// in hand depends only on the labels drawn before, so that each gets a fresh one.
// (Closing the chain after a few exchanges, the last element taking the first
// one's place, looks the same and isn't: then it has a label that was drawn before
// it was known which elements would be moved.) The loads don't wait for each other,
// since addresses depend on labels alone. The pass stops while all windows have
// room, which leaves a small part of the elements; these are labelled in order and
// put where their windows end, after the windows have been moved to make room for
// what they really hold.
//
// Sources: C. Radhakrishna Rao, "Generation of random permutations of given number
// of elements using random sampling numbers", Sankhyā A 23 (1961) 305-307; Martin
// Sandelius, "A simple randomization procedure", Journal of the Royal Statistical
// Society B 24 (1962) 472-481; in place: Manuel Penschuck, "Engineering
// shared-memory parallel shuffling to generate random permutations in-place",
// https://arxiv.org/abs/2302.03317.

const (
	// maxWindow is the largest window that isn't scattered again.
	maxWindow = 1 << 19
	// labels is how many labels a word holds.
	labels = 8
	// enough is how much room each window must have for the pass to go on. With
	// less, finding out how much it is costs more than the elements that are left.
	enough = 4 * labels
)

// key256 is a key of 256 bits: all that a scattered slice or a batch draws from
// its generator.
type key256 [32]byte

// drawKey draws four words.
func drawKey(rng PRNG) (k key256) {
	for i := range 4 {
		binary.LittleEndian.PutUint64(k[8*i:], rng.Uint64())
	}
	return k
}

// child returns the key with this number of those that belong to k: a hash.
func (k key256) child(number uint64) key256 {
	return sha256.Sum256(binary.LittleEndian.AppendUint64(k[:], number))
}

// cores returns how many goroutines can run at once.
func cores() int { return min(runtime.NumCPU(), runtime.GOMAXPROCS(0)) }

// scatter shuffles s. The key alone decides on the order, not the workers.
func scatter[T any](s []T, key key256, workers int) {
	ends := label(s, unlock(key), 256)
	var next atomic.Int64
	var wg sync.WaitGroup
	work := func() {
		for w := next.Add(1) - 1; w < 256; w = next.Add(1) - 1 {
			finish(s[ends[w]:ends[w+1]], key.child(uint64(w)))
			turn.Give()
		}
	}
	for range min(workers, 256) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
}

// finish shuffles a window.
func finish[T any](s []T, key key256) {
	// One pass from end to end brings the window into the cache sooner than random
	// access does. The exchanges, the same each time, don't change how likely an
	// order is.
	for i := 1; i < len(s); i += 8 {
		s[i-1], s[i] = s[i], s[i-1]
	}
	if len(s) > maxWindow {
		scatter(s, key, 1)
		return
	}
	shuffleWindow(s, unlock(key))
}

// windows are where the labelled elements of a slice are.
type windows struct {
	// Those with label w are in begin[w] … next[w]-1, and there is room up to
	// begin[w+1].
	begin [257]int
	next  [256]int
}

// emptyWindows marks off windows of equal size in a slice of n elements. The last
// place is in none of them: its element is the first in hand.
func emptyWindows(n, ways int) (w windows) {
	for i := range ways + 1 {
		w.begin[i] = i * (n - 1) / ways
	}
	copy(w.next[:ways], w.begin[:ways])
	return w
}

// room returns how much room each window has at least. It is asked often, so it looks
// at four windows at a time, none of which waits for those before.
func (w *windows) room(ways int) int {
	a, b, c, d := math.MaxInt, math.MaxInt, math.MaxInt, math.MaxInt
	i := 0
	for ; i+4 <= ways; i += 4 {
		ends, next := (*[4]int)(w.begin[i&0xfc+1:]), (*[4]int)(w.next[i&0xfc:])
		a, b, c, d = min(a, ends[0]-next[0]), min(b, ends[1]-next[1]), min(c, ends[2]-next[2]), min(d, ends[3]-next[3])
	}
	for ; i < ways; i++ {
		a = min(a, w.begin[i+1]-w.next[i])
	}
	return min(a, b, c, d)
}

// label gives each element a label below ways, a power of two up to 256, and
// brings equal labels together. Those with label w are in ends[w] … ends[w+1]-1
// afterwards.
func label[T any](s []T, state xoshiroState, ways int) (ends [257]int) {
	w := emptyWindows(len(s), ways)
	state = exchangeLabels(s, &w, state, ways, enough)
	room := 1
	for i := range ways {
		room += w.begin[i+1] - w.next[i]
	}
	return settleWindows(s, &w, drawTags(room, state, ways), ways)
}

// exchangeLabels draws labels while each window has room for at least enough of
// them, a whole word or more.
func exchangeLabels[T any](s []T, w *windows, state xoshiroState, ways, enough int) xoshiroState {
	mask := uint64(ways-1) * 0x0101010101010101
	hand := s[len(s)-1]
	next := &w.next
	for {
		room := w.room(ways)
		if room < enough {
			break
		}
		turn.Give()
		for range room / labels {
			var word uint64
			word, state = state.next()
			word &= mask
			hand = exchange(s, next, uint8(word), hand)
			hand = exchange(s, next, uint8(word>>8), hand)
			hand = exchange(s, next, uint8(word>>16), hand)
			hand = exchange(s, next, uint8(word>>24), hand)
			hand = exchange(s, next, uint8(word>>32), hand)
			hand = exchange(s, next, uint8(word>>40), hand)
			hand = exchange(s, next, uint8(word>>48), hand)
			hand = exchange(s, next, uint8(word>>56), hand)
		}
	}
	s[len(s)-1] = hand
	return state
}

// exchange puts the element in hand into the next place of a window and returns the
// one that was there.
func exchange[T any](s []T, next *[256]int, w uint8, hand T) T {
	p := next[w]
	next[w] = p + 1
	old := s[p]
	s[p] = hand
	return old
}

// settleWindows gives the elements that are left their labels, in order, moves the windows to where they
// belong, and puts each of those elements where its window ends.
func settleWindows[T any](s []T, w *windows, tags []uint8, ways int) (ends [257]int) {
	left := make([]T, 0, len(tags))
	for i := range ways {
		left = append(left, s[w.next[i]:w.begin[i+1]]...)
	}
	left = append(left, s[len(s)-1])
	var more [256]int // how many of those left each window gets
	for _, tag := range tags {
		more[tag]++
	}
	for i := range ways {
		ends[i+1] = ends[i] + w.next[i] - w.begin[i] + more[i]
	}
	moveWindows(s, w, &ends, ways)
	for i, tag := range tags {
		more[tag]--
		s[ends[int(tag)+1]-1-more[tag]] = left[i]
	}
	return ends
}

// drawTags draws n labels, eight with a word.
func drawTags(n int, state xoshiroState, ways int) []uint8 {
	tags := make([]uint8, 0, n+labels)
	for len(tags) < n {
		var word uint64
		word, state = state.next()
		tags = binary.LittleEndian.AppendUint64(tags, word)
	}
	for i := range tags {
		tags[i] &= uint8(ways - 1)
	}
	return tags[:n]
}

// moveWindows moves what is in the windows to where they begin in ends. A window
// that moves by less than its length moves only as many elements, from one end to
// the other, because their order doesn't matter yet. Those that move right go
// first, from the last on, so that nothing is in the way.
func moveWindows[T any](s []T, w *windows, ends *[257]int, ways int) {
	for i := ways - 1; i >= 0; i-- {
		from, held := w.begin[i], w.next[i]-w.begin[i]
		if right := ends[i] - from; right > 0 {
			k := min(right, held)
			copy(s[ends[i]+held-k:ends[i]+held], s[from:from+k])
		}
	}
	for i := range ways {
		from, held := w.begin[i], w.next[i]-w.begin[i]
		if left := from - ends[i]; left > 0 {
			k := min(left, held)
			copy(s[ends[i]:ends[i]+k], s[from+held-k:from+held])
		}
	}
}
