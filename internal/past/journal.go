package past

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Journals are the journals of sessions, a file each in a folder: the cells of a
// session, written as they run, so that whatever ends it they can be restored.
type Journals struct {
	// Dir is the folder, which need not exist yet; empty keeps nothing.
	Dir string
}

// What is kept: a course's worth of sessions, but not heaps of data.
const (
	mostJournals     = 20
	mostJournalBytes = 64 << 20
	mostJournalCell  = 4 << 20
)

const journalExt = ".journal"

// How a cell of a journal ended.
const (
	Ended  = "ok"
	Failed = "failed"  // after it had begun to run
	Died   = "died"    // and the session with it
	Unsaid = "unsaid"  // the journal stops there
	Reset  = "reset"   // the session forgot all names before its end
	None   = "nothing" // it didn't compile, and declared nothing
)

// TooLarge takes the place of a source that is too large for a journal.
const TooLarge = "// this cell was too large to keep"

// Entry is a cell of a journal.
type Entry struct {
	N      int
	Source string
	End    string
}

// line is a line of a journal: the first of a session, the beginning or the end of a
// cell, or the last line of a session that its user left.
type line struct {
	Began  *time.Time `json:"began,omitempty"`
	Cell   int        `json:"cell,omitempty"`
	Source string     `json:"source,omitempty"`
	End    string     `json:"end,omitempty"`
	Left   bool       `json:"left,omitempty"`
}

// Journal is the journal of the running session. Its file exists from the first cell on.
// A nil Journal keeps nothing.
type Journal struct {
	dir   string
	blank int                  // the latest cell that was left out
	sync  func(*os.File) error // brings the file to the disk
	wait  time.Duration        // how long Leave waits for that

	mu      sync.Mutex
	file    *os.File
	size    int64         // of its whole lines
	err     error         // why nothing is kept
	dirty   bool          // there is something to bring to the disk
	settled chan struct{} // closed when all is there; nil if nothing is on its way
	over    bool          // the file is to be closed
	useless bool          // and removed
}

// Begin returns the journal of a new session.
func (js Journals) Begin() *Journal {
	j := &Journal{dir: js.Dir, sync: (*os.File).Sync, wait: time.Second}
	if js.Dir == "" {
		j.err = errors.New("there is no folder for it")
	}
	return j
}

// Runs notes that a cell is about to run, unless there is nothing in it.
func (j *Journal) Runs(n int, source string) {
	if j == nil {
		return
	}
	if strings.TrimSpace(source) == "" {
		j.blank = n
		return
	}
	if len(source) > mostJournalCell {
		source = TooLarge
	}
	j.write(line{Cell: n, Source: source})
}

// Ended notes how a cell has ended. A later note takes the place of an earlier one.
func (j *Journal) Ended(n int, end string) {
	if j != nil && n != j.blank {
		j.write(line{Cell: n, End: end})
	}
}

// Leave ends the journal of a session that the user has left. If it can't even note
// that, it removes the file: the next session would take this one for a lost one.
func (j *Journal) Leave() {
	if j == nil {
		return
	}
	j.mu.Lock()
	if j.file == nil || j.over {
		j.mu.Unlock()
		return
	}
	j.useless = j.append(line{Left: true}) != nil // even if an earlier line had no room
	j.over, j.err = true, os.ErrClosed
	settled := j.settle()
	j.mu.Unlock()
	select {
	case <-settled:
	case <-time.After(j.wait): // a disk that hangs doesn't hold up the user
	}
}

// Path is the journal's file, empty before the first cell; err says why there will be
// none.
func (j *Journal) Path() (path string, err error) {
	if j == nil {
		return "", errors.New("none is kept")
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file != nil {
		path = j.file.Name()
	}
	return path, j.err
}

// write writes a line at once, and has it brought to the disk a moment later: for a
// process that dies the first is enough, for a machine that does the second helps.
func (j *Journal) write(l line) {
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil && j.err == nil {
		j.err = j.open()
	}
	if j.err == nil {
		j.err = j.append(l)
	}
}

// append writes a line behind the others. If the disk is full, no half of it stays.
func (j *Journal) append(l line) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if _, err := j.file.WriteAt(data, j.size); err != nil {
		_ = j.file.Truncate(j.size)
		return err
	}
	j.size += int64(len(data))
	j.dirty = true
	j.settle()
	return nil
}

// settle has the file brought to the disk, and closed if it is over. At most one
// goroutine does so, however many lines there are; Leave waits for it.
func (j *Journal) settle() (settled <-chan struct{}) {
	if j.settled == nil {
		j.settled = make(chan struct{})
		go j.bring()
	}
	return j.settled
}

