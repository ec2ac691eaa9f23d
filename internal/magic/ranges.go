package magic

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// numberRange is a word that chooses cells: 3, 5-7, 3- to the last, -5 for the last five.
var numberRange = regexp.MustCompile(`^(\d*)(-?)(\d*)$`)

// isRange reports whether a word chooses cells.
func isRange(word string) bool { return word != "" && word != "-" && numberRange.MatchString(word) }

// cutRanges takes the words that choose cells from the beginning of an argument.
func cutRanges(arg string) (ranges []string, rest string) {
	for {
		word, after, _ := strings.Cut(arg, " ")
		if !isRange(word) {
			return ranges, arg
		}
		ranges, arg = append(ranges, word), strings.TrimLeft(after, " ")
	}
}

// chooseCells are the cells that ranges choose, in the order of the ranges.
func chooseCells(cells []Cell, ranges []string) (chosen []Cell, err error) {
	for _, r := range ranges {
		first, last, err := bounds(r, cells)
		if err != nil {
			return nil, err
		}
		n := len(chosen)
		for _, c := range cells {
			if c.N >= first && c.N <= last {
				chosen = append(chosen, c)
			}
		}
		if len(chosen) > n {
			continue
		}
		if len(cells) == 0 {
			return nil, fmt.Errorf("no cell %s: none has run yet", r)
		}
		return nil, fmt.Errorf("no cell %s, want a number from 1 to %d", r, cells[len(cells)-1].N)
	}
	return chosen, nil
}

// bounds are the first and the last number of a range.
func bounds(word string, cells []Cell) (first, last int, err error) {
	m := numberRange.FindStringSubmatch(word)
	from, err1 := strconv.Atoi("0" + m[1])
	to, err2 := strconv.Atoi("0" + m[3])
	newest := 0
	if n := len(cells); n > 0 {
		newest = cells[n-1].N
	}
	switch {
	case err1 != nil || err2 != nil:
		return 0, 0, fmt.Errorf("no cell %s", word)
	case m[2] == "":
		return from, from, nil
	case m[1] == "":
		return max(newest-to+1, 1), newest, nil
	case m[3] == "":
		return from, newest, nil
	case to < from:
		return 0, 0, fmt.Errorf("%s ends before it begins", word)
	}
	return from, to, nil
}
