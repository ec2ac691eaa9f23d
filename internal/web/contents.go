package web

import (
	"cmp"
	"encoding/json"
	"maps"
	"mime"
	"path"
	"slices"
	"strings"
	"time"
)

// JupyterLite finds the files of a site below labFiles. It can't list folders, so it
// asks for their listings, in the words of Jupyter's server.
const (
	labFiles     = "lab/files"
	labContents  = "lab/api/contents"
	contentsName = "all.json"
)

// entry is a file or a folder in a listing.
type entry struct {
	Name         string  `json:"name"`
	Path         string  `json:"path"`
	Type         string  `json:"type"`
	Created      string  `json:"created"`
	LastModified string  `json:"last_modified"`
	Writable     bool    `json:"writable"`
	Size         *int    `json:"size"`
	Mimetype     *string `json:"mimetype"`
	Format       *string `json:"format"`
	Content      []entry `json:"content"`
}

// folderListings are the listings of all folders that have sheets, as files.
func folderListings(sheets []Sheet) map[string][]byte {
	folders := map[string]map[string]entry{"": {}}
	for _, s := range sheets {
		enterFolder(folders, describeSheet(s))
	}
	listings := make(map[string][]byte, len(folders))
	for dir, inside := range folders {
		e := folder(dir, newestTime(inside))
		e.Format = new("json")
		e.Content = slices.SortedFunc(maps.Values(inside), func(a, b entry) int { return cmp.Compare(a.Name, b.Name) })
		text, err := json.MarshalIndent(e, "", " ")
		if err != nil {
			panic(err) // of strings and numbers
		}
		listings[dir] = text
	}
	return listings
}

// enterFolder adds an entry to its folder, and that to the one above.
func enterFolder(folders map[string]map[string]entry, e entry) {
	dir := path.Dir(e.Path)
	if dir == "." {
		dir = ""
	}
	inside := folders[dir]
	if inside == nil {
		inside = map[string]entry{}
		folders[dir] = inside
	}
	inside[e.Name] = e
	if dir != "" {
		enterFolder(folders, folder(dir, newestTime(inside)))
	}
}

func newestTime(inside map[string]entry) string {
	last := time.Time{}.Format(time.RFC3339)
	for _, e := range inside {
		last = max(last, e.LastModified)
	}
	return last
}

func folder(dir, modified string) entry {
	name := path.Base(dir)
	if dir == "" {
		name = ""
	}
	return entry{Name: name, Path: dir, Type: "directory", Created: modified, LastModified: modified, Writable: true}
}

func describeSheet(s Sheet) entry {
	at := s.Modified.UTC().Format(time.RFC3339)
	e := entry{Name: path.Base(s.Name), Path: s.Name, Type: "file", Created: at, LastModified: at, Writable: true, Size: new(len(s.Data))}
	if strings.EqualFold(path.Ext(s.Name), ".ipynb") {
		e.Type = "notebook"
	} else if t := mime.TypeByExtension(path.Ext(s.Name)); t != "" {
		e.Mimetype = new(t)
	}
	return e
}
