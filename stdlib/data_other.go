//go:build !js

package stdlib

import (
	"archive/zip"
	_ "embed"
	"fmt"
	"runtime"
	"sync"

	"riffle/stdlib/internal/covered"
)

// A program for computers has all data in it, in two archives.
var (
	//go:embed data/std.zip
	stdZip string
	//go:embed data/own.zip
	ownZip string
)

// The files of the archives, by name: types/PATH.a, doc/PATH.json and src/PATH/FILE.
var (
	stdFiles = embeddedIndex(&stdZip)
	ownFiles = embeddedIndex(&ownZip)
)

// embeddedIndex lists an archive when it is first needed: that of the standard library
// has hundreds of files, of which a cell with riffle's own names needs none.
func embeddedIndex(archive *string) func() map[string]*zip.File {
	return sync.OnceValue(func() map[string]*zip.File {
		m, err := index(*archive)
		if err != nil {
			panic(fmt.Errorf("stdlib: damaged program: %w", err))
		}
		return m
	})
}

// embedded are the files of the archive that has a package's, if there are any.
func embedded(path string) map[string]*zip.File {
	if covered.Own(path) {
		return ownFiles()
	}
	return stdFiles()
}

// typeData is the type data of a package. Packages whose constants differ between
// systems, such as os.PathSeparator, have data for each.
func typeData(path string) ([]byte, error) {
	return typeDataFor(path, runtime.GOOS+"_"+runtime.GOARCH)
}

func typeDataFor(path, system string) ([]byte, error) {
	files := embedded(path)
	f := files["types/"+path+"@"+system+".a"]
	if f == nil {
		f = files["types/"+path+".a"]
	}
	if f == nil {
		return nil, fmt.Errorf("stdlib: no type data of %s", path)
	}
	return contents(f)
}

// docData is the documentation of a package as JSON, nil if there is none.
func docData(path string) ([]byte, error) {
	f := embedded(path)["doc/"+path+".json"]
	if f == nil {
		return nil, nil
	}
	return contents(f)
}

// sources are the Go files of a package's generic functions, nil if it has none.
func sources(path string) (map[string][]byte, error) { return sourcesIn(embedded(path), path) }
