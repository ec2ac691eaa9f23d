package corpus

import "sort"

// What takes long enough to be measured, besides the programs of internal/speed.

// StoredClosures calls closures that nothing is known of.
func StoredClosures() int {
	fs := []func(int) int{func(x int) int { return x + 1 }, func(x int) int { return x * 3 }, func(x int) int { return x >> 1 }}
	sum := 0
	for i := range 200_000 {
		sum += fs[i%3](i)
	}
	return sum
}

// MadeClosures makes many.
func MadeClosures() int {
	sum := 0
	for i := range 50_000 {
		f := func(x int) int { return x + i }
		sum += applied(f, i)
	}
	return sum
}

var lastApplied func(int) int

func applied(f func(int) int, x int) int {
	if x&1023 == 0 {
		lastApplied = f
	}
	return f(x)
}

// BufferedSum is a channel with a buffer.
func BufferedSum() int {
	numbers := make(chan int, 100)
	go func() {
		for i := 0; i < 30_000; i++ {
			numbers <- i
		}
		close(numbers)
	}()
	sum := 0
	for n := range numbers {
		sum += n
	}
	return sum
}

// SelectSum chooses among two channels that are sent to at random.
func SelectSum() int {
	a, b, done := make(chan int, 10), make(chan int, 10), make(chan bool)
	go func() {
		for i := 0; i < 10_000; i++ {
			select {
			case a <- i:
			case b <- -i / 2:
			}
		}
		close(done)
	}()
	sum := 0
	for {
		select {
		case x := <-a:
			sum += x & 1
		case x := <-b:
			sum -= x & 1
		case <-done:
			return len(a) - len(a)
		}
	}
}

// Defers has a deferred call that recovers nothing, in each of many calls.
func Defers() int {
	sum := 0
	one := func(i int) {
		defer func() { sum += i }()
		sum ^= i
	}
	for i := range 20_000 {
		one(i)
	}
	return sum
}

// Recovers has a deferred call that recovers, and sometimes a panic.
func Recovers() int {
	sum := 0
	one := func(xs []int, i int) {
		defer func() {
			if recover() != nil {
				sum++
			}
		}()
		sum += xs[i&15]
	}
	xs := make([]int, 15)
	for i := range 10_000 {
		one(xs, i)
	}
	return sum
}

// SortSlice sorts by a comparison of its own.
func SortSlice() int {
	words := make([]string, 20_000)
	x := uint32(1)
	for i := range words {
		x = x*1664525 + 1013904223
		words[i] = string(rune('a'+x>>28)) + string(rune('a'+x>>24&15))
	}
	sort.Slice(words, func(i, j int) bool { return words[i] < words[j] })
	return len(words[0] + words[len(words)-1])
}
