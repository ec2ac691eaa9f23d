// User types that embed native types, and are used as native interfaces.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sort"
	"strings"
	"sync"
	"time"
)

type SafeCounter struct {
	sync.Mutex
	n map[string]int
}

func (c *SafeCounter) Inc(k string) {
	c.Lock()
	defer c.Unlock()
	c.n[k]++
}

type Log struct {
	*bytes.Buffer
	prefix string
}

func (l Log) Line(s string) { fmt.Fprintf(l, "%s%s\n", l.prefix, s) }

type Stamp struct {
	time.Time
	note string
}

type Timed struct{ time.Duration }

type CountReader struct {
	io.Reader
	n int
}

func (c *CountReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}

type slowReader struct{ s string }

func (r *slowReader) Read(p []byte) (int, error) {
	if r.s == "" {
		return 0, io.EOF
	}
	n := copy(p[:1], r.s)
	r.s = r.s[n:]
	return n, nil
}

type failing struct{ after int }

var errDisk = errors.New("disk full")

func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, errDisk
	}
	return len(p), nil
}

type byLen struct{ sort.StringSlice }

func (b byLen) Less(i, j int) bool { return len(b.StringSlice[i]) < len(b.StringSlice[j]) }

type hello struct{ greeting string }

func (h hello) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Greeting", h.greeting)
	if r.URL.Query().Get("name") == "" {
		http.Error(w, "no name", http.StatusBadRequest)
		return
	}
	fmt.Fprintf(w, "%s, %s!", h.greeting, r.URL.Query().Get("name"))
}

type statusWriter struct {
	http.ResponseWriter
	code int
}

func (s *statusWriter) WriteHeader(code int) { s.code = code; s.ResponseWriter.WriteHeader(code) }

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sw := &statusWriter{w, 200}
		next.ServeHTTP(sw, r)
		fmt.Println(r.Method, r.URL.Path, sw.code)
	})
}

type rw struct {
	io.Reader
	io.Writer
}

type closer struct {
	name string
	err  error
}

func (c *closer) Close() error { fmt.Println("closing", c.name); return c.err }

func main() {
	c := SafeCounter{n: map[string]int{}}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() { c.Inc("k") })
	}
	wg.Wait()
	fmt.Println(c.n)
	l := Log{new(bytes.Buffer), "> "}
	l.Line("one")
	l.WriteString("direct ")
	l.Line("two")
	fmt.Printf("%q %d %v\n", l.String(), l.Len(), l.Buffer != nil)
	s := Stamp{time.Date(2024, 2, 29, 1, 2, 3, 0, time.UTC), "leap"}
	fmt.Println(s.Year(), s.Format(time.DateOnly), s.AddDate(1, 0, 0).Month(), s, s.Before(time.Now()))
	fmt.Println(Timed{90 * time.Second}, Timed{time.Hour}.Minutes())
	cr := &CountReader{Reader: strings.NewReader("count these bytes")}
	b, err := io.ReadAll(io.LimitReader(cr, 5))
	fmt.Println(string(b), err, cr.n)
	sc := bufio.NewScanner(&slowReader{"byte by byte\nsecond line"})
	for sc.Scan() {
		fmt.Println(sc.Text())
	}
	w := bufio.NewWriterSize(&failing{10}, 16)
	fmt.Fprint(w, "this is longer than ten bytes")
	err = w.Flush()
	fmt.Println(err, errors.Is(err, errDisk))
	n, err := io.Copy(&failing{4}, strings.NewReader("abcdef"))
	fmt.Println(n, err)
	bl := byLen{sort.StringSlice{"ccc", "a", "bb"}}
	sort.Sort(bl)
	fmt.Println(bl.StringSlice, bl.Len())
	mux := http.NewServeMux()
	mux.Handle("/hi", logged(hello{"Good day"}))
	mux.HandleFunc("GET /cards/{id}", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "card "+r.PathValue("id")) })
	for _, url := range []string{"/hi?name=Ann", "/hi", "/cards/7", "/none"} {
		rec := httptest.NewRecorder()
		mux.ServeHTTP(rec, httptest.NewRequest("GET", url, nil))
		fmt.Printf("%d %q %q\n", rec.Code, strings.TrimSpace(rec.Body.String()), rec.Header().Get("X-Greeting"))
	}
	var out bytes.Buffer
	x := rw{strings.NewReader("in"), &out}
	io.Copy(x, x)
	fmt.Println(out.String())
	var cl io.Closer = &closer{"file", errors.New("busy")}
	func() {
		defer func() { fmt.Println(errors.Join(cl.Close(), (&closer{name: "b"}).Close())) }()
	}()
	pr, pw := io.Pipe()
	go func() {
		fmt.Fprintln(pw, "piped")
		pw.CloseWithError(errDisk)
	}()
	_, err = io.Copy(os.Stdout, &CountReader{Reader: pr})
	fmt.Println(err, err == errDisk)
	var once sync.Once
	once.Do(func() { fmt.Println("once") })
	var lk sync.Locker = &c
	lk.Lock()
	fmt.Println(c.TryLock())
	lk.Unlock()
	var st fmt.Stringer = s
	fmt.Println(st.String() == s.Time.String(), strings.Contains(fmt.Sprint(&c == nil), "false"))
}
