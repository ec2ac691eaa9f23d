package bundle

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// pins is the folder that says which versions of other people's packages are used.
func (b *Builder) pins() string { return filepath.Join(b.Root, "internal", "web", "build") }

// Modules is the folder with Node's packages, as the lock says. They are installed in the
// user's cache folder, without running their install scripts.
func (b *Builder) Modules(ctx context.Context) (string, error) {
	lock, err := os.ReadFile(filepath.Join(b.pins(), "package-lock.json"))
	if err != nil {
		return "", err
	}
	dir, err := cached("npm", lock, func(dir string) error {
		if err := copyFiles(dir, b.pins(), "package*.json"); err != nil {
			return err
		}
		cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
		cmd.Dir = dir
		_, err := commandOutput(cmd)
		return err
	})
	return filepath.Join(dir, "node_modules"), err
}

// cached is a folder below the user's cache folder that holds what key describes, made
// when there is none.
func cached(name string, key []byte, fill func(dir string) error) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	above := filepath.Join(cache, "riffle-build")
	if err := os.MkdirAll(above, 0o755); err != nil {
		return "", err
	}
	sum := sha256.Sum256(key)
	dir := filepath.Join(above, fmt.Sprintf("%s-%x", name, sum[:6]))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	work, err := os.MkdirTemp(above, name+"-part-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	if err := fill(work); err != nil {
		return "", err
	}
	if err := os.Rename(work, dir); err != nil {
		// Another build may have been faster: its folder holds the same.
		if _, missing := os.Stat(dir); missing != nil {
			return "", err
		}
	}
	return dir, nil
}

// runNode runs a script of the project with the packages' folder and another argument.
func (b *Builder) runNode(ctx context.Context, to, script string) error {
	modules, err := b.Modules(ctx)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "node", filepath.FromSlash(script), modules, to)
	cmd.Dir = b.Root
	_, err = commandOutput(cmd)
	return err
}

// Page makes the page, the embeds and the site's index.
func (b *Builder) Page(ctx context.Context) error {
	return b.runNode(ctx, b.Dir, "repl/web/build.mjs")
}
