package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"riffle/internal/notebook"
	"riffle/internal/parts"
	"riffle/internal/worker"
)

// runNotebook executes a notebook in its own folder, as Jupyter does, and
// writes it with its outputs, those of a failing cell included: to out, or
// where it came from. The notebook is stored after each cell, so that no work is lost
// however riffle ends. The session's process has the variables env.
func (a *app) runNotebook(file, out string, params []notebook.Parameter, by *parts.Options, env []string) error {
	nb, err := notebook.ReadFile(file)
	if err != nil {
		return err
	}
	if by != nil {
		by.Program = notebookDigest(nb, params)
	}
	switch {
	case out != "":
		nb.Empty() // what out holds is from this run
	case by != nil && by.Plays():
		return a.playNotebook(file, nb, params, by)
	default:
		out = file
	}
	if err := writable(out); err != nil {
		return err // before an hour's work
	}
	return a.heed(anySignal, func(ctx context.Context, e *ending) error {
		w, err := worker.Start(worker.Options{Dir: filepath.Dir(file), Env: append(by.Environ(), env...)})
		if err != nil {
			return err
		}
		defer w.Close()
		e.own(w)
		err = notebook.Run(ctx, nb, w, notebook.Options{Parameters: params, Store: a.storer(out)})
		if ctx.Err() != nil {
			return a.stopped(out, nb, err)
		}
		var failed *notebook.CellError
		var unsolved *notebook.UnsolvedError
		if err != nil && !errors.As(err, &failed) && !errors.As(err, &unsolved) {
			return fmt.Errorf("%s: %w", file, err)
		}
		return errors.Join(err, notebook.Save(out, nb))
	})
}

// playNotebook plays a shard of a notebook's experiments. The notebook isn't
// written: others play theirs at the same time.
func (a *app) playNotebook(file string, nb *notebook.Notebook, params []notebook.Parameter, by *parts.Options) error {
	return a.heed(anySignal, func(ctx context.Context, e *ending) error {
		w, err := worker.Start(worker.Options{Dir: filepath.Dir(file), Env: by.Environ()})
		if err != nil {
			return err
		}
		defer w.Close()
		e.own(w)
		if err := notebook.Run(ctx, nb, w, notebook.Options{Parameters: params}); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		return nil
	})
}

// notebookDigest identifies a notebook by what its cells do.
func notebookDigest(nb *notebook.Notebook, params []notebook.Parameter) string {
	texts := parameterFlags(params)
	for _, c := range nb.Cells {
		if c.Runs() {
			texts = append(texts, c.Source)
		}
	}
	return parts.Digest(texts...)
}

// writable checks whether a notebook could be written.
func writable(out string) error {
	if info, err := os.Stat(out); err == nil && info.IsDir() {
		return fmt.Errorf("run: -o %s: this is a folder, want the name of a file", out)
	}
	if _, err := os.Stat(filepath.Dir(out)); err != nil {
		return fmt.Errorf("run: -o %s: no folder %s", out, filepath.Dir(out))
	}
	return nil
}

// storer writes the intermediate states of a running notebook. A terminal or a pipe gets
// only the final one, which isn't among these.
func (a *app) storer(out string) func(*notebook.Notebook) {
	if info, err := os.Stat(out); err == nil && !info.Mode().IsRegular() {
		return nil
	}
	var once sync.Once
	return func(nb *notebook.Notebook) {
		if err := notebook.WriteFile(out, nb); err != nil {
			once.Do(func() {
				fmt.Fprintf(a.stderr, "riffle: the outputs so far can't be stored: %v; the notebook runs on\n", err)
			})
		}
	}
}

// stopped writes a notebook whose run was cancelled, and says what it holds.
func (a *app) stopped(out string, nb *notebook.Notebook, err error) error {
	where := "its end"
	if cell := new(notebook.CellError); errors.As(err, &cell) {
		where = fmt.Sprintf("In[%d], cell %d of %d", cell.Count, cell.Index+1, cell.Cells)
	}
	err = notebook.Save(out, nb)
	if err != nil {
		fmt.Fprintf(a.stderr, "riffle: the run was stopped at %s: %v\n", where, err)
	} else {
		fmt.Fprintf(a.stderr, "riffle: the run was stopped at %s; %s holds the outputs until then\n", where, out)
	}
	return err
}
