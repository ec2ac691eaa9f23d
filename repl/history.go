package repl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The bounds of a history. An entry longer than maxEntry is not written: it
// is data, not something to type again.
const (
	DefaultHistoryLimit = 2000
	maxEntry            = 256 << 10
)

// History remembers what was typed, oldest first, and on disk if it has a file.
// Each entry is appended as one line as soon as it is added, so a crash loses
// nothing and two sessions can share a file. The zero value remembers in
// memory; OpenHistory reads a file.
type History struct {
	path    string
	limit   int
	entries []string
}

// OpenHistory reads the history in the file path, which need not exist, and
// shortens the file when it holds more than twice limit entries. A limit of 0
// means DefaultHistoryLimit. After an error the history works in memory.
func OpenHistory(path string, limit int) (*History, error) {
	if limit <= 0 {
		limit = DefaultHistoryLimit
	}
	h := &History{limit: limit}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return h, fmt.Errorf("history is not kept: %w", err)
	}
	unlock, err := lockFile(path + ".lock")
	if err != nil {
		return h, fmt.Errorf("history is not kept: %w", err)
	}
	defer unlock()
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return h, fmt.Errorf("history is not kept: %w", err)
	}
	h.path = path
	h.entries = decodeHistory(data)
	if len(h.entries) > 2*limit {
		h.trim()
		err = writeWhole(path, encodeHistory(h.entries))
		if err != nil {
			return h, fmt.Errorf("history is not shortened: %w", err)
		}
	}
	h.trim()
	return h, nil
}

// Entries returns the remembered entries, the newest last.
func (h *History) Entries() []string {
	if h == nil {
		return nil
	}
	return slices.Clone(h.entries)
}

// Add remembers an entry that is neither blank nor the same as the newest.
func (h *History) Add(entry string) error {
	if h == nil || strings.TrimSpace(entry) == "" {
		return nil
	}
	if n := len(h.entries); n > 0 && h.entries[n-1] == entry {
		return nil
	}
	h.entries = append(h.entries, entry)
	h.trim()
	if h.path == "" || len(entry) > maxEntry {
		return nil
	}
	return h.append(entry)
}

func (h *History) trim() {
	limit := h.limit
	if limit <= 0 {
		limit = DefaultHistoryLimit
	}
	if n := len(h.entries); n > limit {
		h.entries = slices.Clone(h.entries[n-limit:])
	}
}

// append reopens the file each time, because another session may have replaced
// it, and holds the lock that replacing it requires.
func (h *History) append(entry string) error {
	unlock, err := lockFile(h.path + ".lock")
	if err != nil {
		return err
	}
	defer unlock()
	f, err := os.OpenFile(h.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	line := encodeHistory([]string{entry})
	if !endsLine(f) {
		line = append([]byte{'\n'}, line...)
	}
	_, err = f.Write(line)
	return errors.Join(err, f.Close())
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

func encodeHistory(entries []string) []byte {
	var b bytes.Buffer
	for _, e := range entries {
		b.WriteString(escapes.Replace(e))
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func decodeHistory(data []byte) []string {
	var entries []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) != "" {
			entries = append(entries, unescapes.Replace(line))
		}
	}
	return entries
}
