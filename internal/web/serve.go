package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// types are the media types of a site's files. Those of the system may be wrong.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".gz":          "application/gzip",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".ipynb":       "application/json",
	".jpg":         "image/jpeg",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".mjs":         "text/javascript; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff":        "font/woff",
	".woff2":       "font/woff2",
}

// mediaType is that of a file.
func mediaType(name string) string {
	if t := types[strings.ToLower(path.Ext(name))]; t != "" {
		return t
	}
	return "application/octet-stream"
}

// Handler serves the site. With the headers of isolation, cells in a browser share memory
// with the page, which interrupts them at once. A browser asks each time whether a file
// that it has is still current, and gets a short answer.
func (s *Site) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Embedder-Policy", "credentialless")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("X-Content-Type-Options", "nosniff")
		switch {
		case !isLocal(r.Host):
			http.Error(w, "riffle web answers only to this machine's own names, such as localhost", http.StatusForbidden)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "files can only be read", http.StatusMethodNotAllowed)
		default:
			s.serveFile(w, r)
		}
	})
}

// isLocal reports whether a request was made to this machine by a name of its own. A page
// elsewhere could give its own name this machine's address, and read what is served.
func isLocal(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

func (s *Site) serveFile(w http.ResponseWriter, r *http.Request) {
	name, folder := s.findFile(r.URL.Path)
	f := s.files[name]
	switch {
	case folder:
		to := url.URL{Path: "./" + path.Base(name) + "/", RawQuery: r.URL.RawQuery}
		w.Header().Set("Location", to.String())
		w.WriteHeader(http.StatusMovedPermanently)
		return
	case f == nil:
		http.NotFound(w, r)
		return
	}
	tag, err := s.contentTag(name)
	if err == nil {
		err = f.sendFile(w, r, mediaType(name), tag)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// sendFile answers a request with the file, packed if the browser can unpack it.
func (f *file) sendFile(w http.ResponseWriter, r *http.Request, media, tag string) error {
	packed := f.packed && acceptsEncoding(r.Header.Get("Accept-Encoding"), "br")
	if packed {
		tag += "-br"
	}
	h := w.Header()
	h.Set("Content-Type", media)
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", strconv.Quote(tag))
	if f.packed {
		h.Set("Vary", "Accept-Encoding")
	}
	if matches(r.Header.Get("If-None-Match"), strconv.Quote(tag)) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	read := f.fileContent
	if packed {
		read = f.raw
	}
	data, err := read()
	if err != nil {
		return err
	}
	if packed {
		h.Set("Content-Encoding", "br")
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	if r.Method == http.MethodGet {
		w.Write(data)
	}
	return nil
}

// acceptsEncoding reports whether a header names an encoding and doesn't refuse it.
func acceptsEncoding(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(strings.ReplaceAll(part, " ", ""), ";")
		if strings.EqualFold(name, encoding) {
			weight, err := strconv.ParseFloat(strings.TrimPrefix(params, "q="), 64)
			return err != nil || weight > 0
		}
	}
	return false
}

// matches reports whether a browser's header names the tag, so that it has the file
// already.
func matches(header, tag string) bool {
	tags := strings.Split(strings.ReplaceAll(header, " ", ""), ",")
	return slices.ContainsFunc(tags, func(t string) bool { return t == "*" || strings.TrimPrefix(t, "W/") == tag })
}

// inUseOnWindows is what Windows says in place of EADDRINUSE: WSAEADDRINUSE.
const inUseOnWindows = syscall.Errno(10048)

// Listen takes a port of this machine, for itself alone; 0 takes any.
func Listen(port int) (net.Listener, error) {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, inUseOnWindows) {
		return nil, fmt.Errorf("port %d is in use, perhaps by another riffle web; choose another with --port N (what a browser keeps of notebooks belongs to the port)", port)
	}
	return l, err
}

// goodbye is how long open requests may take when the server ends.
const goodbye = time.Second

// Serve serves the site until the context ends.
func (s *Site) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
	defer cancel()
	if server.Shutdown(last) != nil {
		server.Close()
	}
	<-done
	return nil
}
