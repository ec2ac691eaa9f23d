package stdlib

import (
	"os"
	"strings"
	"testing"
)

// TestLicences wants the notices that copies of the embedded sources and
// documentation must carry.
func TestLicences(t *testing.T) {
	for file, want := range map[string]string{"LICENSE-go": "The Go Authors", "LICENSE-gonum": "The Gonum Authors"} {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s doesn't name %s; error %v", file, want, err)
		}
	}
}
