// Build makes what riffle needs in a browser. Run it at the root of the project, before
// riffle is built:
//
//	go run ./internal/web/build
//
// It writes internal/web/dist/web.zip, which is built into the program. With -o DIR it
// writes the files themselves instead, as any web server can serve them. With -kit it
// makes only the program for browsers with its scripts, for which it needs Go alone; all
// else needs Node with npm, and Python with pip.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"os"
	"os/signal"
	"path/filepath"

	"riffle/internal/web/bundle"
)

func main() {
	log.SetFlags(log.Ltime)
	log.SetPrefix("build: ")
	var b bundle.Builder
	flag.BoolVar(&b.Quick, "quick", false, "for trials: without the larger program, little compressed")
	flag.StringVar(&b.Dir, "o", "", "write the files to the folder `DIR`")
	kit := flag.Bool("kit", false, "only the program for browsers")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := build(ctx, &b, *kit)
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

// step is a part of the build.
type step struct {
	name string
	make func(context.Context) error
}

func build(ctx context.Context, b *bundle.Builder, kit bool) (err error) {
	if b.Root, err = bundle.Root(ctx); err != nil {
		return err
	}
	pack := b.Dir == ""
	if pack && kit {
		return errors.New("-kit makes files: say where with -o DIR")
	}
	if pack {
		if b.Dir, err = os.MkdirTemp("", "riffle-web-"); err != nil {
			return err
		}
		defer os.RemoveAll(b.Dir)
	}
	steps := []step{{"kit", b.Kit}, {"page", b.Page}, {"lab", b.Lab}, {"list of files", b.List}}
	if kit {
		steps = steps[:1]
	}
	if pack {
		to := filepath.Join(b.Root, "internal", "web", "dist", "web.zip")
		steps = append(steps, step{"web.zip", func(ctx context.Context) error { return b.Pack(ctx, to) }})
	}
	for _, s := range steps {
		log.Println(s.name)
		if err := s.make(ctx); err != nil {
			return err
		}
	}
	return nil
}
