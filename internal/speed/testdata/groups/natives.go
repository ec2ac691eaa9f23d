// Speed of natives: functions of the standard library.
package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/bits"
	"math/rand/v2"
	"sort"
	"time"
)

const n = 100_000

func roots() int {
	sum := 0.0
	for i := range n {
		sum += math.Sqrt(float64(i))
	}
	return int(sum)
}

func sines() int {
	sum := 0.0
	for i := range n / 10 {
		sum += math.Sin(float64(i))
	}
	return int(sum * 1000)
}

func draws() (sum int) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		sum += r.IntN(6)
	}
	return sum
}

func shuffled() (sum int) {
	r := rand.New(rand.NewPCG(1, 2))
	xs := make([]int, 52)
	for i := range xs {
		xs[i] = i
	}
	for range n / 1000 {
		r.Shuffle(len(xs), func(i, j int) { xs[i], xs[j] = xs[j], xs[i] })
		sum += xs[0]
	}
	return sum
}

func sorted() (sum int) {
	xs := make([]int, 100)
	for range n / 1000 {
		for i := range xs {
			xs[i] = i * 37 % 101
		}
		sort.Ints(xs)
		sum += xs[50]
	}
	return sum
}

func sortedBy() (sum int) {
	xs := make([]int, 100)
	for range n / 10000 {
		for i := range xs {
			xs[i] = i * 37 % 101
		}
		sort.Slice(xs, func(i, j int) bool { return xs[i] > xs[j] })
		sum += xs[50]
	}
	return sum
}

func formatted() (sum int) {
	for i := range n / 100 {
		sum += len(fmt.Sprintf("%d of %s", i, "hearts"))
	}
	return sum
}

func ones() (sum int) {
	for i := range n {
		sum += bits.OnesCount64(uint64(i))
	}
	return sum
}

func hashed() (sum int) {
	b := []byte("the quick brown fox")
	for i := range n / 10 {
		b[0] = byte(i)
		h := fnv.New32a()
		h.Write(b)
		sum += int(h.Sum32() & 255)
	}
	return sum
}

func main() {
	for _, b := range []struct {
		what string
		work func() int
	}{
		{"math.Sqrt", roots},
		{"math.Sin", sines},
		{"draws of a generator", draws},
		{"Shuffle with a closure", shuffled},
		{"sort.Ints", sorted},
		{"sort.Slice", sortedBy},
		{"fmt.Sprintf", formatted},
		{"bits.OnesCount64", ones},
		{"a hash", hashed},
	} {
		result, least := 0, time.Hour
		for range 5 {
			start := time.Now()
			result = b.work()
			least = min(least, time.Since(start))
		}
		fmt.Println(result, least.Nanoseconds(), b.what)
	}
}
