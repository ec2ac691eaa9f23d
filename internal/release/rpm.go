package main

import (
	"bytes"
	"fmt"

	"github.com/google/rpmpack"
)

// rpm is the package for Fedora, openSUSE and their relatives.
func (k *kit) rpm() (product, error) {
	files, err := k.tree("usr/share/zsh/site-functions", file{name: "usr/share/licenses/riffle/LICENSE", data: k.licence})
	if err != nil {
		return product{}, err
	}
	arch := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[k.arch]
	version := k.packageVersion()
	r, err := rpmpack.NewRPM(rpmpack.RPMMetaData{
		Name: "riffle", Version: version, Release: "1", Arch: arch, OS: "linux",
		Summary: summary, Description: description, Licence: licence,
		Compressor: "gzip", BuildTime: k.time, BuildHost: "localhost", // the same on every machine
	})
	if err != nil {
		return product{}, err
	}
	for _, f := range files {
		r.AddFile(rpmpack.RPMFile{Name: "/" + f.name, Body: f.data, Mode: uint(f.mode()), Owner: "root", Group: "root", MTime: uint32(k.time.Unix())})
	}
	var out bytes.Buffer
	err = r.Write(&out)
	return product{fmt.Sprintf("riffle-%s-1.%s.rpm", version, arch), out.Bytes()}, err
}
