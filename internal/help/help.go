// Package help holds riffle's documentation of itself: texts on topics, and by topic what
// its packages offer. It lays out documentation for any width. Start with Topic, or with
// Text for a page.
package help

import (
	"embed"
	"io/fs"
	"path"
	"strings"

	"riffle/internal/magic"
)

//go:embed topics/*.txt
var topics embed.FS

// Map is the topic that a lone ? asks for.
const Map = "map"

// Topic returns the text on a topic, at most 80 columns wide, and whether there is
// one. That on magics lists what is in the table of magics.
func Topic(name string) (text string, ok bool) {
	data, err := topics.ReadFile("topics/" + name + ".txt")
	text = strings.Replace(string(data), "{magics}\n", magic.All.List(0), 1)
	return strings.TrimRight(text, "\n"), err == nil
}

// Topics lists what Topic knows, in alphabetical order.
func Topics() []string { return topicNames(topics, "topics") }

// topicNames lists the texts in a folder.
func topicNames(sys fs.FS, dir string) []string {
	found, _ := fs.Glob(sys, dir+"/*.txt")
	for i, n := range found {
		found[i] = strings.TrimSuffix(path.Base(n), ".txt")
	}
	return found
}
