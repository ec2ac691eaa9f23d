// Package listing tells a site's service worker which files there are. Call [Make].
package listing

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Name is the listing's file, in the root of a site.
const Name = "files.json"

// A Listing has the files of a site by when they are needed.
type Listing struct {
	Version string   `json:"version"` // a hash of all files
	Page    []string `json:"page"`    // for the page itself
	Kit     []string `json:"kit"`     // for a session without packages of the larger program
	Later   []string `json:"later"`   // kept when they are first asked for
}

// script is what keeps the files, and isn't kept itself.
const script = "sw.js"

// Make lists the files of a site. A file's tag changes with its content.
func Make(names []string, tag func(name string) (string, error)) (*Listing, error) {
	l := &Listing{Page: []string{}, Kit: []string{}, Later: []string{}}
	sum := sha256.New()
	for _, name := range slices.Sorted(slices.Values(names)) {
		if name == Name {
			continue
		}
		t, err := tag(name)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(sum, "%s %s\n", name, t)
		l.addName(name)
	}
	l.Version = fmt.Sprintf("%x", sum.Sum(nil)[:8])
	return l, nil
}

// Encode is the listing as a file.
func (l *Listing) Encode() []byte {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // of strings alone
	}
	return append(text, '\n')
}

// Decode reads what Encode wrote.
func Decode(text []byte) (*Listing, error) {
	var l Listing
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, fmt.Errorf("no list of a site's files: %w", err)
	}
	for _, name := range l.Files() {
		if !fs.ValidPath(name) {
			return nil, fmt.Errorf("no list of a site's files: %q isn't one of them", name)
		}
	}
	if l.Version == "" {
		return nil, errors.New("no list of a site's files: it has no version")
	}
	return &l, nil
}

// Files are all that are listed.
func (l *Listing) Files() []string { return slices.Concat(l.Page, l.Kit, l.Later) }

// addName enters a file where its name says that it belongs.
func (l *Listing) addName(name string) {
	top, rest, deeper := strings.Cut(name, "/")
	switch {
	case name == script || isHidden(name):
	case !deeper, top == "page":
		l.Page = append(l.Page, name)
	case top == "kit" && !strings.Contains(rest, "/") && rest != "riffle-all.wasm":
		l.Kit = append(l.Kit, name)
	default:
		l.Later = append(l.Later, name)
	}
}

func isHidden(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.HasPrefix(part, ".") })
}
