package diff

import "regexp"

// word is a name in a piece of Go that stands by itself, or behind a bracket, and no
// part of another name or a text.
var word = regexp.MustCompile(`"(?:\\.|[^"\\])*"|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*`)

// slot puts pieces of Go where their names stand in another.
func slot(text string, pieces map[string]string) string {
	return word.ReplaceAllStringFunc(text, func(w string) string {
		if p, ok := pieces[w]; ok {
			return p
		}
		return w
	})
}
