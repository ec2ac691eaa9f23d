// Package confine keeps a process from reaching more than a folder of its own:
// no other files, no network, no other processes. Start with Command, whose
// command line runs a program that way; its main calls Enter for Subcommand.
//
// Systems differ in what they offer. Nothing here fails because a system offers less: Try
// starts a process that attempts what is forbidden, and reports what it could do.
//
//   - Linux: Landlock for files, TCP and signals, and a seccomp filter that
//     refuses sockets, new processes and access to others. Both bind a thread and
//     what it starts, and a Go program has several from its first line on. So
//     Enter binds one of them, and that thread becomes the program anew.
//   - macOS: the profile of sandbox-exec, a program that is there although its
//     manual calls it deprecated.
//   - Windows: a job that has room for one process. Files and network stay open.
//   - Other systems: an environment without what it doesn't need, no more.
package confine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Subcommand is the argument after which Command's processes call Enter.
const Subcommand = "confined"

// Command is the command line that runs this program's subcommand as a process
// that reaches nothing but itself and the folder dir.
func Command(dir, subcommand string) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	return append(wrapper(dir, self), self, Subcommand, dir, subcommand), nil
}

// Environment is the environment for a process that runs untrusted code, made from
// another: without the user's names, paths and credentials.
func Environment(all []string, dir string) []string {
	kept := slices.DeleteFunc(slices.Clone(all), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return !slices.Contains(inherited, strings.ToUpper(name))
	})
	return append(kept, "HOME="+dir, "TMPDIR="+dir, "TMP="+dir, "TEMP="+dir)
}

// inherited are the variables that a Go program may need: its language, its
// run-time's settings, and what Windows can't do without.
var inherited = []string{"LANG", "LC_ALL", "LC_CTYPE", "TZ", "GODEBUG", "GOMAXPROCS", "GOGC", "GOMEMLIMIT", "GOCOVERDIR", "SYSTEMROOT", "WINDIR"}
