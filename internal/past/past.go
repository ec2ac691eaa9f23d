// Package past keeps what users typed on disk, where several terminals and
// kernels share it. A File holds entries, one a line: Append adds, Read and
// Update look.
//
// Every change holds a lock between processes, and entries are whole lines, so
// a crash loses nothing that was there before.
package past

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// MaxEntry is the size from which an entry isn't worth keeping: it is data, not
// something to type again.
const MaxEntry = 256 << 10

// File is a file of entries, which need not exist yet.
type File struct {
	path  string
	limit int
}

// Open makes the file's folder. The file is shortened to limit entries when
// Read or Update finds more than twice as many.
func Open(path string, limit int) (*File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	return &File{path: path, limit: limit}, nil
}

// Read returns the entries, the newest last and at most the limit.
func (f *File) Read() ([]string, error) {
	var all []string
	err := f.Update(func(old []string) []string { all = old; return nil })
	return all, err
}

// Update calls add with the entries and appends those that it returns. No other
// process changes the file meanwhile.
func (f *File) Update(add func(old []string) []string) error {
	unlock, err := lockFile(f.path + ".lock")
	if err != nil {
		return err
	}
	defer unlock()
	data, err := os.ReadFile(f.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old := decode(data)
	if many := len(old) > 2*f.limit; len(old) > f.limit {
		old = old[len(old)-f.limit:]
		if many {
			if err := writeWhole(f.path, encode(old)); err != nil {
				return err
			}
		}
	}
	return f.write(add(old))
}

// Append adds entries without a look at the others.
func (f *File) Append(entries ...string) error {
	unlock, err := lockFile(f.path + ".lock")
	if err != nil {
		return err
	}
	defer unlock()
	return f.write(entries)
}

// write appends while the lock is held. It opens the file each time, because
// another process may have replaced it.
func (f *File) write(entries []string) error {
	data := encode(entries)
	if len(data) == 0 {
		return nil
	}
	file, err := os.OpenFile(f.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if !endsLine(file) {
		data = append([]byte{'\n'}, data...)
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

// endsLine reports whether the file is empty or ends with a newline: a power cut
// may have left half an entry.
func endsLine(f *os.File) bool {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return true
	}
	var last [1]byte
	if _, err := f.ReadAt(last[:], size-1); err != nil {
		return true
	}
	return last[0] == '\n'
}

// writeWhole replaces a file so that readers see the old or the new content.
func writeWhole(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".history-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// One entry is one line: a newline in it becomes \n, a carriage return \r and a
// backslash \\. Decoding takes any bytes: an unknown escape is kept as it is.
var (
	escapes   = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)
	unescapes = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r")
)

// encode leaves out what is too large to keep.
func encode(entries []string) []byte {
	var b bytes.Buffer
	for _, e := range entries {
		if len(e) <= MaxEntry {
			b.WriteString(escapes.Replace(e))
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

func decode(data []byte) []string {
	var entries []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) != "" {
			entries = append(entries, unescapes.Replace(line))
		}
	}
	return entries
}
