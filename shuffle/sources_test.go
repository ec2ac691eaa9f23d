package shuffle

import (
	"io/fs"
	"strings"
	"testing"
)

func TestSources(t *testing.T) {
	files, err := fs.Glob(Sources(), "*.go")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s is a test", name)
		}
	}
	text, err := fs.ReadFile(Sources(), "fisheryates.go")
	if err != nil || !strings.Contains(string(text), "var FisherYates") {
		t.Errorf("fisheryates.go: %v", err)
	}
	if _, err := fs.ReadFile(Sources(), "sources_test.go"); err == nil {
		t.Error("a test can be read")
	}
}
