package bundle_test

import (
	"testing"

	"riffle/internal/test/webkit"
	"riffle/internal/web/bundle"
)

func TestTypes(t *testing.T) {
	if testing.Short() {
		t.Skip("it needs npm")
	}
	webkit.Modules(t)
	b := bundle.Builder{Root: "../../.."}
	if err := b.Types(t.Context()); err != nil {
		t.Error(err)
	}
}
