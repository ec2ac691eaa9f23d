package repl

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed help/*.txt
var helpTexts embed.FS

// Help returns the text about a topic, and whether there is one.
func Help(topic string) (text string, ok bool) {
	data, err := helpTexts.ReadFile("help/" + topic + ".txt")
	return strings.TrimRight(string(data), "\n"), err == nil
}

// Topics lists what Help knows, in alphabetical order.
func Topics() []string {
	names, _ := fs.Glob(helpTexts, "help/*.txt")
	for i, n := range names {
		names[i] = strings.TrimSuffix(path.Base(n), ".txt")
	}
	return names
}
