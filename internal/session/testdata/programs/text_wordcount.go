// A word count over standard input: a line filter.
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strings"
	"unicode"
)

type count struct {
	word string
	n    int
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	counts := map[string]int{}
	lines, chars := 0, 0
	for in.Scan() {
		line := in.Text()
		lines++
		chars += len([]rune(line))
		for _, w := range strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
			counts[w]++
		}
		fmt.Println(strings.ToUpper(line))
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
	var cs []count
	for w, n := range counts {
		cs = append(cs, count{w, n})
	}
	sort.Slice(cs, func(i, j int) bool {
		if cs[i].n != cs[j].n {
			return cs[i].n > cs[j].n
		}
		return cs[i].word < cs[j].word
	})
	fmt.Println(lines, chars, len(cs))
	for _, c := range cs[:min(4, len(cs))] {
		fmt.Printf("%-8s %3d %s\n", c.word, c.n, strings.Repeat("#", c.n))
	}
}
