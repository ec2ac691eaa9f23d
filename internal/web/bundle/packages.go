package bundle

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"riffle/internal/wheel"
)

// part is a file of a package.
type part struct {
	name string
	data []byte
}

// Packages writes our extension of JupyterLite, with a kit of its own, as a wheel for pip
// and as a package for npm, for people who build a site with JupyterLite's own tools, and
// returns their names. The kit and the lab must have been made.
func (b *Builder) Packages(dir, version string) (names []string, err error) {
	version = PlainVersion(version)
	parts, err := b.kitParts(version)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for _, p := range []struct {
		name string
		pack func([]part, string) ([]byte, error)
	}{
		{"riffle_jupyterlite-" + version + "-py3-none-any.whl", pipPackage},
		{extension + "-" + version + ".tgz", tarball},
	} {
		data, err := p.pack(parts, version)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, p.name), data, 0o644)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		names = append(names, p.name)
	}
	return names, nil
}

// PlainVersion is a version of Go's as both pip and npm understand it: v1.2.3-4-abc is
// 1.2.3+4.abc.
func PlainVersion(version string) string {
	number, more, _ := strings.Cut(strings.TrimPrefix(version, "v"), "-")
	if strings.Count(number, ".") != 2 || strings.Trim(number, "0123456789.") != "" {
		number, more = "0.0.0", ""
	}
	if more == "" {
		return number
	}
	words := strings.FieldsFunc(strings.ToLower(more), func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9') })
	return number + "+" + strings.Join(words, ".")
}

// kitParts are the files of the extension, its kit in the folder where it looks first.
func (b *Builder) kitParts(version string) (parts []part, err error) {
	for _, from := range []struct{ dir, below string }{{filepath.Join("lab", "extensions", extension), ""}, {"kit", "static/kit"}} {
		root := os.DirFS(filepath.Join(b.Dir, from.dir))
		names, err := filesBelow(root)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			data, err := fs.ReadFile(root, name)
			if err != nil {
				return nil, err
			}
			if name == "package.json" && from.below == "" {
				if data, err = setVersion(data, version); err != nil {
					return nil, err
				}
			}
			parts = append(parts, part{path.Join(from.below, name), data})
		}
	}
	licence, err := os.ReadFile(filepath.Join(b.Root, "LICENSE"))
	return append(parts, part{"LICENSE", licence}), err
}

func setVersion(text []byte, version string) ([]byte, error) {
	var p map[string]any
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, err
	}
	p["version"] = version
	return json.MarshalIndent(p, "", "  ")
}

// wheelMetadata describes the wheel to pip.
const wheelMetadata = `Metadata-Version: 2.4
Name: riffle-jupyterlite
Version: %s
Summary: The Go kernel riffle in JupyterLite: shuffling, lotteries, cards and random numbers
License-Expression: Apache-2.0
License-File: LICENSE
Requires-Python: >=3.9
Classifier: Framework :: Jupyter :: JupyterLab :: Extensions :: Prebuilt
Description-Content-Type: text/markdown

Install this beside jupyterlite-core, and jupyter lite build makes sites whose notebooks
run Go in the browser.
`

// install tells JupyterLab which program has installed an extension.
const install = `{"packageManager": "python", "packageName": "riffle_jupyterlite", "uninstallInstructions": "pip uninstall riffle_jupyterlite"}
`

// pipPackage packs an extension for pip.
func pipPackage(parts []part, version string) ([]byte, error) {
	w := &wheel.Wheel{Name: "riffle_jupyterlite", Version: version, Tag: "py3-none-any", Metadata: fmt.Sprintf(wheelMetadata, version), Modified: packedAt}
	for _, p := range append(slices.Clone(parts), part{"install.json", []byte(install)}) {
		w.Files = append(w.Files, wheel.File{Name: w.Data("data", "share/jupyter/labextensions/"+extension+"/"+p.name), Data: p.data})
	}
	w.Files = append(w.Files, wheel.File{Name: w.Info("licenses/LICENSE"), Data: parts[len(parts)-1].data})
	return w.Pack()
}

// packedAt is the time of all files, so that the same files make the same package.
var packedAt = time.Date(1985, time.October, 26, 8, 15, 0, 0, time.UTC)

// tarball packs an extension for npm.
func tarball(parts []part, _ string) ([]byte, error) {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	t := tar.NewWriter(z)
	for _, p := range parts {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: "package/" + p.name, Size: int64(len(p.data)), Mode: 0o644, ModTime: packedAt, Format: tar.FormatUSTAR}
		err := t.WriteHeader(h)
		if err == nil {
			_, err = t.Write(p.data)
		}
		if err != nil {
			return nil, err
		}
	}
	err := errors.Join(t.Close(), z.Close())
	return out.Bytes(), err
}
