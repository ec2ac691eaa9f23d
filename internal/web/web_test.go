package web

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"

	"riffle/internal/web/listing"
)

// page is long enough to be packed.
var page = "<!doctype html>" + strings.Repeat("shuffle ", 100)

// archive is what the build writes, of a few files.
func archive(t *testing.T) map[string]*file {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	add := func(name string, data []byte) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		w.Write(data)
	}
	var packed bytes.Buffer
	w := brotli.NewWriter(&packed)
	io.WriteString(w, page)
	w.Close()
	add("index.html.br", packed.Bytes())
	add("lab/lab/index.html.br", packed.Bytes())
	add("kit/riffle.wasm", []byte("\x00asm"))
	z.Close()
	files, err := unzip(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var morning = time.Date(2026, time.March, 4, 5, 6, 7, 0, time.UTC)

func testSite(t *testing.T) *Site {
	t.Helper()
	s, err := assemble(archive(t), []Sheet{
		{Name: "01-lottery.ipynb", Data: []byte("{}")},
		{Name: "week 1/data/draws.csv", Data: []byte("1,2"), Modified: morning},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestHandler(t *testing.T) {
	h := testSite(t).Handler()
	tests := []struct {
		name, path, host, encoding string
		method                     string
		status                     int
		media, packed, text        string
	}{
		{name: "root", path: "/", status: 200, media: "text/html; charset=utf-8", text: page},
		{name: "packed", path: "/index.html", encoding: "gzip, br;q=0.9", status: 200, media: "text/html; charset=utf-8", packed: "br", text: page},
		{name: "refused", path: "/", encoding: "br;q=0, gzip", status: 200, media: "text/html; charset=utf-8", text: page},
		{name: "stored as it is", path: "/kit/riffle.wasm", encoding: "br", status: 200, media: "application/wasm", text: "\x00asm"},
		{name: "index of a folder", path: "/lab/lab/", status: 200, media: "text/html; charset=utf-8", text: page},
		{name: "folder", path: "/lab/lab?path=a", status: 301},
		{name: "blank", path: "/lab/files/week%201/data/draws.csv", status: 200, media: "application/octet-stream", text: "1,2"},
		{name: "none", path: "/lab/none", status: 404},
		{name: "above", path: "/../../etc/passwd", status: 404},
		{name: "head", method: "HEAD", path: "/", status: 200, media: "text/html; charset=utf-8"},
		{name: "post", method: "POST", path: "/", status: 405},
		{name: "loopback", path: "/kit/riffle.wasm", host: "127.0.0.1:7433", status: 200, media: "application/wasm", text: "\x00asm"},
		{name: "version 6", path: "/kit/riffle.wasm", host: "[::1]:7433", status: 200, media: "application/wasm", text: "\x00asm"},
		{name: "rebound name", path: "/", host: "evil.example:7433", status: 403},
		{name: "name that begins so", path: "/", host: "127.0.0.1.evil.example", status: 403},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			method := tt.method
			if method == "" {
				method = http.MethodGet
			}
			r := httptest.NewRequest(method, "http://localhost:7433/", nil)
			r.URL.Path, r.URL.RawQuery, _ = strings.Cut(strings.ReplaceAll(tt.path, "%20", " "), "?")
			if tt.host != "" {
				r.Host = tt.host
			}
			r.Header.Set("Accept-Encoding", tt.encoding)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != tt.status {
				t.Fatalf("status %d, want %d", w.Code, tt.status)
			}
			if got := w.Header().Get("Cross-Origin-Opener-Policy"); got != "same-origin" {
				t.Errorf("Cross-Origin-Opener-Policy: %q", got)
			}
			if tt.status == 301 && w.Header().Get("Location") != "./lab/?path=a" {
				t.Errorf("Location: %s", w.Header().Get("Location"))
			}
			if tt.status != 200 {
				return
			}
			if got := w.Header().Get("Content-Type"); got != tt.media {
				t.Errorf("Content-Type: %s, want %s", got, tt.media)
			}
			if got := w.Header().Get("Content-Encoding"); got != tt.packed {
				t.Errorf("Content-Encoding: %q, want %q", got, tt.packed)
			}
			var body io.Reader = w.Body
			if tt.packed != "" {
				body = brotli.NewReader(body)
			}
			if text, err := io.ReadAll(body); err != nil || string(text) != tt.text {
				t.Errorf("%q, %v, want %q", text, err, tt.text)
			}
		})
	}
}

func TestTags(t *testing.T) {
	h := testSite(t).Handler()
	ask := func(encoding, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "http://localhost/index.html", nil)
		r.Header.Set("Accept-Encoding", encoding)
		r.Header.Set("If-None-Match", tag)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	plain, packed := ask("", "").Header().Get("ETag"), ask("br", "").Header().Get("ETag")
	if plain == packed || plain == "" {
		t.Fatalf("tags %s and %s", plain, packed)
	}
	for _, tt := range []struct {
		encoding, tag string
		want          int
	}{
		{"", plain, 304}, {"br", packed, 304}, {"br", "W/" + packed, 304}, {"", `"x", ` + plain, 304},
		{"", packed, 200}, {"br", plain, 200}, {"", `"x"`, 200},
	} {
		if got := ask(tt.encoding, tt.tag).Code; got != tt.want {
			t.Errorf("encoding %q, tag %s: %d, want %d", tt.encoding, tt.tag, got, tt.want)
		}
	}
}

func TestContents(t *testing.T) {
	s := testSite(t)
	list := func(dir string) (names []string) {
		f := s.files["lab/api/contents/"+dir+"all.json"]
		if f == nil {
			t.Fatalf("no listing of %q; there are %v", dir, s.Names())
		}
		var e entry
		if err := json.Unmarshal(f.data, &e); err != nil {
			t.Fatal(err)
		}
		for _, c := range e.Content {
			names = append(names, strings.Join([]string{c.Type, c.Name, c.Path, c.LastModified}, " "))
		}
		return names
	}
	for dir, want := range map[string][]string{
		"":             {"notebook 01-lottery.ipynb 01-lottery.ipynb 0001-01-01T00:00:00Z", "directory week 1 week 1 2026-03-04T05:06:07Z"},
		"week 1/":      {"directory data week 1/data 2026-03-04T05:06:07Z"},
		"week 1/data/": {"file draws.csv week 1/data/draws.csv 2026-03-04T05:06:07Z"},
	} {
		if diff := cmp.Diff(want, list(dir)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", dir, diff)
		}
	}
	if _, err := assemble(nil, []Sheet{{Name: "../x"}}); err == nil {
		t.Error("no error for a sheet outside of the site")
	}
}

func TestWrite(t *testing.T) {
	s, dir := testSite(t), t.TempDir()
	if err := s.Write(dir, false); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"index.html": page, "kit/riffle.wasm": "\x00asm", "lab/files/01-lottery.ipynb": "{}"} {
		if got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); string(got) != want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	err := s.Write(dir, false)
	if err == nil || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("over an older site: %v", err)
	}
	if err := s.Write(dir, true); err != nil {
		t.Errorf("replacing: %v", err)
	}
}

