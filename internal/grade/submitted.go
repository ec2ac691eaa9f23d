package grade

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"riffle/internal/notebook"
)

// submittedMost bounds a submitted notebook, in bytes.
const submittedMost = 64 << 20

// readSubmitted reads a notebook that somebody else has made. A link would be read with
// the teacher's rights, so its page could show the solutions; a pipe or a device has no
// end.
func readSubmitted(name string) (*notebook.Notebook, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if err := regular(info); err != nil {
		return nil, err
	}
	// It may have been replaced since; even a pipe doesn't block this.
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	opened, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !os.SameFile(info, opened):
		return nil, errors.New("the file was replaced while it was read")
	}
	data, err := io.ReadAll(io.LimitReader(f, submittedMost+1))
	if err != nil {
		return nil, err
	}
	if len(data) > submittedMost {
		return nil, fmt.Errorf("the file has more than %d MiB", submittedMost>>20)
	}
	return notebook.Decode(data)
}

// regular is the error of a file that isn't a regular one.
func regular(info fs.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode&fs.ModeSymlink != 0:
		return errors.New("a link, not a notebook")
	default:
		return errors.New("a pipe, a device or the like, not a notebook")
	}
}
