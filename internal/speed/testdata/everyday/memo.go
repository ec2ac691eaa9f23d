// Speed of memos whose keys are structs.
package main

import (
	"fmt"
	"time"
)

type place struct{ row, column int }

// paths counts the ways through a grid, to the right and down, around obstacles.
func paths(to place, blocked map[place]bool, memo map[place]int) int {
	if to.row < 0 || to.column < 0 || blocked[to] {
		return 0
	}
	if to == (place{}) {
		return 1
	}
	if n, ok := memo[to]; ok {
		return n
	}
	n := paths(place{to.row - 1, to.column}, blocked, memo) + paths(place{to.row, to.column - 1}, blocked, memo)
	n %= 1000003
	memo[to] = n
	return n
}

type pair struct {
	a, b   int
	ending bool
}

// common is the length of the longest common subsequence of two texts.
func common(s, t string, i, j int, memo map[pair]int) int {
	if i == len(s) || j == len(t) {
		return 0
	}
	k := pair{a: i, b: j, ending: i+1 == len(s)}
	if n, ok := memo[k]; ok {
		return n
	}
	n := 0
	if s[i] == t[j] {
		n = 1 + common(s, t, i+1, j+1, memo)
	} else {
		n = max(common(s, t, i+1, j, memo), common(s, t, i, j+1, memo))
	}
	memo[k] = n
	return n
}

func work() int {
	sum := 0
	for round := 0; round < 5; round++ {
		blocked := map[place]bool{}
		for i := 1; i < 40; i++ {
			blocked[place{i, (i*7 + round) % 40}] = true
		}
		sum += paths(place{39, 39}, blocked, map[place]int{})
		sum += common("the quick brown fox jumps over the lazy dog", "a riffle is a shuffle of two packets of cards", 0, 0, map[pair]int{})
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
