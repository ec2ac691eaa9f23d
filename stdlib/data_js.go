package stdlib

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
)

// A program for browsers has no data in it: what is needed of them is fetched when it is
// first asked for, from the files that WriteData wrote.
var fetched struct {
	mu       sync.Mutex
	from     func(name string) ([]byte, error)
	packages map[string]map[string]*zip.File // those with sources; nil for one without
}

// FetchFrom sets what gets the files that WriteData wrote, by their names: types/PATH.zip
// and doc/PATH.gz. It is called before the first session. An error of it may be
// fs.ErrNotExist, for a file that there isn't. After any other a file is asked for again
// when it is next needed.
func FetchFrom(fetch func(name string) ([]byte, error)) {
	fetched.mu.Lock()
	defer fetched.mu.Unlock()
	fetched.from = fetch
}

// fetch gets one file.
func fetch(name string) ([]byte, error) {
	fetched.mu.Lock()
	from := fetched.from
	fetched.mu.Unlock()
	if from == nil {
		return nil, fmt.Errorf("%s: this program doesn't know where to get it", name)
	}
	b, err := from(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// typeData is the type data of a package. Its sources come with it, so that the import
// fails if they can't be had.
func typeData(path string) ([]byte, error) {
	files, err := packageFiles(path)
	if err != nil {
		return nil, err
	}
	return contents(files["types/"+path+".a"])
}

// packageFiles are what a compiler needs of a package.
func packageFiles(path string) (map[string]*zip.File, error) {
	name := packageFile(path)
	b, err := fetch(name)
	if err != nil {
		return nil, fmt.Errorf("package %q can't be had now: %w; the next cell that needs it tries again", path, err)
	}
	files, err := index(string(b))
	if err != nil || files["types/"+path+".a"] == nil {
		return nil, fmt.Errorf("package %q can't be had: %s is damaged", path, name)
	}
	fetched.mu.Lock()
	defer fetched.mu.Unlock()
	if fetched.packages == nil {
		fetched.packages = map[string]map[string]*zip.File{}
	}
	if fetched.packages[path] = files; len(files) == 1 {
		fetched.packages[path] = nil
	}
	return files, nil
}

// sources are the Go files of a package's generic functions, nil if it has none.
func sources(path string) (map[string][]byte, error) {
	if find(path) == nil {
		return nil, nil
	}
	fetched.mu.Lock()
	files, ok := fetched.packages[path]
	fetched.mu.Unlock()
	if !ok {
		var err error
		if files, err = packageFiles(path); err != nil {
			return nil, err
		}
	}
	return sourcesIn(files, path)
}

// docData is the documentation of a package as JSON, nil if there is none.
func docData(path string) ([]byte, error) {
	b, err := fetch(docFile(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
