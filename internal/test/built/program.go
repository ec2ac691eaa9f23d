// Package built builds riffle once for the tests of all packages. Call [Main] in
// TestMain, and riffle is in PATH; [Program] is its file. Import riffle/internal/command besides, if only by the
// name _: then the go command runs the tests again when riffle has changed.
package built

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"riffle/internal/test/once"
)

// Program is the file that Build makes.
func Program(t testing.TB) string {
	t.Helper()
	dir, err := Build()
	if err != nil {
		t.Fatalf("build riffle: %v", err)
	}
	return fileIn(dir)
}

// fileIn is the program's file in its folder.
func fileIn(dir string) string {
	if runtime.GOOS == "windows" {
		return filepath.Join(dir, "riffle.exe")
	}
	return filepath.Join(dir, "riffle")
}

// WaitTogether lets n tests run in parallel, however few processors there are, where they
// mostly wait: for browsers, servers and workers. A -parallel on the command line comes
// later, and counts. Call it in TestMain.
func WaitTogether(n int) { flag.Set("test.parallel", strconv.Itoa(n)) }

// Main runs a package's tests with riffle in PATH, and ends the process.
func Main(m *testing.M) {
	dir, err := Build()
	if err != nil {
		fmt.Fprintf(os.Stderr, "build riffle for the tests: %v\n", err)
		os.Exit(1)
	}
	os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	if _, set := os.LookupEnv("XDG_CONFIG_HOME"); !set { // the tester's start-up file is no part of the tests
		os.Setenv("XDG_CONFIG_HOME", filepath.Join(os.TempDir(), "riffle-without-a-start-up-file"))
	}
	WaitTogether(6)
	os.Exit(m.Run())
}

// Build builds riffle, with the race detector if the tests have it, and returns its
// folder in the user's cache. If nothing has changed since another package's tests, or an
// earlier run's, that takes no more than the go command's look at the sources.
func Build() (dir string, err error) {
	module, err := exec.Command("go", "env", "GOMOD").Output() // a checkout has its own program
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	name := "program"
	args := []string{"build", "-buildvcs=false"}
	if Raced {
		name, args = "program-raced", append(args, "-race")
	}
	dir = filepath.Join(cache, "riffle-test", fmt.Sprintf("%s-%x", name, sha256.Sum256(module))[:len(name)+9])
	return dir, once.Alone(dir, func() error {
		cmd := exec.Command("go", append(args, "-o", fileIn(dir), "riffle")...)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		return nil
	})
}
