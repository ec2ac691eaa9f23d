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
	"sync"
)

// MaxEntry is the size from which an entry isn't worth keeping: it is data, not
// something to type again.
const MaxEntry = 256 << 10

// File is a file of entries, which need not exist yet.
type File struct {
	path  string
	limit int

	// What is known of the file by one that listens: which it is, as it may be
	// replaced, and how much of it. What others have added since is news.
	mu      sync.Mutex
	listens bool
	known   os.FileInfo
	size    int64
	news    []string
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
	f.knows()
	return f.write(add(old))
}

// Peek returns the entries of a file that can be read, even if it can't be written or
// locked.
func Peek(path string, limit int) []string {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	all := decode(data)
	return all[max(len(all)-limit, 0):]
}

// Listen returns the entries as Read does; News then returns what others add.
func (f *File) Listen() ([]string, error) {
	f.mu.Lock()
	f.listens = true
	f.mu.Unlock()
	return f.Read()
}

// News returns what others have added since Listen or the last News, the newest last.
func (f *File) News() []string {
	f.hear()
	f.mu.Lock()
	defer f.mu.Unlock()
	news := f.news
	f.news = nil
	return news
}

// hear adds what is new in the file to the news. Of a file that was replaced nothing is
// news: that is done once in thousands of entries.
func (f *File) hear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.listens {
		return
	}
	info, err := os.Stat(f.path)
	if err != nil || f.known != nil && os.SameFile(info, f.known) && info.Size() == f.size {
		return
	}
	if f.known != nil && !os.SameFile(info, f.known) || info.Size() < f.size {
		f.known, f.size = info, info.Size()
		return
	}
	file, err := os.Open(f.path)
	if err != nil {
		return
	}
	defer file.Close()
	data := make([]byte, info.Size()-f.size)
	n, _ := file.ReadAt(data, f.size)
	whole := data[:bytes.LastIndexByte(data[:n], '\n')+1] // another process may be writing
	f.known, f.size = info, f.size+int64(len(whole))
	f.news = append(f.news, decode(whole)...)
}

// knows notes that all that is in the file is known.
func (f *File) knows() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if info, err := os.Stat(f.path); err == nil && f.listens {
		f.known, f.size = info, info.Size()
	}
}

// Append adds entries without a look at the others.
func (f *File) Append(entries ...string) error {
	unlock, err := lockFile(f.path + ".lock")
	if err != nil {
		return err
	}
	defer unlock()
	f.hear()
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
	err = errors.Join(err, file.Close())
	f.knows()
	return err
}

// Writable says why entries can't be added, nil if they can.
func (f *File) Writable() error {
	file, err := os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
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
