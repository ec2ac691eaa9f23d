package command

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"riffle/internal/web"
	"riffle/repl"
)

// webPort is riffle web's default port, always the same: a browser stores sessions and
// notebooks by it.
const webPort = 7433

// The parts of a site that people open.
const (
	labPath    = "lab/lab/index.html"
	lessonPath = "lab/notebooks/index.html?path="
)

// web serves riffle for a browser.
func (a *app) web(args []string) error {
	fs := newFlags("web")
	port := fs.Int("port", webPort, "serve at port `N`")
	quiet := fs.Bool("no-browser", false, "open no browser")
	with := fs.String("with", "", "add the files of the folder `DIR`")
	others, err := parseAround(fs, args)
	switch {
	case err != nil:
		return err
	case len(others) > 0:
		return usagef("web: unexpected argument %q%s; riffle help web shows how to call", others[0], didYouMean(others[0], []string{"site"}))
	case *port < 0 || *port > 65535:
		return usagef("web: --port %d, want 0 to 65535", *port)
	}
	site, err := a.site(*with)
	if err != nil {
		return fmt.Errorf("web: %w", err)
	}
	l, err := web.Listen(*port)
	if err != nil {
		return fmt.Errorf("web: %w", err)
	}
	address := "http://" + l.Addr().String() + "/"
	fmt.Fprintf(a.stdout, "riffle is at   %s\nthe course at  %s\nCtrl-C ends it. Everything runs in the browser and stays there.\n", address, address+labPath)
	if !*quiet {
		openBrowser(address)
	}
	err = a.heed(anySignal, func(ctx context.Context, _ *ending) error { return site.Serve(ctx, l) })
	if errors.Is(err, repl.ErrInterrupted) {
		return nil
	}
	return err
}

// webSite writes a site for any web server.
func (a *app) webSite(args []string) error {
	fs := newFlags("web site")
	with := fs.String("with", "", "add the files of the folder `DIR`")
	replace := fs.Bool("replace", false, "replace an older site")
	others, err := parseAround(fs, args)
	switch {
	case err != nil:
		return err
	case len(others) == 0 || others[0] == "":
		return usagef("web site: no folder named; riffle web site DIR")
	case len(others) > 1:
		return usagef("web site: unexpected argument %q; riffle web site DIR", others[1])
	}
	dir := others[0]
	if *with != "" && (inside(dir, *with) || inside(*with, dir)) {
		return fmt.Errorf("web site: %s and %s are in each other, so the site would be part of itself; name another folder", dir, *with)
	}
	site, err := a.site(*with)
	if err == nil {
		err = site.Write(dir, *replace)
	}
	if err != nil {
		return fmt.Errorf("web site: %w", err)
	}
	fmt.Fprintf(a.stdout, "wrote %s to %s, for any web server, in any folder of it.\n  index.html  a prompt in the browser, and examples\n  %s  JupyterLab with the course\n  %sNAME.ipynb  one notebook\nTo try it here: riffle web\n",
		plural(len(site.Names()), "file"), dir, labPath, lessonPath)
	return nil
}

// site is the built parts, the course and a teacher's folder.
func (a *app) site(with string) (*web.Site, error) {
	sheets, err := web.Lessons()
	if err != nil {
		return nil, err
	}
	if with != "" {
		own, handedOut, err := web.Folder(with)
		if err != nil {
			return nil, err
		}
		for _, name := range handedOut {
			fmt.Fprintf(a.stdout, "%s is handed out without its solutions and hidden tests\n", name)
		}
		sheets = web.Merge(sheets, own)
	}
	return web.New(sheets)
}

// inside reports whether a path is a folder or in it, with links resolved.
func inside(name, dir string) bool {
	a, err1 := resolve(name)
	b, err2 := resolve(dir)
	rel, err3 := filepath.Rel(b, a)
	return err1 == nil && err2 == nil && err3 == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// resolve is a path without links, whose end may not exist yet.
func resolve(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	above := filepath.Dir(name)
	if real, err := filepath.EvalSymlinks(name); err == nil || above == name {
		return real, err
	}
	above, err = resolve(above)
	return filepath.Join(above, filepath.Base(name)), err
}

// openBrowser opens an address in the user's browser. If that fails there is still the
// address on the terminal.
func openBrowser(address string) {
	command := map[string][]string{
		"darwin":  {"open", address},
		"windows": {"rundll32", "url.dll,FileProtocolHandler", address},
	}[runtime.GOOS]
	if command == nil {
		command = []string{"xdg-open", address}
	}
	cmd := exec.Command(command[0], command[1:]...)
	if cmd.Start() == nil {
		go cmd.Wait()
	}
}
