package stdlib

import (
	"strings"
	"testing"
)

func TestLicences(t *testing.T) {
	for _, want := range []string{"The Go Authors", "The Gonum Authors"} {
		if !strings.Contains(Licences(), want) {
			t.Errorf("the notices don't name %s", want)
		}
	}
}
