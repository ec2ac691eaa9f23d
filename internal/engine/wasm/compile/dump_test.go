package compile

import (
	"os"
	"testing"

	"riffle/internal/engine/wasm/compile/corpus"
)

func TestDump(t *testing.T) {
	if os.Getenv("DUMP") == "" {
		t.Skip()
	}
	b := newBench(t)
	b.functions(corpus.Sources()["speed"], nil)
}
