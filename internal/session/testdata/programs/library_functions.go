// Functions of the user's become function types of the library, wherever values go.
package main

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing/fstest"
)

type visitor struct{ seen []string }

func (v *visitor) visit(path string, _ fs.DirEntry, err error) error {
	v.seen = append(v.seen, filepath.Base(path))
	return err
}

func visit(path string, d fs.DirEntry, err error) error {
	fmt.Println("visit", path, d.IsDir())
	return err
}

func hello(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "hello ", r.URL.Path) }

func walkWithDefer(fsys fs.FS) {
	defer fmt.Println("walked")
	fs.WalkDir(fsys, ".", visit)
}

func walkFunc() fs.WalkDirFunc { return visit }

func answer(h http.Handler) string {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
	return w.Body.String()
}

func handlers() {
	defer fmt.Println("handled")
	fmt.Println(answer(http.HandlerFunc(hello)))
	byName := map[string]http.HandlerFunc{"hello": hello}
	fmt.Println(answer(byName["hello"]))
	list := []http.HandlerFunc{hello, nil}
	fmt.Println(answer(list[0]), list[1] == nil)
	ch := make(chan http.HandlerFunc, 1)
	ch <- hello
	fmt.Println(answer(<-ch))
	var h http.HandlerFunc = hello
	h = func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "literal") }
	fmt.Println(answer(h))
	var array [1]http.HandlerFunc
	array[0] = hello
	fmt.Println(answer(array[0]))
	mux := http.NewServeMux()
	mux.HandleFunc("/x", hello)
	fmt.Println(answer(mux))
	var iface http.Handler = http.HandlerFunc(hello)
	fmt.Println(answer(iface))
	if f, ok := iface.(http.HandlerFunc); ok {
		fmt.Println(answer(f))
	}
	type routes struct {
		Root  http.HandlerFunc
		Other []http.HandlerFunc
	}
	r := routes{Root: hello, Other: []http.HandlerFunc{hello}}
	fmt.Println(answer(r.Root), answer(r.Other[0]))
	fmt.Println(answer(http.StripPrefix("/x", http.HandlerFunc(hello))))
}

func fields() {
	defer fmt.Println("stored")
	server := http.Server{ConnState: nil, ErrorLog: nil}
	fmt.Println(server.ConnState == nil)
	cmd := exec.Command("true")
	cmd.Cancel = func() error { return os.ErrClosed }
	fmt.Println(cmd.Cancel())
	cmd.Cancel = canceled
	fmt.Println(cmd.Cancel())
	t := http.Transport{Proxy: noProxy}
	fmt.Println(t.Proxy(httptest.NewRequest("GET", "/", nil)))
}

func canceled() error { return os.ErrExist }

func noProxy(r *http.Request) (u *url.URL, err error) {
	return nil, fmt.Errorf("no proxy for %s", r.Method)
}

func upper(s string) string { return strings.ToUpper(s) }

func main() {
	fsys := fstest.MapFS{"a/b.txt": {Data: []byte("x")}, "c.txt": {}}
	walkWithDefer(fsys)
	fs.WalkDir(fsys, ".", walkFunc())
	v := &visitor{}
	fs.WalkDir(fsys, ".", v.visit)
	fmt.Println(v.seen)
	w := v.visit
	func() {
		defer fmt.Println("method value")
		fs.WalkDir(fsys, "a", w)
	}()
	fmt.Println(len(v.seen))
	handlers()
	fields()
	less := func(a, b string) bool { return a > b }
	names := []string{"a", "b"}
	sort.Slice(names, func(i, j int) bool { return less(names[i], names[j]) })
	fmt.Println(names, strings.Map(func(r rune) rune { return r + 1 }, "abc"), upper("x"))
	apply := []func(string) string{upper, strings.ToLower}
	for _, f := range apply {
		fmt.Print(f("Mixed"), " ")
	}
	fmt.Println()
}
