//go:build !js

package stdlib

import (
	"bytes"
	"go/importer"
	"go/token"
	"go/types"
	"io"
)

// exportData reads the compiler's type data.
func exportData() types.Importer {
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		b, err := typeData(path)
		if err != nil {
			return nil, err
		}
		return io.NopCloser(bytes.NewReader(b)), nil
	})
}
