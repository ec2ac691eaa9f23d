// Build makes what riffle needs in a browser. Run it at the root of the project, before
// riffle is built:
//
//	go run ./internal/web/build
//
// It writes an archive to internal/web/dist, which is built into the program. With -o DIR it
// writes the files themselves instead, as any web server can serve them. With -kit it
// makes only the program for browsers with its scripts, for which it needs Go alone; all
// else needs Node with npm, and Python with pip. With -packages DIR it writes the extension
// of JupyterLite too, as a wheel for pip and as a package for npm.
//
// With -sizes it builds nothing, and prints how large what it has built is, and how long
// a browser takes to the first value: the tables of doc/web.md.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"os"
	"os/signal"

	"riffle/internal/web/bundle"
)

func main() {
	log.SetFlags(log.Ltime)
	log.SetPrefix("build: ")
	var b bundle.Builder
	flag.BoolVar(&b.Quick, "quick", false, "for trials: without the larger program, little compressed")
	flag.StringVar(&b.Dir, "o", "", "write the files to the folder `DIR`")
	kit := flag.Bool("kit", false, "only the program for browsers")
	var p packages
	flag.StringVar(&p.dir, "packages", "", "write JupyterLite's extension as packages to the folder `DIR`")
	flag.StringVar(&p.version, "version", "", "the packages' version `V`")
	measure := flag.Bool("sizes", false, "print the sizes and times of what was built before")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	var err error
	if *measure {
		err = measureBuilt(ctx)
	} else {
		err = buildPackages(ctx, &b, *kit, p)
	}
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

func measureBuilt(ctx context.Context) error {
	root, err := bundle.Root(ctx)
	if err != nil {
		return err
	}
	b := bundle.Builder{Root: root}
	return reportSizes(ctx, os.Stdout, b.Archive())
}

// packages is where the extension's packages go, if anywhere.
type packages struct{ dir, version string }

func buildPackages(ctx context.Context, b *bundle.Builder, kit bool, p packages) (err error) {
	if b.Root, err = bundle.Root(ctx); err != nil {
		return err
	}
	pack := b.Dir == ""
	switch {
	case pack && kit:
		return errors.New("-kit makes files: say where with -o DIR")
	case kit && p.dir != "":
		return errors.New("-packages needs more than the kit: leave -kit out")
	}
	if pack {
		if b.Dir, err = os.MkdirTemp("", "riffle-web-"); err != nil {
			return err
		}
		defer os.RemoveAll(b.Dir)
	}
	steps := b.Steps()
	if kit {
		steps = steps[:1]
	}
	if pack {
		steps = append(steps, bundle.Step{Name: "archive", Make: b.Pack})
	}
	if p.dir != "" {
		steps = append(steps, bundle.Step{Name: "packages", Make: func(context.Context) error {
			_, err := b.Packages(p.dir, p.version)
			return err
		}})
	}
	for _, s := range steps {
		log.Println(s.Name)
		if err := s.Make(ctx); err != nil {
			return err
		}
	}
	return nil
}
