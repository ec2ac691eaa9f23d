package repl

import (
	"embed"
	"io/fs"
	"path"
	"strings"

	"riffle/internal/magic"
)

//go:embed help/*.txt
var helpTexts embed.FS

// Help returns the text about a topic, and whether there is one. That on magics
// lists what is in the table of magics.
func Help(topic string) (text string, ok bool) {
	data, err := helpTexts.ReadFile("help/" + topic + ".txt")
	text = strings.Replace(string(data), "{magics}\n", magic.All.List(0), 1)
	return strings.TrimRight(text, "\n"), err == nil
}

// Topics lists what Help knows, in alphabetical order.
func Topics() []string {
	names, _ := fs.Glob(helpTexts, "help/*.txt")
	for i, n := range names {
		names[i] = strings.TrimSuffix(path.Base(n), ".txt")
	}
	return names
}
