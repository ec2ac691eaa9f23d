package kernel

import (
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"riffle/kernel/protocol"
)

// shims are the files that tools in Python read: a module for papermill, with the entry
// point that makes papermill import it, and a configuration for nbgrader. The other
// scripts query Pythons.
//
//go:embed python/*.py
var shims embed.FS

const (
	moduleFile = "riffle_papermill.py"
	configFile = "nbgrader_config.py"
	// distribution is what pip calls the module.
	distribution = "riffle_jupyter"
	// manifestFile is in the kernel's folder and lists what was written elsewhere.
	manifestFile = "shims.json"
)

// manifest lists what was written, in the order of removal: what refers to a file comes
// before it.
type manifest struct {
	Files   []written `json:"files"`
	Folders []string  `json:"folders,omitempty"`
}

type written struct {
	Path string `json:"path"`
	Hash string `json:"sha256"`
}

// installShims writes the shims for all Pythons that the options select, and says where.
// Failures are reported but aren't errors: the kernel works without.
func (o InstallOptions) installShims(dir string) error {
	m := new(manifest)
	for _, p := range o.pythons() {
		if p.modules == "" {
			o.printStep("papermill and nbgrader of %s: can't write to %s; give the folder of another environment with --prefix", p.Executable, p.Site)
			continue
		}
		if err := o.writeShims(m, p); err != nil {
			o.printStep("papermill and nbgrader of %s: %v", p.Executable, err)
		}
	}
	if len(m.Files) == 0 {
		return nil
	}
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, manifestFile), append(data, '\n'), 0o644)
}

// pythons are the Pythons that need shims: that of the prefix, or those of the tools on
// PATH.
func (o InstallOptions) pythons() []*pythonHome {
	var found []*pythonHome
	add := func(interpreter string, err error) {
		if err != nil {
			return
		}
		p, err := pythonOf(interpreter)
		if err != nil {
			o.printStep("papermill and nbgrader: %v", err)
			return
		}
		if !slices.ContainsFunc(found, func(q *pythonHome) bool { return q.Site == p.Site }) {
			found = append(found, p)
		}
	}
	if prefix, err := o.prefix(); prefix != "" {
		if err == nil {
			add(pythonIn(prefix))
		}
		return found
	}
	for _, program := range pythonPrograms {
		add(interpreter(program))
	}
	return found
}

// writeShims writes the shims for one Python. The module comes before what makes
// papermill import it.
func (o InstallOptions) writeShims(m *manifest, p *pythonHome) error {
	for _, old := range distributions(p.modules) {
		if err := os.RemoveAll(old); err != nil {
			return err
		}
	}
	info := filepath.Join(p.modules, distribution+"-"+pythonVersion(protocol.Version())+".dist-info")
	module, err := shims.ReadFile("python/" + moduleFile)
	if err != nil {
		return err
	}
	if err := m.writeListed(filepath.Join(p.modules, moduleFile), module); err != nil {
		return err
	}
	for _, f := range metadataFiles(filepath.Base(info)) {
		if err := m.writeListed(filepath.Join(info, f.name), []byte(f.text)); err != nil {
			return err
		}
	}
	o.printStep("papermill of %s passes parameters to Go notebooks (%s)", p.Executable, filepath.Join(p.modules, moduleFile))
	return o.writeConfig(m, filepath.Join(p.config, configFile))
}

// writeConfig writes nbgrader's configuration, unless there is another one.
func (o InstallOptions) writeConfig(m *manifest, file string) error {
	text, err := shims.ReadFile("python/" + configFile)
	if err != nil {
		return err
	}
	old, err := os.ReadFile(file)
	if err == nil && string(old) != string(text) {
		o.printStep("nbgrader: %s is yours and stays; add these lines to it for courses in Go:\n%s", file, text)
		return nil
	}
	if err := m.writeListed(file, text); err != nil {
		return err
	}
	o.printStep("nbgrader has a stub for solutions in Go (%s)", file)
	return nil
}

type metadataFile struct{ name, text string }

