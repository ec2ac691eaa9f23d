package gosuite

import (
	"bufio"
	"bytes"
	"errors"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// outOfReach are imports that an interpreter without a tool chain need not
// have; an entry that ends in a slash stands for all below it.
var outOfReach = []string{
	"C", "cmd/", "debug/", "go/", "internal/", "os/exec", "path/filepath", "plugin",
	"reflect", "runtime", "runtime/", "syscall", "testing", "unsafe", "./", "../",
}

// programs lists the programs below a folder, by their slashed paths in it.
func programs(root string) (paths []string, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil || !eligible(src) {
			return err
		}
		name, err := filepath.Rel(root, path)
		paths = append(paths, filepath.ToSlash(name))
		return err
	})
	return paths, err
}

// eligible reports whether a file is a program to be run here.
func eligible(src []byte) bool {
	if !isRun(src) {
		return false
	}
	f, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ImportsOnly|parser.ParseComments)
	if err != nil || !isBuilt(f) {
		return false
	}
	return !slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool {
		path, _ := strconv.Unquote(s.Path.Value)
		return beyond(path)
	})
}

// isRun looks for the line that tells Go's own tests what to do with a file.
func isRun(src []byte) bool {
	lines := bufio.NewScanner(bytes.NewReader(src))
	for n := 0; n < 12 && lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "// run" {
			return true
		}
	}
	return false
}

// isBuilt reports whether the file's build constraint holds on this system.
func isBuilt(f *ast.File) bool {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if x, err := constraint.Parse(c.Text); err == nil && c.Pos() < f.Package && !x.Eval(tag) {
				return false
			}
		}
	}
	return true
}

// tag reports whether a build tag holds, cgo and experiments apart.
func tag(name string) bool {
	c := build.Default
	return name == c.GOOS || name == c.GOARCH || name == "gc" || name == "unix" && c.GOOS != "windows" ||
		slices.Contains(c.ReleaseTags, name)
}

func beyond(path string) bool {
	return slices.ContainsFunc(outOfReach, func(p string) bool {
		return path == p || strings.HasSuffix(p, "/") && strings.HasPrefix(path, p)
	})
}

// sampled reports whether a program belongs to one part of so many.
func sampled(name string, parts uint32) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()%parts == 0
}

// fault is what is wrong with how a program went, empty for nothing: err is how
// it ended, text what it printed.
func fault(path string, err error, text string) string {
	if err != nil {
		return err.Error() + "\n" + tail(text)
	}
	want, err := os.ReadFile(strings.TrimSuffix(path, ".go") + ".out")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err.Error()
	}
	if err == nil && text != string(want) {
		return "prints\n" + tail(text) + "\nwant\n" + tail(string(want))
	}
	if strings.Contains(text, "BUG") {
		return tail(text)
	}
	return ""
}

// tail is the end of a long text.
func tail(text string) string {
	const most = 2000
	if len(text) > most {
		return "… " + text[len(text)-most:]
	}
	return text
}