// TestWriteElsewhere: a file in a folder's place, or a link there, is reported before
// anything is written.
func TestWriteElsewhere(t *testing.T) {
	s, top, out := testSite(t), t.TempDir(), t.TempDir()
	file, dir := filepath.Join(top, "file"), filepath.Join(top, "site")
	if err := errors.Join(os.WriteFile(file, nil, 0o644), os.Mkdir(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	if err := s.Write(file, true); err == nil || !strings.Contains(err.Error(), "is a file; name a folder") {
		t.Errorf("into a file: %v", err)
	}
	if err := os.Symlink(out, filepath.Join(dir, "kit")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	for _, replace := range []bool{false, true} {
		if err := s.Write(dir, replace); err == nil || !strings.Contains(err.Error(), "kit is a link that leads out of the site's folder") {
			t.Errorf("over a link, replacing %v: %v", replace, err)
		}
	}
	for dir, want := range map[string]int{dir: 1, out: 0} {
		if left, err := os.ReadDir(dir); len(left) != want || err != nil {
			t.Errorf("%s has %v, %v", dir, left, err)
		}
	}
}

// TestReplace: of an older site nothing is left, and all that is beside it.
func TestReplace(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "outside")
	older, err := assemble(archive(t), []Sheet{{Name: "solutions/01.ipynb", Data: []byte("secret")}, {Name: "01-lottery.ipynb", Data: []byte("old")}})
	if err == nil {
		err = older.Write(dir, false)
	}
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for name, text := range map[string]string{outside: "untouched", at("CNAME"): "teacher.example", at("lab/files/own.txt"): "mine"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	os.Remove(at("index.html"))
	links := os.Symlink(outside, at("index.html")) == nil
	if err := testSite(t).Write(dir, true); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		outside: "untouched", at("index.html"): page, at("CNAME"): "teacher.example", at("lab/files/own.txt"): "mine", at("lab/files/01-lottery.ipynb"): "{}",
	} {
		if got, err := os.ReadFile(name); string(got) != want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"lab/files/solutions", "lab/api/contents/solutions", unfinished} {
		if _, err := os.Lstat(at(name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	if !links {
		return
	}
	os.RemoveAll(at("kit"))
	os.Symlink(filepath.Dir(outside), at("kit"))
	if err := testSite(t).Write(dir, true); err == nil || !strings.Contains(err.Error(), at("kit")+" is a link that leads out") {
		t.Errorf("through a link that leads away: %v", err)
	}
}

// TestReplaceNoSite: a folder that has another's list of files is left as it is.
func TestReplaceNoSite(t *testing.T) {
	for _, text := range []string{"{", "[]", `{"version":"","page":["index.html"]}`, `{"version":"1","page":["../own.txt"]}`} {
		dir := filepath.Join(t.TempDir(), "site")
		os.Mkdir(dir, 0o755)
		for name, text := range map[string]string{"site/files.json": text, "own.txt": "mine"} {
			if err := os.WriteFile(filepath.Join(dir, "..", filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := testSite(t).Write(dir, true); err == nil || !strings.Contains(err.Error(), "no list of a site's files") {
			t.Errorf("%s: %v", text, err)
		}
		if inside, _ := os.ReadDir(dir); len(inside) != 1 {
			t.Errorf("%s: %d files", text, len(inside))
		}
		if _, err := os.Stat(filepath.Join(dir, "..", "own.txt")); err != nil {
			t.Error(err)
		}
	}
}

func TestSheets(t *testing.T) {
	lessons, err := Lessons()
	if err != nil || len(lessons) < 13 {
		t.Fatalf("%d lessons, %v", len(lessons), err)
	}
	for _, l := range lessons {
		if bytes.Contains(l.Data, []byte("BEGIN SOLUTION")) || bytes.Contains(l.Data, []byte("BEGIN HIDDEN")) {
			t.Errorf("%s has what students mustn't see", l.Name)
		}
	}
	dir := t.TempDir()
	source, err := os.ReadFile(filepath.FromSlash("../../notebooks/01-lottery.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"01-lottery.ipynb": string(source), "data/a.csv": "1", ".git/config": "x", "sub/.env": "x"} {
		to := filepath.Join(dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(to), 0o755)
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	own, handedOut, err := Folder(dir)
	if err != nil || !slices.Equal(handedOut, []string{"01-lottery.ipynb"}) {
		t.Fatalf("handed out %v, %v", handedOut, err)
	}
	all := Merge(lessons, own)
	if len(own) != 2 || len(all) != len(lessons)+1 || bytes.Contains(own[0].Data, []byte("BEGIN SOLUTION")) {
		t.Errorf("%d sheets of the folder, %d in all", len(own), len(all))
	}
	os.WriteFile(filepath.Join(dir, "bad.ipynb"), []byte("{"), 0o644)
	if _, _, err := Folder(dir); err == nil || !strings.Contains(err.Error(), "bad.ipynb") {
		t.Errorf("a file that isn't a notebook: %v", err)
	}
}

// TestFolderNamed is about what may be named as a teacher's folder.
func TestFolderNamed(t *testing.T) {
	top := t.TempDir()
	folder, file, link, empty := filepath.Join(top, "real"), filepath.Join(top, "real", "a.csv"), filepath.Join(top, "link"), filepath.Join(top, "empty")
	err := errors.Join(os.Mkdir(folder, 0o755), os.WriteFile(file, []byte("1"), 0o644), os.Mkdir(empty, 0o755))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", link); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	} else if err == nil {
		for _, name := range []string{link, link + string(filepath.Separator)} {
			if sheets, _, err := Folder(name); err != nil || len(sheets) != 1 || sheets[0].Name != "a.csv" {
				t.Errorf("%s: %v, %v", name, sheets, err)
			}
		}
	}
	for name, want := range map[string]string{
		file:                       "is a file",
		empty:                      "no files",
		filepath.Join(top, "nope"): "there is no folder ",
	} {
		if _, _, err := Folder(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want it to say %q", name, err, want)
		}
	}
}

// TestFolderUnaddressable: JupyterLite asks for files under their names as they are.
func TestFolderUnaddressable(t *testing.T) {
	for name, open := range map[string]bool{"ü ö & (1).txt": true, "a+b=c;@!.txt": true, "#1.txt": false, "100%.txt": false, "why?.txt": false, "two\nlines.txt": false} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			continue // not all systems have such names
		}
		if _, _, err := Folder(dir); (err == nil) != open || err != nil && !strings.Contains(err.Error(), "rename it") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestFolderWithSigns is about a folder whose name isn't what a URL says.
func TestFolderWithSigns(t *testing.T) {
	for path, want := range map[string]string{
		"/week%201%3F":   "./week%201%3F/",
		"/50%25?a=b%20c": "./50%25/?a=b%20c",
		"/a:b":           "./a:b/",
	} {
		r := httptest.NewRequest("GET", "http://localhost"+path, nil)
		s := Site{files: map[string]*file{strings.TrimPrefix(r.URL.Path, "/") + "/index.html": {data: []byte(page)}}}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if got := w.Header().Get("Location"); got != want || w.Code != http.StatusMovedPermanently {
			t.Errorf("%s: %d, Location %q, want %q", path, w.Code, got, want)
		}
	}
}

// TestFolderTooLarge names a folder with a file that is large but takes no room.
func TestFolderTooLarge(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "all.bin"))
	if err == nil {
		err = errors.Join(f.Truncate(mostBytes+1), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Folder(dir); err == nil || !strings.Contains(err.Error(), "500 MB") {
		t.Errorf("%v", err)
	}
	for _, test := range []struct {
		files, size int64
		want        bool
	}{{1, 10, true}, {2, 5, true}, {3, 1, false}, {1, 11, false}} {
		room, got := room{files: 2, bytes: 10}, true
		for range test.files {
			got = room.takeRoom(test.size)
		}
		if got != test.want {
			t.Errorf("%d files of %d bytes: %v", test.files, test.size, got)
		}
	}
}

// TestWriteBroken can't write the last of the files, and so no list of them.
func TestWriteBroken(t *testing.T) {
	s, dir := testSite(t), t.TempDir()
	names := s.Names()
	if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(names[len(names)-1])), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := s.Write(dir, true); err == nil {
		t.Error("no error for a file in place of which there is a folder")
	}
	if _, err := os.Stat(filepath.Join(dir, listing.Name)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the list of files: %v", err)
	}
}