// metadataFiles describe the module to Python's tools. The last one is what papermill
// looks for.
func metadataFiles(info string) []metadataFile {
	version := strings.TrimSuffix(strings.TrimPrefix(info, distribution+"-"), ".dist-info")
	files := []metadataFile{
		{"INSTALLER", "riffle\n"},
		{"METADATA", "Metadata-Version: 2.1\nName: riffle-jupyter\nVersion: " + version + "\n" +
			"Summary: Lets papermill pass parameters to Go notebooks; written by riffle install\n"},
		{"RECORD", ""},
		{"entry_points.txt", PapermillEntry},
	}
	record := moduleFile + ",,\n"
	for _, f := range files {
		record += info + "/" + f.name + ",,\n"
	}
	files[2].text = record
	return files
}

// distributions are the descriptions of the module in a folder, of all versions.
func distributions(modules string) []string {
	found, _ := filepath.Glob(filepath.Join(modules, distribution+"-*.dist-info"))
	return found
}

var digits = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d+(\.\d+)*`) })

// pythonVersion is a version in Python's form, cut at the first character that is neither
// digit nor dot.
func pythonVersion(version string) string {
	if v := digits().FindString(version); v != "" {
		return v
	}
	return "0"
}

// writeListed writes a file, and adds it to the front of the manifest.
func (m *manifest) writeListed(path string, data []byte) error {
	if err := m.mkdir(filepath.Dir(path)); err != nil {
		return err
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return err
	}
	m.Files = slices.Insert(m.Files, 0, written{path, hexSHA256(data)})
	return nil
}

// mkdir makes a folder and its parents, and adds the new ones to the manifest.
func (m *manifest) mkdir(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := m.mkdir(filepath.Dir(dir)); err != nil {
		return err
	}
	m.Folders = slices.Insert(m.Folders, 0, dir)
	return os.Mkdir(dir, 0o755)
}

func hexSHA256(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// readManifest lists the files written for the kernel in dir; it is empty if there is no
// manifest.
func readManifest(dir string) (*manifest, error) {
	m := new(manifest)
	data, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		err = json.Unmarshal(data, m)
	}
	return m, err
}

// removeShims removes the files written for the kernel in dir, except those that other
// kernels of ours still need, and files that have changed since.
func (o InstallOptions) removeShims(dir string) error {
	m, err := readManifest(dir)
	if err != nil {
		return fmt.Errorf("read %s: %w", filepath.Join(dir, manifestFile), err)
	}
	needed := make(map[string]bool)
	for _, other := range kernelDirs() {
		if same, err := sameFile(other, dir); err == nil && !same {
			theirs, _ := readManifest(other) // one that can't be read needs nothing
			for _, f := range theirs.Files {
				needed[f.Path] = true
			}
		}
	}
	var errs []error
	for _, f := range m.Files {
		if needed[f.Path] {
			continue
		}
		data, err := os.ReadFile(f.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			errs = append(errs, err)
		case hexSHA256(data) != f.Hash:
			o.printStep("%s was changed and stays", f.Path)
		default:
			errs = append(errs, os.Remove(f.Path), removeCompiled(f.Path))
		}
	}
	for _, folder := range m.Folders {
		os.Remove(folder) // fails if it has other files
	}
	return errors.Join(errs...)
}

func sameFile(a, b string) (bool, error) {
	x, err := os.Stat(a)
	if err != nil {
		return false, err
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y), err
}

// removeCompiled removes Python's compiled form of a module.
func removeCompiled(path string) error {
	name, ok := strings.CutSuffix(filepath.Base(path), ".py")
	if !ok {
		return nil
	}
	folder := filepath.Join(filepath.Dir(path), "__pycache__")
	files, _ := filepath.Glob(filepath.Join(folder, name+".*.pyc"))
	var errs []error
	for _, f := range files {
		errs = append(errs, os.Remove(f))
	}
	if len(files) > 0 {
		os.Remove(folder) // if nothing else is in it
	}
	return errors.Join(errs...)
}
