//go:build !linux

package worker

import (
	"os"
	"os/exec"
)

// layLifeline does nothing: this system can't kill a process when a pipe closes,
// and the end of stdin must do.
func layLifeline(*exec.Cmd) (ours, theirs *os.File, number int, err error) { return nil, nil, 0, nil }

// holdLifeline does nothing.
func holdLifeline(int) {}
