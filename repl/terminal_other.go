//go:build !unix && !windows

package repl

import (
	"io"
	"os"
)

func stopProcess() {}

func (t *terminal) onResize(func()) {}

func rawInput(in *os.File) io.Reader { return in }

func prepareOutput(*os.File) {}

func silence(int) (speak func()) { return nil }

func forgetTyped(int) {}
