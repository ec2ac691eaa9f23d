// Package webkit gives tests what riffle is in a browser. Call [Kit] for the program
// with its scripts and data.
package webkit

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"riffle/internal/test/once"
	"riffle/internal/web/bundle"
)

// Kit is a folder with kit/ in it, without the larger program. It is made when a test
// first asks for it, and kept in the user's cache folder for the same sources.
func Kit(t testing.TB) (dir string) {
	t.Helper()
	root, err := bundle.Root(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	key, err := content(t, root)
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(cache, "riffle-test", "kit-"+key)
	err = once.Do(dir, func() error {
		forget(filepath.Dir(dir))
		b := bundle.Builder{Root: root, Dir: dir, Quick: true}
		return b.Kit(t.Context())
	})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	os.Chtimes(dir, now, now)
	return dir
}

// content names what the kit is made of: the compiled program, the scripts, the data
// and what puts them together.
func content(t testing.TB, root string) (string, error) {
	cmd := exec.CommandContext(t.Context(), "go", "list", "-trimpath", "-export", "-f", "{{.BuildID}}", "./kernel/lite")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	id, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", cmd, err)
	}
	sum := sha256.New()
	sum.Write(id)
	for _, pattern := range []string{"kernel/lite/js/*.js", "stdlib/data/*.zip", "internal/web/bundle/*.go"} {
		if err := addFiles(sum, filepath.Join(root, filepath.FromSlash(pattern))); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:8]), nil
}

func addFiles(sum hash.Hash, pattern string) error {
	names, err := filepath.Glob(pattern)
	if err != nil {
		return err
	}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		fmt.Fprintln(sum, filepath.Base(name))
		_, err = io.Copy(sum, f)
		f.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// forgotten is the time after which a kit that no test asked for is removed.
const forgotten = 24 * time.Hour

// forget removes the kits of sources that have changed since.
func forget(cache string) {
	kits, _ := filepath.Glob(filepath.Join(cache, "kit-*.done"))
	for _, done := range kits {
		dir := done[:len(done)-len(".done")]
		if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > forgotten {
			os.Remove(done)
			os.RemoveAll(dir)
		}
	}
}
