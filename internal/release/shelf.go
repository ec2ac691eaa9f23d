package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// shelf is the folder that gets the products, and what those need that are about several
// targets.
type shelf struct {
	dist      string
	downloads string // where the archives will be fetched
	names     []string
	archives  []download
	modules   []module // linked for any target, by path
	version   string
	goVersion string
	time      time.Time
}

// download is an archive as package managers know it.
type download struct {
	target
	url, sum, folder string
}

// add writes the products of a target.
func (s *shelf) add(ctx context.Context, k *kit) error {
	products, err := k.products()
	if err != nil {
		return err
	}
	for _, p := range products {
		if err := s.write(p); err != nil {
			return err
		}
		if p.name == k.archiveName() {
			s.archives = append(s.archives, download{k.target, s.downloads + "/" + p.name, fmt.Sprintf("%x", sha256.Sum256(p.data)), k.folder()})
		}
	}
	s.version, s.goVersion, s.time = k.version, k.goVersion, k.time
	modules, err := k.target.modules(ctx)
	for _, m := range modules {
		if !slices.ContainsFunc(s.modules, func(known module) bool { return known.Path == m.Path }) {
			s.modules = append(s.modules, m)
		}
	}
	slices.SortFunc(s.modules, func(a, b module) int { return cmp.Compare(a.Path, b.Path) })
	return err
}

// finish writes what is about all targets, and the checksums of everything. packages
// are already in the folder.
func (s *shelf) finish(packages []string) error {
	s.names = append(s.names, packages...)
	list, err := materials(s.version, s.time, s.goVersion, s.modules)
	if err != nil {
		return err
	}
	for _, p := range []product{list, s.formula(), s.scoop()} {
		if p.data == nil {
			continue
		}
		if err := s.write(p); err != nil {
			return err
		}
	}
	sums, err := checksums(s.dist, s.names)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.dist, "checksums.txt"), sums, 0o644)
}

func (s *shelf) write(p product) error {
	log.Printf("%s, %.1f MB", p.name, float64(len(p.data))/1e6)
	s.names = append(s.names, p.name)
	return os.WriteFile(filepath.Join(s.dist, p.name), p.data, 0o644)
}
