// Speed of sorting structs by several keys.
package main

import (
	"fmt"
	"sort"
	"time"
)

type student struct {
	name  string
	year  int
	grade float64
}

type byName []student

func (s byName) Len() int           { return len(s) }
func (s byName) Less(i, j int) bool { return s[i].name < s[j].name }
func (s byName) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

func enroll(n int) []student {
	first := []string{"Ada", "Ben", "Cid", "Dot", "Eli", "Flo", "Gil", "Hua", "Ivo", "Joy", "Kim"}
	last := []string{"Archer", "Baker", "Cook", "Dyer", "Fisher", "Glover", "Hunter"}
	var all []student
	x := 12345
	for i := 0; i < n; i++ {
		x = (x*1103515245 + 12345) & 0x7fffffff
		all = append(all, student{
			name:  last[x%7] + ", " + first[x/7%11],
			year:  1 + x/77%4,
			grade: float64(x/308%31)/10 + 1,
		})
	}
	return all
}

// checksum depends on the order.
func checksum(all []student) int {
	sum := 0
	for i, s := range all {
		sum = (sum*31 + (i+1)*s.year + int(s.grade*10) + len(s.name)) % 1000000007
	}
	return sum
}

func work() int {
	all := enroll(2000)
	sum := 0
	for round := 0; round < 3; round++ {
		sort.Slice(all, func(i, j int) bool {
			a, b := all[i], all[j]
			if a.year != b.year {
				return a.year < b.year
			}
			if a.grade != b.grade {
				return a.grade > b.grade
			}
			return a.name < b.name
		})
		sum += checksum(all)
		sort.Sort(byName(all))
		sum += checksum(all)
		sort.SliceStable(all, func(i, j int) bool { return all[i].grade < all[j].grade })
		sum += checksum(all)
		first := sort.Search(len(all), func(i int) bool { return all[i].grade >= 3 })
		sum += first
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
