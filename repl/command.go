package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/proto"
)

// command is a % line that concerns the terminal, not the session: the engine
// never sees it.
type command struct {
	name string
	args string // as the help shows them
	doc  string // one sentence
	run  func(f *front, ctx context.Context, args string) error
}

// usage is the command with its arguments.
func (c command) usage() string { return strings.TrimSpace(c.name + " " + c.args) }

// commands lists what the terminal answers itself, in alphabetical order. It is
// a function because running a command can run cells, which look commands up.
func commands() []command {
	return []command{
		{"%edit", "[N]", "opens the latest input, or input N, in $EDITOR and runs it", (*front).edit},
		{"%exit", "", "leaves", (*front).quit},
		{"%help", "[MAGIC]", "lists the magics, or explains one", (*front).help},
		{"%history", "[TEXT]", "lists this session's inputs, or all earlier ones with TEXT", (*front).showHistory},
		{"%quit", "", "leaves", (*front).quit},
		{"%save", "FILE", "writes what ran well as a script for riffle run", (*front).save},
	}
}

// findCommand finds a command by its name.
func findCommand(name string) (command, bool) {
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		return command{}, false
	}
	return all[i], true
}

// parseCommand recognizes a source that is one of our commands on one line.
func parseCommand(source string) (c command, args string, ok bool) {
	source = strings.TrimSpace(source)
	if !strings.HasPrefix(source, "%") || strings.Contains(source, "\n") {
		return command{}, "", false
	}
	name, args, _ := strings.Cut(source, " ")
	c, ok = findCommand(name)
	return c, strings.TrimSpace(args), ok
}

// completeCommand adds the commands that an unfinished line may mean to what
// the engine offers for it.
func completeCommand(source string, pos int, c proto.Completion) proto.Completion {
	typed := strings.TrimLeft(source[:pos], " ")
	if !strings.HasPrefix(typed, "%") || pos < len(source) {
		return c
	}
	ours := commands()
	items := slices.DeleteFunc(slices.Clone(c.Items), func(i proto.Candidate) bool {
		return slices.ContainsFunc(ours, func(c command) bool { return c.name == i.Text })
	})
	found := false
	for _, o := range ours {
		if strings.HasPrefix(o.name, typed) {
			items = append(items, proto.Candidate{Text: o.name, Kind: "magic", Type: o.usage(), Doc: o.doc})
			found = true
		}
	}
	if !found {
		return c
	}
	slices.SortFunc(items, func(a, b proto.Candidate) int { return strings.Compare(a.Text, b.Text) })
	return proto.Completion{Start: pos - len(typed), End: pos, Items: items}
}

// help has the session list its magics, and lists the terminal's own below; or
// it explains one.
func (f *front) help(ctx context.Context, name string) error {
	if name != "" {
		if c, ok := findCommand("%" + strings.TrimLeft(name, "%")); ok {
			f.screen.line(c.usage() + "\n    " + c.doc)
			return nil
		}
		return f.run(ctx, "%help "+name)
	}
	if err := f.run(ctx, "%help"); err != nil || f.lines == nil {
		return err
	}
	lines := []string{"and here in the terminal"}
	for _, c := range commands() {
		if c.name != "%help" {
			lines = append(lines, fmt.Sprintf("%-19s %s", c.usage(), c.doc))
		}
	}
	f.screen.line(strings.Join(lines, "\n"))
	return nil
}

// refuse shows why a command could not do its work.
func (f *front) refuse(format string, args ...any) error {
	f.screen.fail(&proto.CellError{Name: "error", Message: fmt.Sprintf(format, args...)})
	return ErrFailed
}

func (f *front) quit(context.Context, string) error { return errQuit }

