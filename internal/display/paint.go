package display

import (
	"reflect"
	"regexp"
	"strings"
	"sync"

	"riffle/shuffle"
	std "riffle/stdlib/display"
)

// Paint puts ANSI colours into the text form of a value of package shuffle and
// its subpackages: those of its figure, and red for the red suits of cards. All other
// texts stay as they are, and so do texts that already have colours.
func Paint(v any, text string) string {
	if !isOurs(v) || strings.Contains(text, "\x1b") {
		return text
	}
	if plain, painted, ok := figureText(v); ok {
		return strings.Replace(text, plain, painted, 1)
	}
	return redCards().ReplaceAllString(text, "\x1b[31m$0\x1b[0m")
}

// redCards are cards of the two red suits.
var redCards = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:10|[2-9TJQKA])?[♡♢]`) })

// isOurs reports whether a value's type belongs to package shuffle or a subpackage, or is a
// chart.
func isOurs(v any) bool {
	if _, ok := v.(*std.Chart); ok {
		return true
	}
	t := reflect.TypeOf(v)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	own := reflect.TypeFor[shuffle.Card]().PkgPath()
	return t != nil && (t.PkgPath() == own || strings.HasPrefix(t.PkgPath(), own+"/"))
}
