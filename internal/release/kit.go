package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"riffle/internal/command"
	"riffle/internal/web/bundle"
	"riffle/kernel"
)

// summary says what riffle is, in a line.
const summary = "Live Go environment for shuffling, lotteries, cards and random numbers"

// description says it in a paragraph.
const description = "A prompt, a Jupyter kernel and a course for algorithms and randomness, in one program that needs no Go installation."

// licence is its SPDX identifier.
const licence = "Apache-2.0"

// kit is a built program with what goes into its packages.
type kit struct {
	target
	*builtProgram
	licence, readme, notices []byte
	completions              []file // the shells' scripts, by the names that the shells look for
	manual                   []byte
}

// product is one of the files that are released.
type product struct {
	name string
	data []byte
}

// makeKit builds the program for a target and collects the rest. site is the folder of
// what riffle needs in a browser.
func (t target) makeKit(ctx context.Context, work, site string) (*kit, error) {
	b, err := t.build(ctx, work)
	if err != nil {
		return nil, err
	}
	notices, err := t.notices(ctx)
	if err != nil {
		return nil, err
	}
	others, err := os.ReadFile(filepath.Join(site, filepath.FromSlash(bundle.Notices)))
	if err != nil {
		return nil, err
	}
	return newKit(t, b, ".", append(append(notices, '\n'), others...))
}

// newKit adds to a program what is in the folder of the project or made of the table of
// commands.
func newKit(t target, b *builtProgram, root string, notices []byte) (*kit, error) {
	k := &kit{target: t, builtProgram: b, notices: notices, manual: command.Manual(b.version, b.time)}
	var err1, err2 error
	k.licence, err1 = os.ReadFile(filepath.Join(root, "LICENSE"))
	k.readme, err2 = os.ReadFile(filepath.Join(root, "README.md"))
	err := errors.Join(err1, err2)
	for _, shell := range command.Shells {
		script, e := command.Completion(shell)
		name := map[string]string{"zsh": "_riffle", "powershell": "riffle.ps1"}[shell]
		if name == "" {
			name = "riffle." + shell
		}
		k.completions, err = append(k.completions, file{name: name, data: script}), errors.Join(err, e)
	}
	return k, err
}

// products are all packages of the kit.
func (k *kit) products() (all []product, err error) {
	makers := []func() (product, error){k.archive, k.wheel}
	if k.system == "linux" {
		makers = append(makers, k.deb, k.rpm, k.image)
	}
	for _, make := range makers {
		p, err := make()
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// archive is the program with its papers in a folder.
func (k *kit) archive() (product, error) {
	files := []file{
		{name: k.program(), data: k.binary, executable: true},
		{name: "LICENSE", data: k.licence}, {name: "README.md", data: k.readme}, {name: "THIRD-PARTY.txt", data: k.notices},
		{name: "riffle.1", data: k.manual},
	}
	for _, c := range k.completions {
		files = append(files, file{name: "completions/" + c.name, data: c.data})
	}
	var out bytes.Buffer
	err := k.writer()(&out, k.folder(), files, k.time)
	return product{k.archiveName(), out.Bytes()}, err
}

func (k *kit) folder() string      { return fmt.Sprintf("riffle-%s-%s-%s", k.version, k.system, k.arch) }
func (k *kit) archiveName() string { return k.folder() + k.ending() }

// tree is what is installed on Linux, below the root; zsh is where that shell looks for
// completions, and licence a file with riffle's.
func (k *kit) tree(zsh string, licence file) ([]file, error) {
	manual, err1 := gzipped(k.manual)
	notices, err2 := gzipped(k.notices)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	files := []file{
		licence,
		{name: "usr/bin/riffle", data: k.binary, executable: true},
		{name: "usr/share/man/man1/riffle.1.gz", data: manual},
		{name: "usr/share/doc/riffle/THIRD-PARTY.txt.gz", data: notices},
		{name: "usr/share/doc/riffle/README.md", data: k.readme},
	}
	places := map[string]string{
		"riffle.bash": "usr/share/bash-completion/completions/riffle",
		"_riffle":     zsh + "/_riffle",
		"riffle.fish": "usr/share/fish/vendor_completions.d/riffle.fish",
	}
	for _, c := range k.completions {
		if place, ok := places[c.name]; ok {
			files = append(files, file{name: place, data: c.data})
		}
	}
	registration, err := kernel.Files("/usr/bin/riffle", kernel.DisplayName)
	for _, f := range registration {
		files = append(files, file{name: "usr/share/jupyter/kernels/riffle/" + f.Name, data: f.Data})
	}
	return sorted(files), err
}

// gzipped is data compressed without a name and a time.
func gzipped(data []byte) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = z.Write(data)
	err = errors.Join(err, z.Close())
	return out.Bytes(), err
}

// packageVersion is the version as dpkg and rpm compare it: what lies before a tag comes
// before it.
func (k *kit) packageVersion() string {
	return strings.Replace(bundle.PlainVersion(k.version), "+", "~", 1)
}
