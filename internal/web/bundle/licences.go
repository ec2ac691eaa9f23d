package bundle

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Notices is the file that Licences writes.
const Notices = "licences/third-party.txt"

// Licences writes the licences of other people's code in the page and in JupyterLite.
// JupyterLite lists those of its own parts in lab/build/third-party-licenses.json.
func (b *Builder) Licences(ctx context.Context) error {
	var all bytes.Buffer
	wheels, err := b.wheels(ctx)
	if err != nil {
		return err
	}
	for _, name := range []string{"jupyterlite_core", "jupyterlab_widgets"} {
		if err := wheelLicence(&all, wheels, name); err != nil {
			return fmt.Errorf("licence of %s: %w", name, err)
		}
	}
	modules, err := b.Modules(ctx)
	if err != nil {
		return err
	}
	packages, err := b.bundled(modules)
	if err != nil {
		return err
	}
	for _, name := range packages {
		if err := packageLicence(&all, modules, name); err != nil {
			return fmt.Errorf("licence of %s: %w", name, err)
		}
	}
	return writeMember(b.Dir, Notices, &all)
}

func licenceSection(to io.Writer, title string, text []byte) {
	line := strings.Repeat("=", 80)
	fmt.Fprintf(to, "%s\n%s\n%s\n\n%s\n\n", line, title, line, bytes.TrimSpace(text))
}

func wheelLicence(to io.Writer, wheels, name string) error {
	wheel, err := openWheel(wheels, name)
	if err != nil {
		return err
	}
	defer wheel.Close()
	for _, f := range wheel.File {
		if strings.HasSuffix(f.Name, ".dist-info/licenses/LICENSE") {
			text, err := fs.ReadFile(wheel, f.Name)
			licenceSection(to, strings.TrimSuffix(path.Dir(path.Dir(f.Name)), ".dist-info"), text)
			return err
		}
	}
	return fs.ErrNotExist
}

// manifest is the package.json of a package of npm.
type manifest struct {
	Name, Version string
	Dependencies  map[string]string
}

func readManifest(dir string) (m manifest, err error) {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(text, &m)
}

// bundled are the packages that the page is built from: the dependencies of the build's
// own package, except its tools, and the dependencies of those.
func (b *Builder) bundled(modules string) ([]string, error) {
	top, err := readManifest(b.pins())
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	next := slices.Collect(maps.Keys(top.Dependencies))
	for len(next) > 0 {
		name := next[0]
		next = next[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		m, err := readManifest(filepath.Join(modules, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		next = slices.AppendSeq(next, maps.Keys(m.Dependencies))
	}
	return slices.Sorted(maps.Keys(seen)), nil
}

func packageLicence(to io.Writer, modules, name string) error {
	dir := filepath.Join(modules, filepath.FromSlash(name))
	m, err := readManifest(dir)
	if err != nil {
		return err
	}
	found, err := filepath.Glob(filepath.Join(dir, "LICEN*"))
	if err == nil && len(found) == 0 {
		err = errors.New("no file LICENSE")
	}
	if err != nil {
		return err
	}
	text, err := os.ReadFile(found[0])
	licenceSection(to, name+" "+m.Version, text)
	return err
}