// bring brings the file to the disk until nothing new is in it.
func (j *Journal) bring() {
	j.mu.Lock()
	defer j.mu.Unlock()
	for j.dirty {
		f := j.file
		j.dirty = false
		j.mu.Unlock()
		_ = j.sync(f)
		j.mu.Lock()
	}
	if j.over {
		unlock(j.file)
		j.file.Close()
		if j.useless {
			_ = os.Remove(j.file.Name())
		}
		j.file = nil
	}
	close(j.settled)
	j.settled = nil
}

// open makes the file, whose lock says that the session lives, and removes old ones.
func (j *Journal) open() error {
	if err := os.MkdirAll(j.dir, 0o700); err != nil {
		return err
	}
	Journals{j.dir}.prune()
	began := time.Now()
	name := fmt.Sprintf("%s-%d%s", began.UTC().Format("20060102-150405.000000"), os.Getpid(), journalExt)
	f, err := os.OpenFile(filepath.Join(j.dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_ = lock(f) // without locks, nobody can tell whether this session lives
	j.file = f
	return j.append(line{Began: &began})
}

// prune removes the oldest journals, but for those of living sessions and the one that
// the user may be about to restore, however large it is.
func (js Journals) prune() {
	var size int64
	last, _ := js.newest(nil)
	for i, path := range journals(js.Dir) {
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		size += info.Size()
		if i+1 < mostJournals && size <= mostJournalBytes || path == last {
			continue
		}
		if living, _ := lives(path); !living {
			_ = os.Remove(path) // another session may have done so
		}
	}
}

// journals are the files in a folder, the newest first.
func journals(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var paths []string
	for _, e := range slices.Backward(entries) {
		if filepath.Ext(e.Name()) == journalExt && e.Type().IsRegular() {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths
}

// lives reports whether the session of a journal still runs; err says that nobody can
// tell.
func lives(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	return locked(f)
}

// Session is what a journal holds.
type Session struct {
	Cells []Entry
	// Left says that the user has left it, when is the time of the last entry.
	Left bool
	When time.Time
}

// Last returns the newest session that is over and had cells, but for that of a journal
// of one's own; ok is false if there is none.
func (js Journals) Last(own *Journal) (s Session, ok bool) {
	path, _ := js.newest(own)
	if path == "" {
		return s, false
	}
	s, err := readJournal(path, math.MaxInt)
	return s, err == nil
}

// Unfinished reports whether nobody has left the session that Last returns, and when
// that ended. Where nobody can tell whether it is over, it says no. It reads no more of
// the journal than its first cell and its end: a prompt waits for it.
func (js Journals) Unfinished(own *Journal) (when time.Time, ok bool) {
	path, known := js.newest(own)
	if !known {
		return when, false
	}
	f, err := os.Open(path)
	if err != nil {
		return when, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return when, false
	}
	end := make([]byte, min(info.Size(), int64(len(leftLine)+1)))
	n, _ := f.ReadAt(end, info.Size()-int64(len(end)))
	return info.ModTime(), strings.TrimSpace(string(end[:n])) != leftLine
}

// newest is the newest journal, but for one's own, of a session that is over and had
// cells, empty if there is none; known is false if nobody can tell whether it is over.
func (js Journals) newest(own *Journal) (path string, known bool) {
	for _, path := range js.others(own) {
		living, err := lives(path)
		if living {
			continue
		}
		if s, unread := readJournal(path, 1); unread == nil && len(s.Cells) > 0 {
			return path, err == nil
		}
	}
	return "", false
}

// others are the journals but for one's own, the newest first.
func (js Journals) others(own *Journal) []string {
	if js.Dir == "" {
		return nil
	}
	mine, _ := own.Path()
	return slices.DeleteFunc(journals(js.Dir), func(path string) bool { return path == mine })
}

// leftLine is the last line of a journal of a session that was left.
const leftLine = `{"left":true}`

// readJournal reads a journal as far as it goes, or until it has found enough cells: a
// power cut may have left half a line.
func readJournal(path string, enough int) (s Session, err error) {
	f, err := os.Open(path)
	if err != nil {
		return s, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return s, err
	}
	s.When = info.ModTime()
	if !info.Mode().IsRegular() {
		return s, fs.ErrInvalid
	}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 8*mostJournalCell) // each byte of a cell may be escaped
	for len(s.Cells) < enough && lines.Scan() {
		var l line
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			continue
		}
		s.add(l)
	}
	return s, nil
}

// add adds what a line says.
func (s *Session) add(l line) {
	switch {
	case l.Left:
		s.Left = true
	case l.Cell > 0 && l.End == "" && strings.TrimSpace(l.Source) != "":
		s.Cells = append(s.Cells, Entry{l.Cell, l.Source, Unsaid})
	case l.Cell > 0 && l.End != "":
		for i := range slices.Backward(s.Cells) {
			if s.Cells[i].N == l.Cell {
				s.Cells[i].End = l.End
				break
			}
		}
	}
}
