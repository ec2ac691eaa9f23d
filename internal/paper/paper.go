// Package paper prints a document of HTML as a PDF, by a browser that is on the machine:
// Chromium or one of its relatives, without a window. Find one, then call Print.
package paper

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// ErrNone is the error of Find on a machine without such a browser.
var ErrNone = errors.New("found no Chromium, Chrome, Edge or Brave on this machine")

// names are the browsers' programs, as PATH may have them.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
	"microsoft-edge", "microsoft-edge-stable", "msedge", "brave-browser", "brave"}

// Find returns the path of a browser that prints.
func Find() (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	for _, path := range browserPaths(runtime.GOOS, os.Getenv) {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path, nil
		}
	}
	return "", ErrNone
}

// browserPaths are where installers put the browsers that PATH doesn't name.
func browserPaths(system string, getenv func(string) string) (paths []string) {
	switch system {
	case "darwin":
		for _, app := range []string{"Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"} {
			for _, root := range []string{"/Applications", filepath.Join(getenv("HOME"), "Applications")} {
				paths = append(paths, filepath.Join(root, app+".app", "Contents", "MacOS", app))
			}
		}
	case "windows":
		for _, root := range []string{"ProgramFiles", "ProgramFiles(x86)", "LocalAppData"} {
			if dir := getenv(root); dir != "" {
				paths = append(paths, filepath.Join(dir, "Google", "Chrome", "Application", "chrome.exe"),
					filepath.Join(dir, "Microsoft", "Edge", "Application", "msedge.exe"),
					filepath.Join(dir, "Chromium", "Application", "chrome.exe"),
					filepath.Join(dir, "BraveSoftware", "Brave-Browser", "Application", "brave.exe"))
			}
		}
	}
	return paths
}

// patience is how long a browser may take.
const patience = 2 * time.Minute

// Print returns the document as a PDF. The browser gets a profile of its own, so that it
// neither disturbs nor knows one that is open, and no network.
func Print(ctx context.Context, browser string, document []byte) ([]byte, error) {
	dir, err := os.MkdirTemp("", "riffle-print-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "page.html"), filepath.Join(dir, "page.pdf")
	if err := os.WriteFile(in, document, 0o600); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("it took longer than %v", patience))
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, browserArgs(dir, in, out)...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.WaitDelay = time.Second // children of a browser that was stopped may hold its output
	err = cmd.Run()
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	pdf, readErr := os.ReadFile(out)
	switch {
	case err == nil && readErr == nil && bytes.HasPrefix(pdf, []byte("%PDF-")):
		return pdf, nil
	case err == nil:
		err = errors.New("it wrote no PDF")
	}
	return nil, fmt.Errorf("%s could not print: %w%s", browser, err, lastSaid(said.String()))
}

// browserArgs are the browser's. Its sandbox doesn't work for root, as in containers; the
// documents printed here run no scripts.
func browserArgs(dir, in, out string) []string {
	args := []string{"--headless", "--disable-gpu", "--no-first-run", "--no-default-browser-check", "--disable-extensions",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND",
		"--user-data-dir=" + filepath.Join(dir, "profile"), "--no-pdf-header-footer", "--generate-pdf-document-outline",
		"--print-to-pdf=" + out}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox")
	}
	page := url.URL{Scheme: "file", Path: filepath.ToSlash(in)}
	if !strings.HasPrefix(page.Path, "/") { // C:/…
		page.Path = "/" + page.Path
	}
	return append(args, page.String())
}

// lastSaid is what a program said last, for an error.
func lastSaid(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return "; it said: " + last
	}
	return ""
}
