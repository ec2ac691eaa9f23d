package bundle

import (
	"os"
	"os/exec"
	"testing"
)

func TestTypes(t *testing.T) {
	if testing.Short() {
		t.Skip("it needs npm")
	}
	if _, err := exec.LookPath("npm"); err != nil && os.Getenv("CI") != "true" {
		t.Skipf("the extension's types aren't checked: %v", err)
	}
	b := Builder{Root: "../../.."}
	if err := b.Types(t.Context()); err != nil {
		t.Error(err)
	}
}
