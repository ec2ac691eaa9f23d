package house

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"riffle/internal/test/golden"
	"riffle/stdlib"
)

// fenced finds the blocks of a Markdown file: language and text.
var fenced = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// rewrite applies f to the blocks of a file, in order, and wants each to be what
// f makes of it.
func rewrite(t *testing.T, file string, f func(language, block string) string) {
	t.Helper()
	golden.Replay(t, file, func(text string) string {
		return fenced.ReplaceAllStringFunc(text, func(block string) string {
			m := fenced.FindStringSubmatch(block)
			return "```" + m[1] + "\n" + f(m[1], m[2]) + "```"
		})
	})
}

// TestDocumentedImports wants doc/imports.md to name the project's packages that a cell
// can import, and what it can't import with the reason that an error gives.
func TestDocumentedImports(t *testing.T) {
	text, err := os.ReadFile(root + "/doc/imports.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stdlib.Paths() {
		if name := path[strings.LastIndexByte(path, '/')+1:]; strings.HasPrefix(path, "riffle/") && !strings.Contains(string(text), name+"`") {
			t.Errorf("doc/imports.md doesn't name %s, which a cell can import", path)
		}
	}
	for path, reason := range stdlib.LeftOut() {
		if row := "| `" + path + "` | " + reason + " |\n"; !strings.Contains(string(text), row) {
			t.Errorf("no row in doc/imports.md\n%s", row)
		}
	}
}
