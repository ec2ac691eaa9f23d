// Release builds riffle for every system and packs it for download. Run it at
// the root of the project:
//
//	go run ./internal/release
//
// It writes to dist/ for each target an archive with the program, its README and the
// licences, and a wheel for pip; for Linux packages for dpkg and rpm and a container's
// image; for Homebrew and Scoop what they install the archives by, the list of what the
// program is made of, the extension for JupyterLite as packages for pip and npm, and
// checksums.txt for sha256sum -c. It first builds what riffle needs in a browser, as
// go run ./internal/web/build does. Arguments such as
// linux/arm64 build only those targets. Two runs on the same commit with the
// same Go write the same bytes.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"riffle/internal/web/bundle"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	dist := flag.String("dist", "dist", "write to the folder `DIR`")
	downloads := flag.String("downloads", "http://localhost:8000", "have Homebrew and Scoop fetch the archives from `URL`; the default suits any server of the folder itself")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := release(ctx, *dist, *downloads, flag.Args())
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

// release builds and packs the named targets, or all, and writes their checksums.
func release(ctx context.Context, dist, downloads string, names []string) error {
	chosen, err := choose(names)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "riffle-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	site, err := buildSite(ctx, filepath.Join(work, "site"))
	if err != nil {
		return err
	}
	r := &shelf{dist: dist, downloads: strings.TrimSuffix(downloads, "/")}
	for _, t := range chosen {
		k, err := t.makeKit(ctx, work, site.Dir)
		if err == nil {
			err = r.add(ctx, k)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	packages, err := site.Packages(dist, r.version)
	if err != nil {
		return err
	}
	return r.finish(packages)
}

// buildSite makes what riffle needs in a browser, where the program takes it from.
func buildSite(ctx context.Context, dir string) (*bundle.Builder, error) {
	root, err := bundle.Root(ctx)
	if err != nil {
		return nil, err
	}
	b := &bundle.Builder{Root: root, Dir: dir}
	for _, s := range append(b.Steps(), bundle.Step{Name: "archive", Make: b.Pack}) {
		log.Println("for browsers:", s.Name)
		if err := s.Make(ctx); err != nil {
			return nil, err
		}
	}
	return b, nil
}
