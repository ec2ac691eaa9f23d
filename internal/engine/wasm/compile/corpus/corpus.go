// Package corpus has functions that tests run in two ways: as compiled Go, and
// through the front half of riffle and the compiler of the normal form. Sources has
// them as text, Functions as values.
package corpus

import (
	"embed"
	"strings"
)

//go:embed *.go
var files embed.FS

// Sources are the files of functions, as cells: without their package clause.
func Sources() map[string]string {
	out := map[string]string{}
	entries, _ := files.ReadDir(".")
	for _, e := range entries {
		if e.Name() == "corpus.go" || strings.HasPrefix(e.Name(), "functions") {
			continue
		}
		text, _ := files.ReadFile(e.Name())
		_, body, _ := strings.Cut(string(text), "package corpus\n")
		out[strings.TrimSuffix(e.Name(), ".go")] = body
	}
	return out
}
