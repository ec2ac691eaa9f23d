// Release builds riffle for every system and packs it for download. Run it at
// the root of the project:
//
//	go run ./internal/release
//
// It writes to dist/ an archive for each target, with the program, its README and
// the licences, and checksums.txt for sha256sum -c. Arguments such as
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
	var archives []string
	for _, t := range chosen {
		name, err := t.pack(ctx, work, dist)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		log.Println(name)
		archives = append(archives, name)
	}
	sums, err := checksums(dist, archives)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dist, "checksums.txt"), sums, 0o644)
}

// pack builds the program for a target and writes its archive, whose name it
// returns.
func (t target) pack(ctx context.Context, work, dist string) (name string, err error) {
	b, err := t.build(ctx, work)
	if err != nil {
		return "", err
	}
	notices, err := t.notices(ctx)
	if err != nil {
		return "", err
	}
	files := []file{{name: t.program(), data: b.program, executable: true}, {name: "THIRD-PARTY.txt", data: notices}}
	for _, name := range []string{"LICENSE", "README.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		files = append(files, file{name: name, data: data})
	}
	folder := fmt.Sprintf("riffle-%s-%s-%s", b.version, t.system, t.arch)
	name = folder + t.ending()
	out, err := os.Create(filepath.Join(dist, name))
	if err != nil {
		return "", err
	}
	return name, errors.Join(t.writer()(out, folder, files, b.time), out.Close())
}
