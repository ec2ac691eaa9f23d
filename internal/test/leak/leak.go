// Package leak finds what is riffle's own in what a user sees: names of the normal form and of
// the functions that it calls, our packages, frames and addresses. Tests pass it all that a
// program, a cell or riffle itself shows: to [Check], or, where no test is at hand, to [Note];
// then TestMain must end with [Main].
package leak

import (
	_ "embed"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"
)

// patterns has what to look for; leak.py reads it too.
//
//go:embed patterns.txt
var patterns string

// pattern is a kind of leak.
type pattern struct {
	text  *regexp.Regexp
	begin bool // isn't found in the middle of a word
	what  string
}

var kinds = sync.OnceValue(func() []pattern {
	var all []pattern
	for line := range strings.Lines(patterns) {
		text, what, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if ok && !strings.HasPrefix(line, "#") {
			// What begins with a letter of its own is found much faster.
			text, begin := strings.CutPrefix(text, `\b`)
			all = append(all, pattern{regexp.MustCompile("(?m)" + text), begin, what})
		}
	}
	return all
})

// control is a sequence that moves a terminal's cursor or changes its colours, which may stand
// in the middle of a name.
var control = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

// Find says what leaks in a text, "" for nothing. Names that allowed has aren't leaks.
func Find(text string, allowed ...Allowance) string {
	text = control.ReplaceAllString(text, "")
	var found []string
	for _, k := range kinds() {
		for _, at := range k.text.FindAllStringIndex(text, -1) {
			leaked := strings.TrimSpace(text[at[0]:at[1]])
			if !(k.begin && inWord(text[:at[0]])) && !excused(leaked, allowed) {
				found = append(found, fmt.Sprintf("%s %q in %q", k.what, leaked, line(text, at)))
				break
			}
		}
	}
	return strings.Join(found, "\n")
}

// inWord reports whether what follows a text begins in the middle of a word.
func inWord(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return before != "" && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_+/", r))
}

// Allowance is a text that is no leak at a place, with the reason.
type Allowance struct {
	Text   string // a regular expression for all of what was found
	Reason string
}

func excused(leaked string, allowed []Allowance) bool {
	for _, a := range allowed {
		if regexp.MustCompile(`^(?:` + a.Text + `)$`).MatchString(leaked) {
			return true
		}
	}
	return false
}

// line is what stands around a place on its line.
func line(text string, at []int) string {
	from := max(strings.LastIndexByte(text[:at[0]], '\n')+1, at[0]-100)
	to := len(text)
	if n := strings.IndexByte(text[at[1]:], '\n'); n >= 0 {
		to = at[1] + n
	}
	return strings.ToValidUTF8(text[from:min(to, at[1]+100)], "")
}

// Check fails a test if a text that the user sees leaks.
func Check(t testing.TB, text string, allowed ...Allowance) {
	t.Helper()
	if found := Find(text, allowed...); found != "" {
		t.Errorf("riffle shows what is its own: %s", found)
	}
}

// noted are the leaks of texts that came when no test was at hand.
var noted struct {
	sync.Mutex
	found []string
}

// Note looks at a text that the user sees. What leaks fails the tests of the package in Main.
func Note(text string, allowed ...Allowance) {
	found := Find(text, allowed...)
	if found == "" {
		return
	}
	noted.Lock()
	defer noted.Unlock()
	if len(noted.found) < 20 {
		noted.found = append(noted.found, found)
	}
}

// Main is the status that a TestMain exits with, of which code is what the tests ended with.
func Main(code int) int {
	noted.Lock()
	defer noted.Unlock()
	for _, found := range noted.found {
		fmt.Fprintf(os.Stderr, "riffle shows what is its own: %s\n", found)
		code = max(code, 1)
	}
	return code
}
