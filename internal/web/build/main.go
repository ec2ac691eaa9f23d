// Build makes what riffle needs in a browser. Run it at the root of the project:
//
//	go run ./internal/web/build
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
	log.SetFlags(0)
	log.SetPrefix("build: ")
	var b bundle.Builder
	flag.BoolVar(&b.Quick, "quick", false, "without the larger program, for trials")
	flag.StringVar(&b.Dir, "o", "", "write the files to the folder `DIR`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := build(ctx, &b)
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

func build(ctx context.Context, b *bundle.Builder) (err error) {
	if b.Dir == "" {
		return errors.New("name a folder: -o DIR")
	}
	if b.Root, err = bundle.Root(ctx); err != nil {
		return err
	}
	return b.Kit(ctx)
}
