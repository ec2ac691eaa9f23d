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
	"strings"
	"sync"

	"riffle/internal/magic"
	"riffle/internal/proto"
)

// parseMagic recognizes a source that is one line with a magic that the
// terminal answers itself. The engine never sees it.
func (f *front) parseMagic(source string) (c *magic.Call, ok bool) {
	source = strings.TrimSpace(source)
	if !strings.HasPrefix(source, "%") || strings.HasPrefix(source, "%%") || strings.Contains(source, "\n") {
		return nil, false
	}
	parts, _ := f.magics.AtPrompt().Cut(source)
	if len(parts) != 1 || parts[0].Magic == nil || parts[0].Body > 0 {
		return nil, false
	}
	return f.magics.NewCall(source, parts[0]), true
}

// answerMagic runs a magic of the terminal's. An error that hasn't been shown yet is
// shown.
func (f *front) answerMagic(ctx context.Context, c *magic.Call) error {
	err := c.RunTerminal(ctx, atPrompt{f})
	if err == nil || errors.Is(err, magic.ErrExit) || errors.Is(err, ErrFailed) {
		return err
	}
	return f.refuseWhy("%%%s: %v", c.Name, err)
}

// refuseWhy shows why something couldn't be done.
func (f *front) refuseWhy(format string, args ...any) error {
	f.screen.showError(&proto.CellError{Name: "error", Message: fmt.Sprintf(format, args...)})
	return ErrFailed
}

// completeMagic adds the terminal's magics that an unfinished line may mean to the
// engine's candidates.
func completeMagic(table magic.Table, source string, pos int, c proto.Completion) proto.Completion {
	typed := strings.TrimLeft(source[:pos], " ")
	if !strings.HasPrefix(typed, "%") || pos < len(source) {
		return c
	}
	items := slices.Clone(c.Items)
	for _, o := range table.AtPrompt().Candidates() {
		known := slices.ContainsFunc(items, func(i proto.Candidate) bool { return i.Text == o.Text })
		if !known && strings.HasPrefix(o.Text, typed) {
			items = append(items, o)
		}
	}
	if len(items) == len(c.Items) {
		return c
	}
	slices.SortFunc(items, func(a, b proto.Candidate) int { return strings.Compare(a.Text, b.Text) })
	return proto.Completion{Start: pos - len(typed), End: pos, Items: items}
}

// atPrompt is the prompt as magics see it.
type atPrompt struct{ f *front }

var _ magic.Terminal = atPrompt{}

func (p atPrompt) Print(text string)    { p.f.screen.printLines(text) }
func (p atPrompt) Note(text string)     { p.f.screen.showNote(text) }
func (p atPrompt) Cells() []magic.Cell  { return p.f.done }
func (p atPrompt) Remembered() []string { return p.f.cfg.History.Entries() }

// Width is the terminal's.
func (p atPrompt) Width() int {
	if p.f.cfg.Width == nil {
		return 0
	}
	return p.f.cfg.Width()
}

// Enter shows a text with its number and runs it.
func (p atPrompt) Enter(ctx context.Context, text string) error {
	p.f.screen.showNote(magic.Numbered(p.f.n+1, text))
	p.f.rememberEntry(text)
	return p.f.runNumbered(ctx, text)
}

// Path resolves a name that the user typed against the session's working directory.
func (p atPrompt) Path(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if p.f.dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.f.dir, name)
}

// Interruptible does work whose ctx Ctrl-C cancels.
func (p atPrompt) Interruptible(ctx context.Context, work func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	drainSignals(p.f.cfg.Interrupts)
	ended := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		select {
		case <-p.f.cfg.Interrupts:
			p.f.screen.showInterrupt()
			cancel(ErrInterrupted)
		case <-ended:
		}
	})
	defer wg.Wait()
	defer close(ended)
	return work(ctx)
}

// Edit opens text in the editor, in a temporary file, and reads it back.
func (p atPrompt) Edit(ctx context.Context, text string) (string, error) {
	cfg := &p.f.cfg
	if p.f.lines == nil || len(cfg.Editor) == 0 {
		return "", errors.New("no editor here; set EDITOR and use a terminal")
	}
	dir, err := os.MkdirTemp("", "riffle-edit-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "cell.go")
	if err := os.WriteFile(name, []byte(text+"\n"), 0o600); err != nil {
		return "", err
	}
	if err := p.f.lendTo(ctx, cfg.In, append(cfg.Editor[:len(cfg.Editor):len(cfg.Editor)], name)); err != nil {
		return "", fmt.Errorf("%s: %w", cfg.Editor[0], err)
	}
	edited, err := os.ReadFile(name)
	return string(edited), err
}

// lendTo runs another program in the terminal.
func (f *front) lendTo(ctx context.Context, in io.Reader, command []string) (err error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, f.cfg.Out, f.cfg.Err
	lend := func(f func()) { f() }
	if e, ok := f.lines.(*Editor); ok {
		lend = e.Lend
	}
	lend(func() { err = cmd.Run() })
	return err
}
