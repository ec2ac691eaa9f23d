package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

type at struct{ b []byte }

func (a at) ReadAt(p []byte, off int64) (int, error) {
	if off >= int64(len(a.b)) {
		return 0, io.EOF
	}
	n := copy(p, a.b[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

type checker struct{ w, h int }

func (c checker) ColorModel() color.Model { return color.RGBAModel }
func (c checker) Bounds() image.Rectangle { return image.Rect(0, 0, c.w, c.h) }
func (c checker) At(x, y int) color.Color {
	if (x+y)%2 == 0 {
		return color.White
	}
	return tint{uint8(x)}
}

type tint struct{ v uint8 }

func (t tint) RGBA() (r, g, b, a uint32) { return uint32(t.v) * 257, 0, 0, 0xffff }

type rot13 struct{ r io.Reader }

func (r rot13) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	for i := range p[:n] {
		switch c := p[i] | 32; {
		case 'a' <= c && c <= 'm':
			p[i] += 13
		case 'n' <= c && c <= 'z':
			p[i] -= 13
		}
	}
	return n, err
}

type hello struct{ greeting string }

func (h hello) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Test", "yes")
	if r.URL.Path == "/bad" {
		http.Error(w, "bad", http.StatusTeapot)
		return
	}
	fmt.Fprintf(w, "%s %s %s", h.greeting, r.Method, r.URL.Query().Get("q"))
}

type statusWriter struct {
	http.ResponseWriter
	code int
}

func (s *statusWriter) WriteHeader(c int) { s.code = c; s.ResponseWriter.WriteHeader(c) }

func logged(next http.Handler, log *[]string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sw := &statusWriter{w, 200}
		next.ServeHTTP(sw, r)
		*log = append(*log, fmt.Sprint(r.URL.Path, " ", sw.code))
	})
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

type sum struct {
	hash.Hash64
	n int
}

func (s *sum) Write(p []byte) (int, error) { s.n += len(p); return s.Hash64.Write(p) }

type xor struct{ s byte }

func (x *xor) Write(p []byte) (int, error) {
	for _, b := range p {
		x.s ^= b
	}
	return len(p), nil
}
func (x *xor) Sum(b []byte) []byte { return append(b, x.s) }
func (x *xor) Reset()              { x.s = 0 }
func (x *xor) Size() int           { return 1 }
func (x *xor) BlockSize() int      { return 1 }

type safe struct {
	sync.Mutex
	m map[string]int
}

type ctxKey string

type deadlineCtx struct{ context.Context }

func (d deadlineCtx) Value(k any) any {
	if k == ctxKey("a") {
		return "overridden"
	}
	return d.Context.Value(k)
}

type Header struct {
	Magic [4]byte
	V     uint16
	N     int32
}

