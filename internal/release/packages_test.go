package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"riffle/internal/command"
	"riffle/internal/test/built"
	"riffle/internal/test/need"
	"riffle/internal/test/pytest"
)

// native is a kit of the program for this system, as the tests of all packages share it.
func native(t *testing.T) *kit {
	t.Helper()
	dir, err := built.Build()
	if err != nil {
		t.Fatal(err)
	}
	here := target{runtime.GOOS, runtime.GOARCH}
	data, err := os.ReadFile(filepath.Join(dir, here.program()))
	if err != nil {
		t.Fatal(err)
	}
	return kitOf(t, here, data)
}

// standIn is a kit with a small program in place of riffle, which takes seconds to compress.
func standIn(t *testing.T) *kit {
	return kitOf(t, target{"linux", runtime.GOARCH}, []byte("#!/bin/sh\necho riffle 1.2.3\n"))
}

// kitOf is a kit of version 1.2.3.
func kitOf(t *testing.T, on target, program []byte) *kit {
	t.Helper()
	k, err := newKit(on, &builtProgram{binary: program, version: "v1.2.3", goVersion: "go1.26.0", time: modified}, "../..", []byte("notices\n"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// save makes a product and writes it into a new folder.
func save(t *testing.T, make func() (product, error)) (file string) {
	t.Helper()
	p, err := make()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), p.name)
	if err := os.WriteFile(file, p.data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// says runs a command and returns what it prints.
func says(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestSameBytes packs the same kit twice.
func TestSameBytes(t *testing.T) {
	for _, on := range targets {
		first, err1 := kitOf(t, on, []byte("program")).products()
		second, err2 := kitOf(t, on, []byte("program")).products()
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if want := map[string]int{"linux": 5}[on.system]; len(first) != max(want, 2) {
			t.Errorf("%s: %d products", on, len(first))
		}
		for i := range first {
			if first[i].name != second[i].name || !bytes.Equal(first[i].data, second[i].data) {
				t.Errorf("%s differs from %s", second[i].name, first[i].name)
			}
		}
	}
}

// TestWheel installs the wheel into a new environment, whose riffle must run, and a real
// Jupyter client runs a notebook with the kernel that the wheel has registered there. The
// environment isn't active, and PATH has another riffle.
func TestWheel(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a Python environment")
	}
	client := pytest.Python(t)
	wheel := save(t, native(t).wheel)
	env := filepath.Join(t.TempDir(), "environment")
	says(t, client, "-m", "venv", env)
	bin, python := filepath.Join(env, "bin"), "python"
	if runtime.GOOS == "windows" {
		bin, python = filepath.Join(env, "Scripts"), "python.exe"
	}
	says(t, filepath.Join(bin, python), "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", wheel)
	if got := says(t, filepath.Join(bin, "riffle"), "-e", "6*7"); got != "42\n" {
		t.Errorf("riffle says %q", got)
	}
	doctor := exec.Command(filepath.Join(bin, "riffle"), "doctor")
	doctor.Env = append(os.Environ(), "VIRTUAL_ENV="+env)
	if out, err := doctor.CombinedOutput(); err != nil || !strings.Contains(string(out), "kernel in "+filepath.Join(env, "share", "jupyter", "kernels", "riffle")) {
		t.Errorf("the doctor says %v\n%s", err, out)
	}
	if got := says(t, filepath.Join(bin, python), "-m", "pip", "show", "riffle"); !strings.Contains(got, "Version: 1.2.3") || !strings.Contains(got, summary) {
		t.Errorf("pip shows\n%s", got)
	}
	decoy := t.TempDir()
	if err := os.WriteFile(filepath.Join(decoy, "riffle"), []byte("#!/bin/sh\nexit 9\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	const notebook = `
import nbformat, nbclient
nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell('NewLottery(40, JavaRandom(42)).Pick(6)'), nbformat.v4.new_code_cell('program, _ := os.Executable(); fmt.Println(program)')])
nbclient.NotebookClient(nb, kernel_name="riffle", timeout=120).execute()
print(nb.cells[0].outputs[0]["data"]["text/plain"], nb.cells[1].outputs[0]["text"])
`
	cmd := exec.Command(client, "-c", notebook)
	cmd.Env = append(os.Environ(), "JUPYTER_PATH="+filepath.Join(env, "share", "jupyter"), "PATH="+decoy+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	where, _ := filepath.EvalSymlinks(bin)
	if err != nil || !strings.HasPrefix(string(out), "[") || !strings.Contains(string(out), where) {
		t.Errorf("the notebook shows %s, %v; want a kernel in %s", out, err, where)
	}
	says(t, filepath.Join(bin, python), "-m", "pip", "uninstall", "--yes", "riffle")
	if left, _ := filepath.Glob(filepath.Join(env, "share", "jupyter", "kernels", "*")); len(left) > 0 {
		t.Errorf("uninstalling leaves %v", left)
	}
}

// TestWindowsWheel wants what Windows has otherwise.
func TestWindowsWheel(t *testing.T) {
	p, err := kitOf(t, target{"windows", "amd64"}, []byte("program")).wheel()
	if err != nil || p.name != "riffle-1.2.3-py3-none-win_amd64.whl" {
		t.Fatalf("%s, %v", p.name, err)
	}
	found := slices.ContainsFunc(readZip(t, p.data), func(e entry) bool {
		return e.Name == "riffle-1.2.3.data/scripts/riffle.exe" && e.Mode == 0o755
	})
	if got := kitOf(t, target{"windows", "amd64"}, nil).besideKernel(); !found || got != "{resource_dir}/../../../../Scripts/riffle.exe" {
		t.Errorf("in the wheel: %v; kernel.json starts %s", found, got)
	}
}

// installed are the files that packages for Linux must have.
var installed = []string{"usr/bin/riffle", "usr/share/man/man1/riffle.1.gz", "usr/share/bash-completion/completions/riffle",
	"usr/share/fish/vendor_completions.d/riffle.fish", "usr/share/doc/riffle/THIRD-PARTY.txt.gz", "usr/share/jupyter/kernels/riffle/kernel.json"}

// TestDeb unpacks the package with dpkg's own programs, and runs what is in it.
func TestDeb(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("for Linux")
	}
	need.Programs(t, "dpkg-deb")
	deb := save(t, native(t).deb)
	about := says(t, "dpkg-deb", "--field", deb)
	for _, want := range []string{"Package: riffle\n", "Version: 1.2.3\n", "Architecture: " + runtime.GOARCH + "\n", "Description: " + summary + "\n"} {
		if !strings.Contains(about, want) {
			t.Errorf("no %q in\n%s", want, about)
		}
	}
	root := t.TempDir()
	if os.Getuid() == 0 {
		root = installDeb(t, root, deb)
	} else {
		says(t, "dpkg-deb", "--extract", deb, root)
	}
	checkTree(t, root, append(installed, "usr/share/zsh/vendor-completions/_riffle", "usr/share/doc/riffle/copyright"))
}

// TestLintian has Debian's own check look at a package, where it is installed.
func TestLintian(t *testing.T) {
	if _, err := exec.LookPath("lintian"); err != nil {
		t.Skip(err)
	}
	out, _ := exec.Command("lintian", "--suppress-tags", lintianKnown, save(t, standIn(t).deb)).CombinedOutput()
	if strings.Contains(string(out), "E: ") {
		t.Errorf("lintian says\n%s", out)
	}
}

// lintianKnown is what lintian rightly finds: there is nobody to write to, and the
// package isn't made from a Debian changelog.
const lintianKnown = "maintainer-address-missing,malformed-contact,no-changelog"

// installDeb installs a package below a folder, with dpkg's records in it.
func installDeb(t *testing.T, root, deb string) string {
	t.Helper()
	admin := filepath.Join(root, "var", "lib", "dpkg")
	for _, dir := range []string{"info", "updates"} {
		if err := os.MkdirAll(filepath.Join(admin, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"status", "available"} {
		if err := os.WriteFile(filepath.Join(admin, file), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	says(t, "dpkg", "--root="+root, "--force-not-root", "--force-bad-path", "--log=/dev/null", "--force-architecture", "--install", deb)
	if got := says(t, "dpkg", "--root="+root, "--verify", "riffle"); got != "" {
		t.Errorf("dpkg --verify says %s", got)
	}
	return root
}

// checkTree wants files below a root, among them a riffle that runs and a page for man.
func checkTree(t *testing.T, root string, names []string) {
	t.Helper()
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(root, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := says(t, filepath.Join(root, "usr/bin/riffle"), "version"); !strings.HasPrefix(got, "riffle ") {
		t.Errorf("riffle version says %q", got)
	}
	page, err := os.Open(filepath.Join(root, "usr/share/man/man1/riffle.1.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	z, err := gzip.NewReader(page)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(z); err != nil || !bytes.Equal(text, command.Manual("v1.2.3", modified)) {
		t.Errorf("the man page is another one: %v", err)
	}
	var spec struct{ Argv []string }
	data, err := os.ReadFile(filepath.Join(root, "usr/share/jupyter/kernels/riffle/kernel.json"))
	if err != nil || json.Unmarshal(data, &spec) != nil || spec.Argv[0] != "/usr/bin/riffle" {
		t.Errorf("kernel.json starts %v, %v", spec.Argv, err)
	}
}

// TestRpm has rpm itself look at the package and at its digests, and unpacks it.
func TestRpm(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("for Linux")
	}
	for _, program := range []string{"rpm", "rpm2archive"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	file := save(t, standIn(t).rpm)
	if got := says(t, "rpm", "-K", "--nosignature", file); !strings.Contains(got, "digests OK") {
		t.Errorf("rpm -K says %s", got)
	}
	if got := says(t, "rpm", "-qp", "--nosignature", "--queryformat", "%{NAME} %{VERSION} %{RELEASE} %{LICENSE} %{SUMMARY}", file); got != "riffle 1.2.3 1 Apache-2.0 "+summary {
		t.Errorf("rpm knows it as %s", got)
	}
	root := t.TempDir()
	cmd := exec.Command("sh", "-c", `rpm2archive -n - < "$1" | tar -x -C "$2"`, "sh", file, root)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	checkTree(t, root, append(installed, "usr/share/zsh/site-functions/_riffle", "usr/share/licenses/riffle/LICENSE"))
}

// TestImage reads an image as docker load does, both ways, and runs the program in its only
// layer.
func TestImage(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("for Linux")
	}
	p, err := standIn(t).image()
	if err != nil {
		t.Fatal(err)
	}
	blobs := map[string][]byte{}
	for r := tar.NewReader(bytes.NewReader(p.data)); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		blobs[strings.TrimPrefix(h.Name, "./")], _ = io.ReadAll(r)
	}
	type described struct {
		Digest string
		Size   int
	}
	find := func(d described) []byte {
		data := blobs["blobs/sha256/"+strings.TrimPrefix(d.Digest, "sha256:")]
		if len(data) != d.Size || digest(data) != d.Digest {
			t.Fatalf("blob %v has %d bytes", d, len(data))
		}
		return data
	}
	var index struct{ Manifests []described }
	var manifest struct {
		Config described
		Layers []described
	}
	var config struct {
		Architecture string
		Config       struct{ Entrypoint []string }
		RootFS       struct {
			DiffIDs []string `json:"diff_ids"`
		}
	}
	var own []struct {
		Config           string
		RepoTags, Layers []string
	}
	for _, step := range []func() error{
		func() error { return json.Unmarshal(blobs["index.json"], &index) },
		func() error { return json.Unmarshal(find(index.Manifests[0]), &manifest) },
		func() error { return json.Unmarshal(find(manifest.Config), &config) },
		func() error { return json.Unmarshal(blobs["manifest.json"], &own) },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	z, err := gzip.NewReader(bytes.NewReader(find(manifest.Layers[0])))
	if err != nil {
		t.Fatal(err)
	}
	layer, err := io.ReadAll(z)
	if err != nil || digest(layer) != config.RootFS.DiffIDs[0] || config.Architecture != runtime.GOARCH {
		t.Fatalf("the layer is %s, %v; the image says %+v", digest(layer), err, config)
	}
	if own[0].RepoTags[0] != "riffle:v1.2.3" || "blobs/"+strings.Replace(manifest.Config.Digest, ":", "/", 1) != own[0].Config || "blobs/"+strings.Replace(manifest.Layers[0].Digest, ":", "/", 1) != own[0].Layers[0] {
		t.Errorf("Docker's manifest is another one: %+v", own)
	}
	root := t.TempDir()
	cmd := exec.Command("tar", "-x", "-C", root)
	cmd.Stdin = bytes.NewReader(layer)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := says(t, filepath.Join(root, config.Config.Entrypoint[0])); got != "riffle 1.2.3\n" {
		t.Errorf("the image's program says %q", got)
	}
}

// TestManagers wants Homebrew and Scoop to get the archives that are there, by their sums.
func TestManagers(t *testing.T) {
	s := &shelf{dist: t.TempDir(), downloads: "http://localhost:8000"}
	for _, on := range targets {
		if err := s.add(t.Context(), kitOf(t, on, []byte(on.String()))); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.finish(nil); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(s.dist, "checksums.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, on := range targets {
		name, text, between := kitOf(t, on, nil).archiveName(), string(s.formula().data), "\"\n      sha256 \""
		address, sum := s.downloads+"/"+name, ""
		if on.system == "windows" {
			text, between = string(s.scoop().data), ""
		}
		for line := range strings.Lines(string(sums)) {
			if strings.HasSuffix(line, "  "+name+"\n") {
				sum = line[:64]
			}
		}
		if sum == "" || !strings.Contains(text, sum) || !strings.Contains(text, address) || between != "" && !strings.Contains(text, address+between+sum) {
			t.Errorf("%s, %s isn't in\n%s", address, sum, text)
		}
	}
	if _, err := exec.LookPath("ruby"); err == nil {
		says(t, "ruby", "-c", filepath.Join(s.dist, "riffle.rb"))
	}
}

// TestMaterials wants the list to have what is linked into a program, by its build info,
// all with a licence.
func TestMaterials(t *testing.T) {
	dir, err := built.Build()
	if err != nil {
		t.Fatal(err)
	}
	here := target{runtime.GOOS, runtime.GOARCH}
	info, err := buildinfo.ReadFile(filepath.Join(dir, here.program()))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	modules, err := here.modules(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p, err := materials("v1.2.3", modified, info.GoVersion, modules)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Components []struct {
			Purl     string
			Licenses []any
		}
	}
	if err := json.Unmarshal(p.data, &list); err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, c := range list.Components[1:] {
		got = append(got, c.Purl)
		if len(c.Licenses) == 0 {
			t.Errorf("%s has no licence", c.Purl)
		}
	}
	for _, m := range info.Deps {
		want = append(want, "pkg:golang/"+m.Path+"@"+m.Version)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the list has %v, the program %v", got, want)
	}
}
