// Package webkit gives tests what riffle is in a browser. Call [Kit] for the program
// with its scripts and data, [Site] for all of it, or [Node] to run a program without a
// browser.
package webkit

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"riffle/internal/test/need"
	"riffle/internal/test/once"
	"riffle/internal/web/bundle"
)

// Kit is a folder with kit/ in it, without the larger program. It is made when a test
// first asks for it, and kept in the user's cache folder for the same sources.
func Kit(t testing.TB) (dir string) {
	t.Helper()
	return made(t, "kit", kitFiles, func(b *bundle.Builder) []bundle.Step { return b.Steps()[:1] })
}

// Larger is the larger program, which Kit is without.
func Larger(t testing.TB) (file string) {
	t.Helper()
	root, err := bundle.Root(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return compiled(t, root, "build", "-tags=riffle_all", "./kernel/lite")
}

// compiled is a program for browsers that a go command makes.
func compiled(t testing.TB, root, verb string, args ...string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "program.wasm")
	if out, err := bundle.Command(t.Context(), root, verb, append([]string{"-o", file}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// Node is a command that runs a program for browsers in Node, with the stack that a web
// worker has, which is half of Node's own. Where there is no Node, the test is skipped;
// with CI=true in the environment it fails.
func Node(t testing.TB, pkg string, args ...string) *exec.Cmd {
	t.Helper()
	return inNode(t, args, "build", pkg)
}

// NodeTest is Node for the tests of a package.
func NodeTest(t testing.TB, pkg string, args ...string) *exec.Cmd {
	t.Helper()
	return inNode(t, args, "test", "-c", pkg)
}

func inNode(t testing.TB, args []string, verb string, how ...string) *exec.Cmd {
	t.Helper()
	need.Programs(t, "node")
	root, err := bundle.Root(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	program := compiled(t, root, verb, how...)
	host := filepath.Join(root, "internal", "test", "node", "exec.js")
	return exec.CommandContext(t.Context(), "node", slices.Concat([]string{"--stack-size=450", host, program}, args)...)
}

// Site is a folder with all that the build makes, without the larger program and without
// notebooks. It takes Node with npm and Python with pip, and the network when it is made
// for the first time; where they aren't, the test is skipped. With CI=true in the
// environment it fails.
func Site(t testing.TB) (dir string) {
	t.Helper()
	fetched(t, "what a site is made of", (*bundle.Builder).Fetch, "node", "npm", "python3")
	return made(t, "site", slices.Concat(siteFiles, kitFiles), (*bundle.Builder).Steps)
}

// Modules is the folder with Node's packages, where they can be had; otherwise the test is
// skipped or fails as for Site.
func Modules(t testing.TB) (dir string) {
	t.Helper()
	fetched(t, "npm's packages", func(b *bundle.Builder, ctx context.Context) (err error) {
		dir, err = b.Modules(ctx)
		return err
	}, "node", "npm")
	return dir
}

// fetched skips a test that lacks a program, or what must be fetched and can't be.
func fetched(t testing.TB, what string, fetch func(*bundle.Builder, context.Context) error, programs ...string) {
	t.Helper()
	need.Programs(t, programs...)
	root, err := bundle.Root(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	need.Have(t, what, fetch(&bundle.Builder{Root: root}, t.Context()))
}

// made is a folder that some steps of the build make, for the sources that they have.
func made(t testing.TB, name string, sources []string, steps func(*bundle.Builder) []bundle.Step) (dir string) {
	t.Helper()
	root, err := bundle.Root(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	key, err := content(t, root, sources)
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(cache, "riffle-test", name+"-"+key)
	err = once.Do(dir, func() error {
		forget(filepath.Dir(dir), name)
		b := &bundle.Builder{Root: root, Dir: dir, Quick: true}
		for _, step := range steps(b) {
			if err := step.Make(t.Context()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	os.Chtimes(dir, now, now)
	return dir
}

// kitFiles and siteFiles are what the kit and the rest of a site are made of, besides the
// program itself.
var (
	kitFiles  = []string{"kernel/lite/js/*.js", "stdlib/data/*.zip", "internal/web/bundle/*.go", "internal/web/listing/*.go"}
	siteFiles = []string{
		"internal/web/build/*.json", "internal/web/build/*.txt",
		"kernel/lite/labextension/*", "kernel/lite/labextension/src/*", "repl/web/*", "repl/web/src/*", "repl/web/static/*",
	}
)

// content names what the kit is made of: the compiled program, the scripts, the data
// and what puts them together.
func content(t testing.TB, root string, sources []string) (string, error) {
	id, err := program(t.Context(), root, "./kernel/lite")
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	sum.Write(id)
	for _, pattern := range sources {
		if err := addFiles(sum, filepath.Join(root, filepath.FromSlash(pattern))); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:8]), nil
}

// program identifies the compiled code of a package and of all below it, Go's own
// included. A package's ID alone stays the same when the body of a function changes two
// imports below.
func program(ctx context.Context, root, pkg string) (ids []byte, err error) {
	cmd := bundle.Command(ctx, root, "list", "-deps", "-export", "-f", "{{.ImportPath}} {{.BuildID}}", pkg)
	ids, err = cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cmd, err)
	}
	return ids, nil
}

func addFiles(sum hash.Hash, pattern string) error {
	names, err := filepath.Glob(pattern)
	if err != nil {
		return err
	}
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || info.IsDir() {
			continue
		}
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

// forgotten is the time after which a folder that no test asked for is removed.
const forgotten = 24 * time.Hour

// forget removes the folders of sources that have changed since.
func forget(cache, name string) {
	kits, _ := filepath.Glob(filepath.Join(cache, name+"-*.done"))
	for _, done := range kits {
		dir := done[:len(done)-len(".done")]
		if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > forgotten {
			os.Remove(done)
			os.RemoveAll(dir)
		}
	}
}
