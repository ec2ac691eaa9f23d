// Writing and reading files in a temporary directory, and paths.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func check(e error) {
	if e != nil {
		panic(e)
	}
}

type upperWriter struct{ w io.Writer }

func (u upperWriter) Write(p []byte) (int, error) {
	return u.w.Write([]byte(strings.ToUpper(string(p))))
}

func main() {
	dir, err := os.MkdirTemp("", "programs")
	check(err)
	defer os.RemoveAll(dir)
	p := filepath.Join(dir, "dat1")
	check(os.WriteFile(p, []byte("hello\ngo\n"), 0o644))
	b, err := os.ReadFile(p)
	fmt.Printf("%q %v\n", b, err)
	f, err := os.Create(filepath.Join(dir, "dat2"))
	check(err)
	n, err := f.Write([]byte{115, 111, 109, 101, 10})
	fmt.Println(n, err)
	n, err = f.WriteString("writes\n")
	fmt.Println(n, err)
	f.Sync()
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, "buffered %d\n", 4)
	fmt.Fprintln(upperWriter{w}, "shouted")
	w.Flush()
	f.Close()
	f, err = os.Open(filepath.Join(dir, "dat2"))
	check(err)
	buf := make([]byte, 5)
	k, _ := f.Read(buf)
	o, _ := f.Seek(6, io.SeekStart)
	k2, _ := io.ReadAtLeast(f, buf, 2)
	fmt.Println(k, o, k2, string(buf[:k2]))
	f.Seek(0, io.SeekStart)
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		fmt.Println("line:", sc.Text())
	}
	f.Close()
	_, err = f.Read(buf)
	fmt.Println(errors.Is(err, os.ErrClosed))
	check(os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755))
	check(os.WriteFile(filepath.Join(dir, "a", "b", "leaf"), nil, 0o600))
	es, err := os.ReadDir(dir)
	check(err)
	for _, e := range es {
		fmt.Println(e.Name(), e.IsDir())
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, path)
		fmt.Println(filepath.ToSlash(rel), d.IsDir())
		if d.Name() == "b" {
			return filepath.SkipDir
		}
		return nil
	})
	fmt.Println(err)
	st, err := os.Stat(p)
	fmt.Println(st.Size(), st.Mode(), st.Name(), err)
	_, err = os.Stat(filepath.Join(dir, "none"))
	fmt.Println(errors.Is(err, fs.ErrNotExist), os.IsNotExist(err))
	check(os.Rename(p, filepath.Join(dir, "dat3")))
	ms, _ := filepath.Glob(filepath.Join(dir, "dat*"))
	fmt.Println(len(ms), filepath.Base(ms[1]), filepath.Ext("x.tar.gz"), filepath.Dir("/a/b/c"), filepath.Clean("a/../b//c"), filepath.IsAbs("x"))
	m, err := filepath.Match("*.go", "main.go")
	fmt.Println(m, err, strings.TrimSuffix("config.json", filepath.Ext("config.json")))
	fsys := os.DirFS(dir)
	data, err := fs.ReadFile(fsys, "dat3")
	fmt.Printf("%q %v\n", data, err)
	pr, pw := io.Pipe()
	go func() { fmt.Fprint(pw, "through a pipe"); pw.Close() }()
	all, _ := io.ReadAll(io.TeeReader(pr, io.Discard))
	fmt.Println(string(all))
	ff, err := os.OpenFile(filepath.Join(dir, "dat3"), os.O_APPEND|os.O_WRONLY, 0)
	check(err)
	fmt.Fprint(ff, "more")
	ff.Close()
	data, _ = os.ReadFile(filepath.Join(dir, "dat3"))
	fmt.Println(len(data), os.Remove(filepath.Join(dir, "zzz")) != nil)
}