func main() {
	var zbuf bytes.Buffer
	zw := zip.NewWriter(&zbuf)
	w, _ := zw.Create("dir/a.txt")
	io.WriteString(w, "zipped")
	zw.Close()
	zr, err := zip.NewReader(at{zbuf.Bytes()}, int64(zbuf.Len()))
	fmt.Println(err)
	for _, f := range zr.File {
		rc, _ := f.Open()
		b, _ := io.ReadAll(rc)
		fmt.Println(f.Name, string(b), f.UncompressedSize64)
	}
	b, err := io.ReadAll(io.NewSectionReader(at{[]byte("0123456789")}, 2, 5))
	fmt.Println(string(b), err)
	var tbuf bytes.Buffer
	tw := tar.NewWriter(&tbuf)
	tw.WriteHeader(&tar.Header{Name: "x", Mode: 0600, Size: 3})
	tw.Write([]byte("abc"))
	tw.Close()
	tr := tar.NewReader(rot13{rot13{&tbuf}})
	h, err := tr.Next()
	fmt.Println(h.Name, err)
	var gbuf bytes.Buffer
	gz := gzip.NewWriter(&gbuf)
	gz.Write([]byte("gzip me"))
	gz.Close()
	gr, err := gzip.NewReader(&gbuf)
	io.Copy(os.Stdout, rot13{gr})
	fmt.Println(err)
	var pbuf bytes.Buffer
	fmt.Println(png.Encode(&pbuf, checker{4, 4}))
	im, format, err := image.Decode(&pbuf)
	fmt.Println(format, err, im.Bounds(), im.At(1, 0), im.At(0, 0))
	fmt.Println(color.GrayModel.Convert(tint{200}))
	var reqs []string
	srv := httptest.NewServer(logged(hello{"hi"}, &reqs))
	resp, err := http.Get(srv.URL + "/x?q=1+2")
	body, _ := io.ReadAll(resp.Body)
	fmt.Println(string(body), err, resp.StatusCode, resp.Header.Get("X-Test"))
	resp, _ = http.PostForm(srv.URL+"/bad", url.Values{"a": {"b"}})
	fmt.Println(resp.Status)
	srv.Close()
	fmt.Println(reqs)
	rec := httptest.NewRecorder()
	mux := http.NewServeMux()
	mux.Handle("GET /p/{id}", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "id ", r.PathValue("id")) }))
	mux.Handle("/", hello{"root"})
	mux.ServeHTTP(rec, httptest.NewRequest("GET", "/p/42", nil))
	fmt.Println(rec.Code, rec.Body)
	client := http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 299, Body: io.NopCloser(strings.NewReader("fake " + r.URL.Host)), Request: r}, nil
	})}
	resp, err = client.Get("http://nowhere.example/")
	body, _ = io.ReadAll(resp.Body)
	fmt.Println(resp.StatusCode, string(body), err)
	_, err = (&http.Client{Transport: transport(func(*http.Request) (*http.Response, error) { return nil, errors.New("no net") })}).Get("http://x.example")
	var ue *url.Error
	fmt.Println(err, errors.As(err, &ue))
	s := &sum{Hash64: fnv.New64a()}
	io.Copy(s, strings.NewReader("hash"))
	fmt.Println(s.n, s.Sum64())
	x := &xor{}
	io.MultiWriter(x, s).Write([]byte("abc"))
	fmt.Println(x.Sum(nil), s.n)
	hh := sha256.New()
	io.TeeReader(strings.NewReader("tee"), hh).Read(make([]byte, 3))
	fmt.Println(hex.EncodeToString(hh.Sum(nil))[:8])
	sf := safe{m: map[string]int{}}
	var wg sync.WaitGroup
	var n atomic.Int64
	for i := range 20 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sf.Lock()
			defer sf.Unlock()
			sf.m[fmt.Sprint(i%3)]++
			n.Add(int64(i))
		}()
	}
	wg.Wait()
	fmt.Println(sf.m, n.Load())
	pool := sync.Pool{New: func() any { return &xor{s: 7} }}
	y := pool.Get().(*xor)
	fmt.Println(y.s)
	pool.Put(y)
	var once sync.Once
	for range 3 {
		once.Do(func() { fmt.Println("once") })
	}
	var sm sync.Map
	sm.Store(ctxKey("k"), hello{"v"})
	v, ok := sm.Load(ctxKey("k"))
	fmt.Println(v.(hello).greeting, ok)
	ctx := deadlineCtx{context.WithValue(context.Background(), ctxKey("a"), 1)}
	child, cancel := context.WithTimeout(ctx, time.Hour)
	fmt.Println(child.Value(ctxKey("a")), child.Value(ctxKey("b")))
	cancel()
	fmt.Println(child.Err(), ctx.Err())
	hd := Header{[4]byte{'r', 'i', 'f', 'f'}, 2, -5}
	var bb bytes.Buffer
	fmt.Println(binary.Write(&bb, binary.BigEndian, hd), bb.Bytes(), binary.Size(hd))
	var hd2 Header
	fmt.Println(binary.Read(&bb, binary.BigEndian, &hd2), hd2 == hd)
	re := regexp.MustCompile(`(\w)(\d+)`)
	fmt.Println(re.ReplaceAllStringFunc("a1 b22", func(s string) string { return strings.ToUpper(s) + "!" }), re.ReplaceAllString("a1", "$2$1"), re.FindAllStringSubmatch("a1 b22", -1))
	fmt.Println(strings.FieldsFunc("a-b_c", func(r rune) bool { return !unicode.IsLetter(r) }), strings.Map(func(r rune) rune { return r + 1 }, "HAL"))
	z := new(big.Int).Exp(big.NewInt(2), big.NewInt(100), nil)
	f, _ := new(big.Float).SetString("1.5")
	fmt.Println(z, f, big.NewRat(3, 6), z.Cmp(big.NewInt(5)))
	fmt.Printf("%x %10.3f %s\n", z, f, z)
	d, _ := time.ParseDuration("1h15m30.918s")
	tm := time.Date(2024, time.February, 29, 12, 30, 0, 0, time.UTC)
	fmt.Println(d.Round(time.Minute), tm.Format(time.RFC1123), tm.AddDate(1, 0, 0).Weekday(), tm)
	pr, pw := io.Pipe()
	go func() {
		fmt.Fprint(pw, "through the pipe")
		pw.Close()
	}()
	b, _ = io.ReadAll(rot13{pr})
	fmt.Println(string(b))
}
