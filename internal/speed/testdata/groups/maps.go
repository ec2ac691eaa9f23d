// Speed of maps.
package main

import (
	"fmt"
	"time"
)

const n = 100_000

type card struct{ suit, rank int }

func counted() int {
	m := map[int]int{}
	for i := range n {
		m[i&255]++
	}
	return m[7]
}

func looked() (sum int) {
	m := map[int]int{}
	for i := range 256 {
		m[i] = i
	}
	for i := range n {
		sum += m[i&511]
	}
	return sum
}

func texts() (sum int) {
	words := []string{"one", "two", "three", "four", "five"}
	m := map[string]int{}
	for i := range n {
		m[words[i%5]] += i
	}
	return m["three"]
}

func structs() int {
	m := map[card]int{}
	for i := range n / 10 {
		m[card{i & 3, i % 13}]++
	}
	return m[card{1, 5}]
}

func grown() int {
	m := map[int]bool{}
	for i := range n / 10 {
		m[i*7] = true
	}
	return len(m)
}

func ranged() (sum int) {
	m := map[int]int{}
	for i := range 100 {
		m[i] = i
	}
	for range n / 1000 {
		for k, v := range m {
			sum += k ^ v
		}
	}
	return sum
}

func deleted() (sum int) {
	m := map[int]int{}
	for i := range n / 10 {
		m[i] = i
		delete(m, i-10)
	}
	return len(m)
}

func lists() (sum int) {
	m := map[int][]int{}
	for i := range n / 10 {
		m[i&63] = append(m[i&63], i)
	}
	return len(m[5])
}

func main() {
	for _, b := range []struct {
		what string
		work func() int
	}{
		{"counting", counted},
		{"looking up", looked},
		{"strings as keys", texts},
		{"structs as keys", structs},
		{"growing", grown},
		{"ranging", ranged},
		{"deleting", deleted},
		{"slices as elements", lists},
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
