package main

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"riffle/internal/paper"
	"riffle/internal/web"
)

// measuring is a page that runs cells, loads itself again, and sends the times.
//
//go:embed measure.html
var measuring []byte

// measurePath and timesPath are the page's address and where its times go.
const (
	measurePath = "/measure.html"
	timesPath   = "/times"
)

// patience is the time for both visits of a browser.
const patience = 3 * time.Minute

// visit are the times of one visit, in ms since the page was asked for.
type visit struct {
	Ready int `json:"ready"` // the program has started
	First int `json:"first"` // NewLottery(40).Pick(6) has its value
	Next  int `json:"next"`  // 1+1 took so long
}

// watched is a site whose requests are noted.
type watched struct {
	site  http.Handler
	times chan []visit

	mu    sync.Mutex
	asked []string
}

func (w *watched) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case measurePath:
		to.Header().Set("Content-Type", "text/html; charset=utf-8")
		to.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		to.Header().Set("Cross-Origin-Embedder-Policy", "credentialless")
		to.Write(measuring)
	case timesPath:
		var visits []visit
		if err := json.NewDecoder(r.Body).Decode(&visits); err == nil {
			w.times <- visits
		}
	default:
		w.mu.Lock()
		w.asked = append(w.asked, strings.TrimPrefix(r.URL.Path, "/"))
		w.mu.Unlock()
		w.site.ServeHTTP(to, r)
	}
}

// reportSizes prints how large the parts of a packed site are, and how long a browser takes.
func reportSizes(ctx context.Context, out io.Writer, archive string) error {
	site, err := web.Open(archive)
	if err != nil {
		return err
	}
	w := &watched{site: site.Handler(), times: make(chan []visit, 1)}
	visits, err := browse(ctx, w)
	if err != nil {
		return err
	}
	slices.Sort(w.asked)
	first := slices.DeleteFunc(slices.Compact(w.asked), func(name string) bool { return !strings.HasPrefix(name, "kit/") })
	return errors.Join(printSizes(out, site, first), printTimes(out, visits))
}

// browse lets a browser visit the measuring page twice.
func browse(ctx context.Context, w *watched) ([]visit, error) {
	browser, err := paper.Find()
	if err != nil {
		return nil, err
	}
	profile, err := os.MkdirTemp("", "riffle-browser-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(profile)
	server := httptest.NewServer(w)
	defer server.Close()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	args := []string{"--headless", "--disable-gpu", "--user-data-dir=" + profile, "--remote-debugging-port=0", server.URL + measurePath}
	if os.Geteuid() == 0 {
		args = append([]string{"--no-sandbox"}, args...)
	}
	cmd := exec.CommandContext(ctx, browser, args...)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer cmd.Wait()
	defer cancel()
	select {
	case visits := <-w.times:
		return visits, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("the browser said nothing for %v: %w", patience, ctx.Err())
	}
}

// size are the bytes of some files.
type size struct{ files, raw, gzip, brotli int }

func (s *size) addFileSize(site *web.Site, name string) error {
	raw, packed, err := site.Sizes(name)
	if err != nil {
		return err
	}
	var small bytes.Buffer
	z, _ := gzip.NewWriterLevel(&small, gzip.BestCompression)
	z.Write(raw)
	z.Close()
	s.files++
	s.raw += len(raw)
	s.gzip += min(small.Len(), len(raw))
	s.brotli += packed
	return nil
}

// printSizes prints a table, in MB.
func printSizes(out io.Writer, site *web.Site, first []string) error {
	groups := []struct {
		name  string
		holds func(name string) bool
	}{
		{"to the first value, all that is fetched", func(name string) bool { return slices.Contains(first, name) }},
		{"riffle.wasm", func(name string) bool { return name == "kit/riffle.wasm" }},
		{"riffle-rest.wasm, fetched behind the first value", func(name string) bool { return name == "kit/riffle-rest.wasm" }},
		{"riffle-all.wasm, with all packages", func(name string) bool { return name == "kit/riffle-all.wasm" }},
		{"types and documentation, fetched one by one", func(name string) bool { return strings.HasPrefix(name, "kit/data/") }},
		{"the page and the embeds", func(name string) bool { return path.Dir(name) == "." || strings.HasPrefix(name, "page/") }},
		{"JupyterLite", func(name string) bool { return strings.HasPrefix(name, "lab/") }},
		{"all", func(string) bool { return true }},
	}
	table := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	fmt.Fprint(table, "| what\t| files\t| MB\t| gzip\t| brotli\t|\n|---\t|---:\t|---:\t|---:\t|---:\t|\n")
	for _, g := range groups {
		var s size
		for _, name := range site.Names() {
			if g.holds(name) {
				if err := s.addFileSize(site, name); err != nil {
					return err
				}
			}
		}
		fmt.Fprintf(table, "| %s\t| %d\t| %s\t| %s\t| %s\t|\n", g.name, s.files, mb(s.raw), mb(s.gzip), mb(s.brotli))
	}
	return table.Flush()
}

func mb(bytes int) string { return fmt.Sprintf("%.2f", float64(bytes)/1e6) }

// printTimes prints a table, in seconds.
func printTimes(out io.Writer, visits []visit) error {
	fmt.Fprint(out, "\n| s after the page is asked for | first visit | from the cache |\n|---|---:|---:|\n")
	for _, row := range []struct {
		name string
		of   func(visit) int
	}{
		{"the program has started", func(v visit) int { return v.Ready }},
		{"`NewLottery(40).Pick(6)` has its value", func(v visit) int { return v.First }},
		{"`1+1` behind it takes", func(v visit) int { return v.Next }},
	} {
		fmt.Fprintf(out, "| %s ", row.name)
		for _, v := range visits {
			fmt.Fprintf(out, "| %.3f ", float64(row.of(v))/1000)
		}
		fmt.Fprintln(out, "|")
	}
	return nil
}
