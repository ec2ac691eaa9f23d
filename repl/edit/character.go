package edit

import "github.com/clipperhouse/uax29/v2/graphemes"

// A character is what Unicode calls a grapheme cluster: a letter with its accents, a flag,
// a family of pictures that are joined. The cursor never stands in one.

// single is the first rune that may join others.
const single = 0x300

// characterAfter is the end of the character at col, or that col is in.
func characterAfter(line []rune, col int) int {
	if col+1 >= len(line) || line[col] < single && line[col+1] < single {
		return col + 1
	}
	end := 0
	for end <= col {
		end = nextCharacter(line, end)
	}
	return end
}

// characterBefore is the beginning of the character before col.
func characterBefore(line []rune, col int) int {
	if line[col-1] < single && (col == 1 || line[col-2] < single) {
		return col - 1
	}
	return characterAt(line, col-1)
}

// characterAt is the beginning of the character that col is in.
func characterAt(line []rune, col int) int {
	if col == 0 || col >= len(line) || line[col] < single && line[col-1] < single {
		return col
	}
	for begin := 0; ; {
		end := nextCharacter(line, begin)
		if end > col {
			return begin
		}
		begin = end
	}
}

// nextCharacter is the end of a character that begins at begin.
func nextCharacter(line []rune, begin int) int {
	if begin+1 < len(line) && line[begin] < single && line[begin+1] < single {
		return begin + 1
	}
	for n := 32; ; n *= 2 {
		end := min(begin+n, len(line))
		it := graphemes.FromString(string(line[begin:end]))
		it.Next()
		if size := len([]rune(it.Value())); begin+size < end || end == len(line) {
			return begin + size
		}
	}
}
