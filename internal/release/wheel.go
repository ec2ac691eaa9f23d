package main

import (
	"fmt"

	"riffle/internal/web/bundle"
	"riffle/internal/wheel"
	"riffle/kernel"
)

// platforms are pip's names of the targets. The program for Linux has no libraries, so that
// it doesn't matter which ones a system has; macOS is the oldest that Go supports.
var platforms = map[target]string{
	{"linux", "amd64"}:   "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
	{"linux", "arm64"}:   "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
	{"darwin", "amd64"}:  "macosx_12_0_x86_64",
	{"darwin", "arm64"}:  "macosx_12_0_arm64",
	{"windows", "amd64"}: "win_amd64",
	{"windows", "arm64"}: "win_arm64",
}

// metadata describes the wheel to pip; the README follows.
const metadata = `Metadata-Version: 2.4
Name: riffle
Version: %[1]s
Summary: %[2]s
License-Expression: %[3]s
License-File: LICENSE
License-File: THIRD-PARTY.txt
Requires-Python: >=3.8
Classifier: Framework :: Jupyter
Provides-Extra: jupyterlite
Requires-Dist: riffle-jupyterlite==%[1]s; extra == "jupyterlite"
Description-Content-Type: text/markdown

%[4]s`

// wheel is the program for pip, which puts it where an environment's programs are, with
// the files that register the kernel and let papermill pass parameters to it.
func (k *kit) wheel() (product, error) {
	version := bundle.PlainVersion(k.version)
	w := &wheel.Wheel{
		Name: "riffle", Version: version, Tag: "py3-none-" + platforms[k.target], Modified: k.time,
		Metadata: fmt.Sprintf(metadata, version, summary, licence, k.readme),
	}
	w.Files = []wheel.File{
		{Name: w.Data("scripts", k.program()), Data: k.binary, Executable: true},
		{Name: w.Info("licenses/LICENSE"), Data: k.licence},
		{Name: w.Info("licenses/THIRD-PARTY.txt"), Data: k.notices},
		{Name: w.Info("entry_points.txt"), Data: []byte(kernel.PapermillEntry)},
		{Name: w.Data("data", "share/man/man1/riffle.1"), Data: k.manual},
	}
	module, err := kernel.PapermillModule()
	if err != nil {
		return product{}, err
	}
	w.Files = append(w.Files, wheel.File{Name: module.Name, Data: module.Data})
	registration, err := kernel.Files(k.besideKernel(), kernel.DisplayName)
	if err != nil {
		return product{}, err
	}
	for _, f := range registration {
		w.Files = append(w.Files, wheel.File{Name: w.Data("data", "share/jupyter/kernels/riffle/"+f.Name), Data: f.Data})
	}
	data, err := w.Pack()
	return product{w.FileName(), data}, err
}

// besideKernel is the program's path as Jupyter finds it from the kernel's folder, whether
// the environment is active or not: a name alone is looked for in PATH.
func (k *kit) besideKernel() string {
	folder := "bin"
	if k.system == "windows" {
		folder = "Scripts"
	}
	return "{resource_dir}/../../../../" + folder + "/" + k.program()
}
