// Package need skips tests that lack a program or the network. Call [Have].
package need

import (
	"os"
	"os/exec"
	"testing"
)

// Have goes on with a test if there is no error in getting what it needs. Otherwise the
// test is skipped; with CI=true in the environment, where nothing may be skipped, it fails.
func Have(t testing.TB, what string, err error) {
	t.Helper()
	switch {
	case err != nil && os.Getenv("CI") == "true":
		t.Fatalf("%s: %v", what, err)
	case err != nil:
		t.Skipf("without %s: %v", what, err)
	}
}

// Programs are in PATH, or the test is skipped as Have does.
func Programs(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		_, err := exec.LookPath(name)
		Have(t, name, err)
	}
}
