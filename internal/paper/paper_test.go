package paper

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPrint prints a page of two leaves.
func TestPrint(t *testing.T) {
	browser, err := Find()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if testing.Short() {
		t.Skip("starts a browser")
	}
	pdf, err := Print(t.Context(), browser, []byte(`<!DOCTYPE html><title>x</title><p>one<p style="break-before:page">two`))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(pdf), "/Type /Page\n"); n != 2 {
		t.Errorf("%d pages, want 2", n)
	}
}

func TestPrintSaysWhatWentWrong(t *testing.T) {
	dir := t.TempDir()
	for script, want := range map[string]string{
		"#!/bin/sh\necho no display >&2\nexit 3\n": "could not print: exit status 3; it said: no display",
		"#!/bin/sh\nexit 0\n":                      "could not print: it wrote no PDF",
	} {
		browser := filepath.Join(dir, "browser")
		if err := os.WriteFile(browser, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := Print(t.Context(), browser, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	stop := errors.New("interrupted")
	ctx, cancel := context.WithCancelCause(t.Context())
	os.WriteFile(filepath.Join(dir, "browser"), []byte("#!/bin/sh\nexec sleep 60\n"), 0o755)
	time.AfterFunc(50*time.Millisecond, func() { cancel(stop) })
	if _, err := Print(ctx, filepath.Join(dir, "browser"), nil); !errors.Is(err, stop) {
		t.Errorf("got %v, want %v", err, stop)
	}
}

func TestFind(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Find(); !errors.Is(err, ErrNone) && err != nil {
		t.Error(err)
	}
	getenv := func(name string) string { return map[string]string{"HOME": "/home", "ProgramFiles": "/p"}[name] }
	for system, want := range map[string]string{"darwin": filepath.FromSlash("/home/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
		"windows": filepath.FromSlash("/p/Microsoft/Edge/Application/msedge.exe")} {
		if got := strings.Join(browserPaths(system, getenv), "\n"); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", system, got, want)
		}
	}
}
