// Gen writes the generated parts of package stdlib: the tables in internal/std
// and internal/own and the archives in data. Run it by
//
//	go generate ./stdlib
//
// after a change to what the covered packages export, or with a new Go.
package main

import (
	"bytes"
	"flag"
	"log"
	"os"
	"path/filepath"

	"riffle/stdlib/internal/extract"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	dir := flag.String("dir", ".", "the folder of package stdlib")
	flag.Parse()
	l := extract.NewLoader(*dir)
	files, err := l.Generate()
	if err != nil {
		log.Fatal(err)
	}
	for _, err := range l.Skipped {
		log.Printf("no source: %v; name it in covered.Excluded or rewrite it in internal/generic", err)
	}
	if err := write(*dir, files); err != nil {
		log.Fatal(err)
	}
}

// write brings the folder up to date: it writes what changed and removes
// generated files that are no longer wanted.
func write(dir string, files map[string][]byte) error {
	old, err := filepath.Glob(filepath.Join(dir, "internal", "*", "*_gen.go"))
	if err != nil {
		return err
	}
	for _, name := range old {
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		if _, ok := files[filepath.ToSlash(rel)]; !ok {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	for name, data := range files {
		if err := update(filepath.Join(dir, filepath.FromSlash(name)), data); err != nil {
			return err
		}
	}
	return nil
}

// update writes a file unless it is as it should be.
func update(name string, data []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	log.Println(name)
	return os.WriteFile(name, data, 0o644)
}
