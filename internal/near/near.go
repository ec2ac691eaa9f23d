// Package near finds the word that a mistyped one was meant to be, for messages
// that ask "did you mean".
package near

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Word returns the word most like the one typed, "" if none is close. Close is
// one slip of the keyboard for every three letters, and never more than three;
// case doesn't count. Among equals a word that was typed with letters left out
// wins, because that is the commonest slip, then the first in the alphabet.
func Word(typed string, words []string) string {
	const most = 3
	best, least := "", most+1
	low := strings.ToLower(typed)
	for _, w := range slices.Sorted(slices.Values(words)) {
		limit := min(max(utf8.RuneCountInString(typed), utf8.RuneCountInString(w))/3, most, least)
		d := Distance(low, strings.ToLower(w), limit+1)
		if w == typed || d > limit {
			continue
		}
		if d < least || leftOut(low, w) && !leftOut(low, best) {
			best, least = w, d
		}
	}
	return best
}

// leftOut reports whether typed is the word with letters left out.
func leftOut(typed, word string) bool {
	rest := typed
	for _, r := range strings.ToLower(word) {
		rest = strings.TrimPrefix(rest, string(r))
	}
	return rest == ""
}

// Distance is the number of letters to insert, drop, replace or swap with their
// neighbour to get from a to b (the Damerau-Levenshtein distance without
// overlapping edits), or limit if that is less.
func Distance(a, b string, limit int) int {
	from, to := []rune(a), []rune(b)
	if len(from)-len(to) >= limit || len(to)-len(from) >= limit {
		return limit
	}
	var before []int // the row before last
	last := make([]int, len(to)+1)
	for j := range last {
		last[j] = j
	}
	for i := range from {
		row := make([]int, len(to)+1)
		row[0] = i + 1
		for j := range to {
			cost := 1
			if from[i] == to[j] {
				cost = 0
			}
			row[j+1] = min(row[j]+1, last[j+1]+1, last[j]+cost)
			if i > 0 && j > 0 && from[i] == to[j-1] && from[i-1] == to[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return min(last[len(to)], limit)
}
