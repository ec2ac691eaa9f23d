// Package near measures how like two words are, for messages that ask "did you
// mean". Distance is all there is; what counts as near is the caller's choice.
package near

// Distance is the number of letters to insert, drop, replace or swap with their
// neighbour to get from a to b (Damerau and Levenshtein, in bytes), or limit if
// that is less.
func Distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	var before []int // the row before last
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(row[j]+1, last[j+1]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return min(last[len(b)], limit)
}
