package bundle

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/andybalholm/brotli"

	"riffle/internal/web/listing"
)

// List writes the listing of all files, when all are there.
func (b *Builder) List(context.Context) error {
	root := os.DirFS(b.Dir)
	names, err := filesBelow(root)
	if err != nil {
		return err
	}
	l, err := listing.Make(names, func(name string) (string, error) {
		data, err := fs.ReadFile(root, name)
		return fmt.Sprintf("%x", sha256.Sum256(data)), err
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.Dir, listing.Name), l.Encode(), 0o644)
}

// filesBelow are the names of all files below a folder.
func filesBelow(root fs.FS) (names []string, err error) {
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// packed is a file as the archive has it.
type packed struct {
	name string
	data []byte
	err  error
}

// Pack writes all files into the archive, each compressed by itself, so that a server can
// send it as it is.
func (b *Builder) Pack(ctx context.Context) error {
	to := b.Archive()
	root := os.DirFS(b.Dir)
	names, err := filesBelow(root)
	if err != nil {
		return err
	}
	out, err := os.Create(to + ".part")
	if err != nil {
		return err
	}
	defer os.Remove(to + ".part")
	z := zip.NewWriter(out)
	for _, f := range b.compress(ctx, root, names) {
		if f.err != nil {
			out.Close()
			return fmt.Errorf("%s: %w", f.name, f.err)
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Store})
		if err == nil {
			_, err = w.Write(f.data)
		}
		if err != nil {
			out.Close()
			return err
		}
	}
	if err := errors.Join(z.Close(), out.Close()); err != nil {
		return err
	}
	return os.Rename(to+".part", to)
}

// compress compresses files on all cores.
func (b *Builder) compress(ctx context.Context, root fs.FS, names []string) []packed {
	files := make([]packed, len(names))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				files[i] = b.shrink(root, names[i])
			}
		})
	}
	for i := range names {
		if ctx.Err() != nil {
			files[i] = packed{name: names[i], err: ctx.Err()}
			continue
		}
		next <- i
	}
	close(next)
	wg.Wait()
	return files
}

// shrink compresses a file. One that stays as large is stored as it is.
func (b *Builder) shrink(root fs.FS, name string) packed {
	data, err := fs.ReadFile(root, name)
	if err != nil {
		return packed{name: name, err: err}
	}
	level := brotli.BestCompression
	if b.Quick {
		level = brotli.BestSpeed
	}
	var small bytes.Buffer
	w := brotli.NewWriterOptions(&small, brotli.WriterOptions{Quality: level, LGWin: 24})
	if _, err := w.Write(data); err != nil {
		return packed{name: name, err: err}
	}
	if err := w.Close(); err != nil {
		return packed{name: name, err: err}
	}
	if small.Len() >= len(data) {
		return packed{name: name, data: data}
	}
	return packed{name: name + ".br", data: small.Bytes()}
}
