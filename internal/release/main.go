// Release builds riffle for every system and packs it for download. Run it at
// the root of the project:
//
//	go run ./internal/release
//
// It writes to dist/ an archive for each target, with the program, its README and
// the licences, the extension for JupyterLite as packages for pip and npm, and
// checksums.txt for sha256sum -c. It first builds what riffle needs in a browser, as
// go run ./internal/web/build does. Arguments such as
// linux/arm64 build only those targets. Two runs on the same commit with the
// same Go write the same bytes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"

	"riffle/internal/web/bundle"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	dist := flag.String("dist", "dist", "write to the folder `DIR`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := release(ctx, *dist, flag.Args())
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

// release builds and packs the named targets, or all, and writes their checksums.
func release(ctx context.Context, dist string, names []string) error {
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
	var archives []string
	var version string
	for _, t := range chosen {
		var name string
		if name, version, err = t.pack(ctx, work, dist, site.Dir); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		log.Println(name)
		archives = append(archives, name)
	}
	packages, err := site.Packages(dist, version)
	if err != nil {
		return err
	}
	archives = append(archives, packages...)
	sums, err := checksums(dist, archives)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dist, "checksums.txt"), sums, 0o644)
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

// pack builds the program for a target and writes its archive, whose name it returns
// with the version.
func (t target) pack(ctx context.Context, work, dist, site string) (name, version string, err error) {
	b, err := t.build(ctx, work)
	if err != nil {
		return "", "", err
	}
	notices, err := t.notices(ctx)
	if err != nil {
		return "", "", err
	}
	others, err := os.ReadFile(filepath.Join(site, filepath.FromSlash(bundle.Notices)))
	if err != nil {
		return "", "", err
	}
	notices = append(append(notices, '\n'), others...)
	files := []file{{name: t.program(), data: b.program, executable: true}, {name: "THIRD-PARTY.txt", data: notices}}
	for _, name := range []string{"LICENSE", "README.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return "", "", err
		}
		files = append(files, file{name: name, data: data})
	}
	folder := fmt.Sprintf("riffle-%s-%s-%s", b.version, t.system, t.arch)
	name = folder + t.ending()
	out, err := os.Create(filepath.Join(dist, name))
	if err != nil {
		return "", "", err
	}
	return name, b.version, errors.Join(t.writer()(out, folder, files, b.time), out.Close())
}
