package bundle

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// Fetch gets the packages of other people, which needs a network the first time. The
// build needs none after that.
func (b *Builder) Fetch(ctx context.Context) error {
	_, modules := b.Modules(ctx)
	_, wheels := b.wheels(ctx)
	return errors.Join(modules, wheels)
}

// wheels is a folder with the wheels of requirements.txt, whose hashes pip checks. They
// are kept in the user's cache folder.
func (b *Builder) wheels(ctx context.Context) (string, error) {
	list := filepath.Join(b.pins(), "requirements.txt")
	text, err := os.ReadFile(list)
	if err != nil {
		return "", err
	}
	return cached("wheels", text, func(dir string) error {
		python, err := exec.LookPath("python3")
		if err != nil {
			python = "python"
		}
		cmd := exec.CommandContext(ctx, python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes", "--only-binary=:all:", "-r", list, "-d", dir)
		_, err = commandOutput(cmd)
		return err
	})
}

// openWheel opens the wheel of a package.
func openWheel(dir, name string) (*zip.ReadCloser, error) {
	found, err := filepath.Glob(filepath.Join(dir, name+"-*.whl"))
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("%d wheels of %s in %s, want one: %v", len(found), name, dir, err)
	}
	return zip.OpenReader(found[0])
}

// extractWheel extracts from a wheel the files below a folder that ends its own folder's name, as
// share/jupyter/labextensions does.
func extractWheel(to string, wheel *zip.Reader, folder string) error {
	n := 0
	for _, f := range wheel.File {
		_, name, found := strings.Cut(f.Name, folder+"/")
		if !found || strings.HasSuffix(name, "/") {
			continue
		}
		from, err := f.Open()
		if err != nil {
			return err
		}
		err = errors.Join(writeMember(to, name, from), from.Close())
		if err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		return fmt.Errorf("nothing in %s", folder)
	}
	return nil
}

// untar extracts the files of an archive that are wanted, without its top folder.
func untar(to string, archive io.Reader, wanted func(name string) bool) error {
	z, err := gzip.NewReader(archive)
	if err != nil {
		return err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		_, name, _ := strings.Cut(path.Clean(h.Name), "/")
		if h.Typeflag != tar.TypeReg || !wanted(name) {
			continue
		}
		if err := writeMember(to, name, r); err != nil {
			return err
		}
	}
}

// writeMember writes a file of an archive, and none outside of its folder.
func writeMember(dir, name string, from io.Reader) error {
	if !filepath.IsLocal(name) {
		return fmt.Errorf("an archive names the file %q", name)
	}
	to := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, from)
	return errors.Join(err, out.Close())
}
