package bundle

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
)

// Types checks the types of the extension's sources.
func (b *Builder) Types(ctx context.Context) (err error) {
	modules, err := b.Modules(ctx)
	if err != nil {
		return err
	}
	root, err := filepath.Abs(b.Root)
	if err != nil {
		return err
	}
	// Only a configuration can say where the packages are.
	work, err := os.MkdirTemp("", "riffle-types-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	from := filepath.Join(root, "kernel", "lite", "labextension")
	config := filepath.Join(work, "tsconfig.json")
	err = writeJSON(config, map[string]any{
		"extends":         filepath.ToSlash(filepath.Join(from, "tsconfig.json")),
		"include":         []string{filepath.ToSlash(filepath.Join(from, "src"))},
		"compilerOptions": map[string]any{"paths": map[string][]string{"*": {filepath.ToSlash(modules) + "/*"}}},
	})
	if err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, "node", filepath.Join(modules, "typescript", "bin", "tsc"), "-p", config, "--pretty", "false").CombinedOutput()
	if err != nil {
		return errors.New(string(out))
	}
	return nil
}
