package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"riffle/internal/blocks"
	"riffle/internal/confine"
	"riffle/internal/grade"
	"riffle/internal/notebook"
	"riffle/internal/worker"
	"riffle/notebooks"
)

// checking is the command line of course check.
type checking struct {
	source, out string
	jobs        int
	cell, all   time.Duration
	memory      int
	folders     []string
}

func (a *app) checkCourse(args []string) error {
	var c checking
	fs := newFlags("course check")
	fs.StringVar(&c.source, "source", "", "take the lessons from `DIR`, too")
	fs.StringVar(&c.out, "o", "graded", "write to the folder `DIR`")
	fs.IntVar(&c.jobs, "jobs", max(1, runtime.NumCPU()/2), "grade `N` notebooks at a time")
	fs.Lookup("jobs").DefValue = "half of the processors" // on any machine
	fs.DurationVar(&c.cell, "cell-time", time.Minute, "stop a cell after `TIME`")
	fs.DurationVar(&c.all, "time", 5*time.Minute, "stop a notebook after `TIME`")
	fs.IntVar(&c.memory, "memory", 1024, "let a notebook use `N` MiB")
	var err error
	c.folders, err = parseAround(fs, args)
	switch {
	case err != nil:
		return err
	case len(c.folders) == 0:
		return usagef("course check: no folder named; riffle course check FOLDER")
	case c.jobs < 1 || c.cell <= 0 || c.all <= 0 || c.memory < 64:
		return usagef("course check: --jobs, --cell-time and --time must be more than 0, --memory at least 64 (MiB)")
	}
	return a.heed(anySignal, func(ctx context.Context, _ *ending) error { return a.check(ctx, c) })
}

// check grades what is in the folders.
func (a *app) check(ctx context.Context, c checking) error {
	sources, err := newSources(c.source)
	if err != nil {
		return fmt.Errorf("course check: %w", err)
	}
	subs, err := grade.Collect(c.folders, sources.names)
	if err != nil {
		return fmt.Errorf("course check: %w", err)
	}
	if len(subs) == 0 {
		return fmt.Errorf("course check: no notebooks in %s", strings.Join(c.folders, ", "))
	}
	out, err := grade.NewOut(c.out)
	if err != nil {
		return fmt.Errorf("course check: %w", err)
	}
	g := &grade.Grader{Start: a.confined(c.memory), CellTime: c.cell, Time: c.all, Lessons: sources.names, Lesson: sources.lesson}
	var sheets []*grade.Sheet
	var failed error
	err = g.All(ctx, subs, c.jobs, func(i int, s *grade.Sheet) {
		fmt.Fprintf(a.stdout, "[%d/%d] %s\n", i+1, len(subs), s.Line())
		sheets = append(sheets, s)
		if failed == nil {
			failed = out.Add(s)
		}
	})
	a.summarize(sheets, c.out)
	switch {
	case failed != nil:
		return fmt.Errorf("course check: %w", failed)
	case ctx.Err() != nil:
		fmt.Fprintf(a.stderr, "riffle: stopped: %d of %d notebooks are graded\n", len(sheets), len(subs))
		return err
	case err != nil:
		return fmt.Errorf("course check: %w", err)
	case slices.ContainsFunc(sheets, func(s *grade.Sheet) bool { return s.Problem != "" }):
		return exitStatus(statusFailed)
	}
	return nil
}

// confined starts sessions that reach only their folder, and says what the system can't
// block.
func (a *app) confined(memory int) func(dir string) (grade.Engine, error) {
	blocked, err := confine.Try()
	if err != nil {
		fmt.Fprintf(a.stderr, "note: notebooks run with all rights that you have: %v\n", err)
	}
	for _, open := range blocked.Open() {
		fmt.Fprintln(a.stderr, "note: "+open)
	}
	works := err == nil
	return func(dir string) (grade.Engine, error) {
		o := worker.Options{Dir: dir, Sealed: true, MemoryLimit: int64(memory) << 20, StartTimeout: time.Minute}
		if works {
			var err error
			if o.Command, err = confine.Command(dir, worker.Subcommand); err != nil {
				return nil, err
			}
		}
		return worker.Start(o)
	}
}

// summarize prints the table of all sheets.
func (a *app) summarize(sheets []*grade.Sheet, out string) {
	if len(sheets) == 0 {
		return
	}
	fmt.Fprintln(a.stdout)
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, s := range sheets {
		fmt.Fprintln(t, s.Row())
	}
	t.Flush()
	fmt.Fprintf(a.stdout, "\n%s has the points, %s a page for each student\n", filepath.Join(out, "grades.csv"), filepath.Join(out, "feedback"))
}

// enterConfined restricts this process and continues as another subcommand.
func (a *app) enterConfined(args []string) error {
	if len(args) != 2 {
		return usagef("%s is for riffle itself", confine.Subcommand)
	}
	if err := confine.Enter(args[0], args[1]); err != nil {
		fmt.Fprintf(a.stderr, "riffle: %v\n", err)
		return exitStatus(blocks.StatusStart)
	}
	return a.dispatch(args[1:])
}

// probe attempts what a confined process must not be able to do.
func (a *app) probe([]string) error { return confine.Attempt() }

// sourceFiles are the lessons by name: those of a teacher's folder, and riffle's own.
type sourceFiles struct {
	names []string
	files map[string]string // of the teacher's

	mu   sync.Mutex
	read map[string]*grade.Source
}

// newSources lists the lessons: of the folder DIR/NAME/NAME.ipynb, as nbgrader has it,
// and DIR/NAME.ipynb.
func newSources(dir string) (*sourceFiles, error) {
	s := &sourceFiles{names: slices.Clone(notebooks.Names()), files: map[string]string{}, read: map[string]*grade.Source{}}
	if dir == "" {
		return s, nil
	}
	if _, err := os.ReadDir(dir); err != nil {
		return nil, err
	}
	for _, pattern := range []string{"*.ipynb", "*/*.ipynb"} {
		found, _ := filepath.Glob(filepath.Join(escaped(dir), pattern))
		for _, file := range found {
			s.files[strings.TrimSuffix(filepath.Base(file), ".ipynb")] = file
		}
	}
	if len(s.files) == 0 {
		return nil, fmt.Errorf("no notebooks in --source %s", dir)
	}
	for name := range s.files {
		s.names = append(s.names, name)
	}
	slices.Sort(s.names)
	s.names = slices.Compact(s.names)
	return s, nil
}

// escaped is a folder's name as a pattern that matches only itself.
func escaped(dir string) string {
	if os.PathSeparator == '\\' {
		return dir // there patterns have no escapes
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

func (s *sourceFiles) lesson(name string) (*grade.Source, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.read[name]; l != nil {
		return l, nil
	}
	var nb *notebook.Notebook
	var err error
	file, own := s.files[name]
	if own {
		nb, err = notebook.ReadFile(file)
	} else {
		nb, err = lesson(name)
	}
	if err != nil {
		return nil, err
	}
	l, err := grade.NewSource(name, nb)
	if err != nil {
		return nil, fmt.Errorf("the source of %s: %w", name, err)
	}
	if own {
		l.Dir = filepath.Dir(file)
	}
	s.read[name] = l
	return l, nil
}
