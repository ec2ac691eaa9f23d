// Gen writes the generated parts of package stdlib: the tables in internal/std
// and internal/own and the archives in data. Run it by
//
//	go generate ./stdlib
//
// after a change to what the covered packages export, or with a new Go. The
// project's own packages take seconds and are always made again; the standard
// library and gonum take minutes and are made again if what they are made from
// has changed, or with the flag -all.
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
	all := flag.Bool("all", false, "make everything again")
	flag.Parse()
	if err := generate(*dir, *all); err != nil {
		log.Fatal(err)
	}
}

// generate brings both halves up to date.
func generate(dir string, all bool) error {
	l := extract.NewLoader(dir)
	fresh, err := l.Fresh()
	if err != nil {
		return err
	}
	if all || !fresh {
		if !fresh {
			log.Println("a new Go, other modules or another generator: the standard library too, which takes minutes")
		}
		if err := half(l, extract.Std); err != nil {
			return err
		}
		inputs, err := l.Inputs()
		if err != nil {
			return err
		}
		if err := update(filepath.Join(dir, filepath.FromSlash(extract.InputsFile)), []byte(inputs)); err != nil {
			return err
		}
	}
	return half(l, extract.Project)
}

// half makes one half again.
func half(l *extract.Loader, h extract.Half) error {
	l.Skipped = nil
	files, err := l.Generate(h)
	if err != nil {
		return err
	}
	for _, err := range l.Skipped {
		log.Printf("no source: %v; name it in covered.Excluded or rewrite it in internal/generic", err)
	}
	return write(l.Dir, h.Name, files)
}

// write brings a half up to date: it writes what changed and removes generated
// files that are no longer wanted.
func write(dir, half string, files map[string][]byte) error {
	old, err := filepath.Glob(filepath.Join(dir, "internal", half, "*_gen.go"))
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
