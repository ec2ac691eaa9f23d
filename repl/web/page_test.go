// Package web holds the page that is riffle's prompt in a browser, and its tests.
package web

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	_ "riffle/internal/command" // see package built
	"riffle/internal/test/built"
	"riffle/internal/test/pytest"
	"riffle/internal/test/webkit"
	"riffle/internal/web/bundle"
)

func TestMain(m *testing.M) {
	built.WaitTogether(3)
	os.Exit(m.Run())
}

// TestPane looks at the page over a kernel that computes nothing. RIFFLE_SCREENSHOTS
// names a folder that keeps what the browser showed.
func TestPane(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	t.Parallel()
	b := builder(t)
	python, chromium := pytest.Browser(t)
	must(t, b.Page)
	run(t, chromium, python, "pane.py", b.Dir, webkit.Modules(t), t.TempDir())
}

// TestSessions types the sessions of doc/sessions.md on the page, and what else only
// riffle itself can answer.
func TestSessions(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	t.Parallel()
	python, chromium := pytest.Browser(t)
	b := whole(t)
	run(t, chromium, python, "sessions.py", b.Dir, filepath.Join(b.Root, "doc", "sessions.md"), built.Program(t), t.TempDir())
}

// TestFirefox types them in Firefox.
func TestFirefox(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	t.Parallel()
	python, firefox := pytest.Firefox(t)
	b := whole(t)
	run(t, firefox, python, "firefox_page.py", b.Dir, filepath.Join(b.Root, "doc", "sessions.md"))
}

// whole builds the page with riffle itself.
func whole(t *testing.T) *bundle.Builder {
	t.Helper()
	b := builder(t)
	if err := os.CopyFS(b.Dir, os.DirFS(webkit.Kit(t))); err != nil {
		t.Fatal(err)
	}
	must(t, b.Page)
	must(t, b.List)
	return b
}

// builder builds into a folder of the test's own. Without npm's packages the test is
// skipped; with CI=true in the environment it fails.
func builder(t *testing.T) *bundle.Builder {
	t.Helper()
	webkit.Modules(t)
	root, err := bundle.Root(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &bundle.Builder{Root: root, Dir: t.TempDir(), Quick: true}
}

func must(t *testing.T, step func(context.Context) error) {
	t.Helper()
	if err := step(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// run runs a script of testdata in a browser.
func run(t *testing.T, program, python, script string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), python, append([]string{filepath.Join("testdata", script)}, args...)...)
	cmd.Env = append(os.Environ(), "RIFFLE_BROWSER="+program, "PYTHONPATH="+filepath.Join("..", "..", "kernel", "testdata", "browser"), "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", script, err, out)
	}
	t.Logf("%s", out)
}