// showHistory lists the cells of this session, or with a text the remembered
// entries of all sessions that contain it.
func (f *front) showHistory(_ context.Context, text string) error {
	if text == "" {
		for _, c := range f.done {
			f.screen.line(numbered(c.n, c.source))
		}
		return nil
	}
	for _, entry := range f.cfg.History.Entries() {
		if strings.Contains(entry, text) {
			f.screen.line(entry)
		}
	}
	return nil
}

// numbered puts a cell's number before its first line and indents the others
// to stand below it.
func numbered(n int, source string) string {
	return fmt.Sprintf("%4d  %s", n, strings.ReplaceAll(source, "\n", "\n      "))
}

// cellMark separates the cells of a script.
const cellMark = "// %%"

// save writes the cells that ran well as a script for riffle run.
func (f *front) save(_ context.Context, name string) error {
	if name == "" {
		return f.refuse("%%save: no file named, want %%save FILE")
	}
	var good []string
	for _, c := range f.done {
		if c.ok {
			good = append(good, strings.TrimRight(c.source, "\n")+"\n")
		}
	}
	if len(good) == 0 {
		return f.refuse("%%save %s: no cell has run well yet", name)
	}
	script := strings.Join(good, cellMark+"\n")
	if err := writeNew(f.path(name), script); err != nil {
		return f.refuse("%%save: %v", err)
	}
	f.screen.note(fmt.Sprintf("wrote %s to %s; riffle run %s runs %s", plural(len(good), "cell"), name, name, oneOrMany(len(good), "it", "them")))
	return nil
}

func plural(n int, thing string) string {
	return fmt.Sprintf("%d %s", n, oneOrMany(n, thing, thing+"s"))
}

func oneOrMany(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// path is where a name that the person typed leads, from the directory in which
// the session works.
func (f *front) path(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if f.dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(f.dir, name)
}

// writeNew writes a file that must not exist yet: a slip of the keyboard
// should not cost somebody their homework.
func writeNew(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists already; choose another name or remove it", name)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	return errors.Join(err, f.Close())
}

// edit opens the latest cell, or cell number n, in an editor and runs what the
// person made of it.
func (f *front) edit(ctx context.Context, n string) error {
	if f.lines == nil || len(f.cfg.Editor) == 0 {
		return f.refuse("%%edit: no editor here; set EDITOR and use a terminal")
	}
	source, err := f.cellNumbered(n)
	if err != nil {
		return f.refuse("%%edit: %v", err)
	}
	edited, err := f.editText(ctx, source)
	if err != nil {
		return f.refuse("%%edit: %v", err)
	}
	edited = strings.TrimRight(edited, " \t\r\n")
	if edited == "" {
		return nil
	}
	f.screen.note(numbered(f.n+1, edited))
	f.remember(edited)
	return f.run(ctx, edited)
}

// cellNumbered returns the source of cell n, the latest for "", nothing before
// the first.
func (f *front) cellNumbered(n string) (string, error) {
	if n == "" {
		if len(f.done) == 0 {
			return "", nil
		}
		return f.done[len(f.done)-1].source, nil
	}
	number, err := strconv.Atoi(n)
	if err == nil {
		for _, c := range f.done {
			if c.n == number {
				return c.source, nil
			}
		}
	}
	return "", fmt.Errorf("no cell %s, want a number from 1 to %d", n, f.n)
}

// editText gives text to the editor in a temporary file and reads it back.
func (f *front) editText(ctx context.Context, text string) (string, error) {
	dir, err := os.MkdirTemp("", "riffle-edit-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "cell.go")
	if err := os.WriteFile(name, []byte(text+"\n"), 0o600); err != nil {
		return "", err
	}
	args := append(f.cfg.Editor[1:len(f.cfg.Editor):len(f.cfg.Editor)], name)
	cmd := exec.CommandContext(ctx, f.cfg.Editor[0], args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = f.cfg.In, f.cfg.Out, f.cfg.Err
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w", f.cfg.Editor[0], err)
	}
	edited, err := os.ReadFile(name)
	return string(edited), err
}
