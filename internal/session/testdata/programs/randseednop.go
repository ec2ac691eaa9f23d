// math/rand.Seed as it was before Go 1.24: the package functions draw as
// rand.New(rand.NewSource(n)) does.
//
//go:debug randseednop=0
package main

import (
	"fmt"
	"math/rand"
	"sync"
)

func main() {
	for _, seed := range []int64{42, 0, -1, 1 << 40} {
		rand.Seed(seed)
		fmt.Println(rand.Int(), rand.Intn(100), rand.Intn(1<<40), rand.Int31(), rand.Int31n(6), rand.Int63(), rand.Int63n(1000003), rand.Uint32(), rand.Uint64(), rand.Float32(), rand.Float64(), rand.NormFloat64(), rand.ExpFloat64(), rand.Perm(7))
		b := make([]byte, 11)
		rand.Read(b)
		rand.Read(b[:3])
		s := []int{1, 2, 3, 4, 5, 6, 7}
		rand.Shuffle(7, func(i, j int) { s[i], s[j] = s[j], s[i] })
		fmt.Println(b, s, rand.Intn(10))
		t := 0
		for i := 0; i < 100000; i++ {
			t = t*31 + rand.Intn(1+i)
		}
		f := rand.Intn
		fmt.Println(t, f(1000))
	}
	rand.Seed(7)
	var wg sync.WaitGroup
	var mu sync.Mutex
	sum := 0
	for g := 0; g < 4; g++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := 0; i < 100; i++ {
				v := rand.Intn(1000)
				mu.Lock()
				sum += v
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	fmt.Println(sum)
}
