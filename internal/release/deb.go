package main

import (
	"archive/tar"
	"bytes"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"
)

// control describes the package to dpkg.
const control = `Package: riffle
Version: %s
Architecture: %s
Maintainer: The riffle authors
Installed-Size: %d
Section: science
Priority: optional
Suggests: jupyter-notebook
Description: %s
 %s
`

// copyright is what Debian wants in place of a licence that all of its systems have.
const copyright = `Copyright the riffle authors.

riffle is under the Apache License, Version 2.0, which is on Debian systems in
/usr/share/common-licenses/Apache-2.0. The works that it is linked from have
licences of their own: THIRD-PARTY.txt.gz in this folder has them.
`

// deb is the package for Debian and its relatives: an ar archive of two tar archives.
func (k *kit) deb() (product, error) {
	files, err := k.tree("usr/share/zsh/vendor-completions", file{name: "usr/share/doc/riffle/copyright", data: []byte(copyright)})
	if err != nil {
		return product{}, err
	}
	size := 0
	var sums strings.Builder
	for _, f := range files {
		size += (len(f.data) + 1023) / 1024
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.data), f.name)
	}
	version := k.packageVersion()
	about := fmt.Sprintf(control, version, k.arch, size, summary, wrapped(description, 78))
	describing, err1 := treeGz([]file{{name: "control", data: []byte(about)}, {name: "md5sums", data: []byte(sums.String())}}, k.time)
	installed, err2 := treeGz(files, k.time)
	if err := errors.Join(err1, err2); err != nil {
		return product{}, err
	}
	data := ar(k.time, []file{{name: "debian-binary", data: []byte("2.0\n")}, {name: "control.tar.gz", data: describing}, {name: "data.tar.gz", data: installed}})
	return product{fmt.Sprintf("riffle_%s_%s.deb", version, k.arch), data}, nil
}

// wrapped fills lines of a description, which go on with a blank.
func wrapped(text string, width int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case column+1+len(word) > width:
			b.WriteString("\n ")
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// treeGz is a compressed tar archive of files and the folders above them.
func treeGz(files []file, modified time.Time) ([]byte, error) {
	var out bytes.Buffer
	if err := writeTree(&out, files, modified); err != nil {
		return nil, err
	}
	return gzipped(out.Bytes())
}

// writeTree writes files, which are in order, and the folders above them as a tar archive.
// All belong to root.
func writeTree(w io.Writer, files []file, modified time.Time) error {
	t := tar.NewWriter(w)
	made := map[string]bool{}
	entry := func(h tar.Header, data []byte) error {
		h.Uname, h.Gname, h.ModTime, h.Format = "root", "root", modified, tar.FormatUSTAR
		h.Size = int64(len(data))
		if err := t.WriteHeader(&h); err != nil {
			return err
		}
		_, err := t.Write(data)
		return err
	}
	for _, f := range files {
		for _, dir := range foldersAbove(f.name) {
			if made[dir] {
				continue
			}
			made[dir] = true
			if err := entry(tar.Header{Typeflag: tar.TypeDir, Name: "./" + strings.TrimPrefix(dir+"/", "./"), Mode: 0o755}, nil); err != nil {
				return err
			}
		}
		if err := entry(tar.Header{Typeflag: tar.TypeReg, Name: "./" + f.name, Mode: int64(f.mode())}, f.data); err != nil {
			return err
		}
	}
	return t.Close()
}

// foldersAbove are a file's folders, the outermost first.
func foldersAbove(name string) []string {
	dir := path.Dir(name)
	if dir == "." {
		return []string{"."}
	}
	return append(foldersAbove(dir), dir)
}

// ar is an archive in the format of ar(5), as dpkg wants it.
func ar(modified time.Time, files []file) []byte {
	var b bytes.Buffer
	b.WriteString("!<arch>\n")
	for _, f := range files {
		fmt.Fprintf(&b, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", f.name, modified.Unix(), 0, 0, 0o100644, len(f.data))
		b.Write(f.data)
		if len(f.data)%2 != 0 {
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}
