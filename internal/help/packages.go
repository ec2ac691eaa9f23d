package help

import (
	"embed"
	"strings"
)

//go:embed packages/*.txt
var packages embed.FS

// Group is a topic of a package, with the names that belong to it.
type Group struct {
	Title string
	Names []string
}

// Contents are the topics of a package; nil for a package that isn't riffle's.
func Contents(path string) []Group {
	name, ok := strings.CutPrefix(path, "riffle/")
	if !ok {
		return nil
	}
	data, err := packages.ReadFile("packages/" + name[strings.LastIndexByte(name, '/')+1:] + ".txt")
	if err != nil {
		return nil
	}
	var groups []Group
	for line := range strings.Lines(string(data)) {
		switch text := strings.TrimSpace(line); {
		case text == "":
		case line[0] != ' ':
			groups = append(groups, Group{Title: text})
		case len(groups) > 0:
			g := &groups[len(groups)-1]
			g.Names = append(g.Names, strings.Fields(text)...)
		}
	}
	return groups
}

// Packages are the import paths of the packages that have contents.
func Packages() []string {
	paths := topicNames(packages, "packages")
	for i, name := range paths {
		switch name {
		case "shuffle":
			paths[i] = "riffle/shuffle"
		case "display":
			paths[i] = "riffle/stdlib/display"
		default:
			paths[i] = "riffle/shuffle/" + name
		}
	}
	return paths
}
