//go:build !js

package shim

import (
	"io"
	"os"
)

// tap is a file and a reader of all that is written to it, until closed is called.
func tap() (r io.ReadCloser, w *os.File, closed func(), err error) {
	r, w, err = os.Pipe()
	return r, w, func() { w.Close() }, err
}
