// Package wheel packs files for pip. Fill a [Wheel] and call its Pack.
package wheel

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"time"
)

// Wheel is a package of Python's in the format of its binary distributions, version 1.0.
type Wheel struct {
	Name     string // with underscores
	Version  string
	Tag      string // py3-none-any, or with several platforms: py3-none-a.b
	Metadata string
	Files    []File
	Modified time.Time // of all files, so that the same files make the same wheel
}

// File is one of the files, by its path in the wheel.
type File struct {
	Name       string
	Data       []byte
	Executable bool
}

// FileName is what pip wants a wheel's file to be called.
func (w *Wheel) FileName() string { return w.stem() + "-" + w.Tag + ".whl" }

func (w *Wheel) stem() string { return w.Name + "-" + w.Version }

// Data is the path in the wheel of what pip puts somewhere else: "scripts" is where
// programs are, "data" the root of the environment.
func (w *Wheel) Data(scheme, path string) string { return w.stem() + ".data/" + scheme + "/" + path }

// Info is the path of a file about the package.
func (w *Wheel) Info(name string) string { return w.stem() + ".dist-info/" + name }

// Pack returns the wheel: the files, and those that describe them.
func (w *Wheel) Pack() ([]byte, error) {
	files := append(w.Files[:len(w.Files):len(w.Files)],
		File{Name: w.Info("METADATA"), Data: []byte(w.Metadata)},
		File{Name: w.Info("WHEEL"), Data: []byte(w.description())})
	var record bytes.Buffer
	for _, f := range files {
		sum := sha256.Sum256(f.Data)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.Name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.Data))
	}
	fmt.Fprintf(&record, "%s,,\n", w.Info("RECORD"))
	files = append(files, File{Name: w.Info("RECORD"), Data: record.Bytes()})
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: w.Modified}
		h.SetMode(0o644)
		if f.Executable {
			h.SetMode(0o755)
		}
		to, err := z.CreateHeader(h)
		if err == nil {
			_, err = to.Write(f.Data)
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}

// description is the file WHEEL, with a line for each platform.
func (w *Wheel) description() string {
	python, platforms, _ := strings.Cut(w.Tag, "-none-")
	var b strings.Builder
	fmt.Fprintf(&b, "Wheel-Version: 1.0\nGenerator: riffle\nRoot-Is-Purelib: %v\n", platforms == "any")
	for platform := range strings.SplitSeq(platforms, ".") {
		fmt.Fprintf(&b, "Tag: %s-none-%s\n", python, platform)
	}
	return b.String()
}
