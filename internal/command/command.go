// Package command is riffle's command line: its subcommands, which join front ends,
// workers and sessions. Call [Run].
package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"riffle/internal/help"
	"riffle/internal/near"
	"riffle/internal/notebook"
	"riffle/internal/proto"
	"riffle/internal/session"
	"riffle/internal/watch"
	"riffle/internal/worker"
	"riffle/kernel"
	"riffle/repl"
)

// riffle's own exit statuses; a program that it runs has its own.
const (
	statusFailed      = 1
	statusUsage       = 2
	statusInterrupted = 130
)

// Run is riffle with these arguments, on the process's own streams. It returns the exit
// status. Sources are riffle's own, from the root of its module, for exported programs.
func Run(args []string, sources fs.FS) int {
	a := &app{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, sources: sources}
	return a.report(a.dispatch(args))
}

// report says why riffle ends and returns its exit status.
func (a *app) report(err error) int {
	var usage usageError
	var exit exitStatus
	var left repl.Exit
	var killed signalError
	var cell *notebook.CellError
	status := statusFailed
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return int(exit)
	case errors.As(err, &left):
		return int(left)
	case errors.Is(err, repl.ErrFailed):
		return statusFailed // the cell's own error has been shown
	case errors.Is(err, repl.ErrInterrupted):
		return statusInterrupted
	case errors.As(err, &usage):
		status = statusUsage
	case errors.As(err, &killed):
		status = killed.status()
	case errors.As(err, &cell) && cell.Err.Exit == session.StatusLater:
		status = session.StatusLater
	}
	fmt.Fprintf(a.stderr, "riffle: %v\n", err)
	return status
}

// app is one invocation of the program.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	sources        fs.FS // for exported programs
}

// usageError is a wrong command line.
type usageError string

func (e usageError) Error() string { return string(e) }

func usagef(format string, args ...any) error {
	return usageError(fmt.Sprintf(format, args...))
}

// helpAsked says that -h or --help was among a command's flags.
type helpAsked struct{ flags *flag.FlagSet }

func (helpAsked) Error() string { return "help was asked for" }

// exitStatus is the exit status of a program that has reported its own errors.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// dispatch runs the subcommand. Without one there is the prompt, a pipe or -e.
func (a *app) dispatch(args []string) error {
	if err := session.Supported(); err != nil {
		return err
	}
	err := a.call(args)
	var asked helpAsked
	if errors.As(err, &asked) {
		return a.describe(asked.flags.Name())
	}
	return err
}

func (a *app) call(args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return a.interact(args)
	}
	if c, rest, ok := find(args); ok {
		return c.run(a, rest)
	}
	if len(subcommands(args[0])) > 0 {
		return callOfGroup(args[0], args[1:])
	}
	if ext := filepath.Ext(args[0]); ext == ".go" || ext == ".ipynb" {
		return usagef("no command %s; to run the file: riffle run %s", args[0], args[0])
	}
	return usagef("no command %q%s; riffle help lists them", args[0], didYouMean(args[0], names()))
}

// callOfGroup says what is wrong with a call of a command that has only subcommands.
func callOfGroup(name string, args []string) error {
	if len(args) == 0 {
		return usagef("%s: say what to do\n%s", name, usageOf(name))
	}
	if args[0] == "-h" || args[0] == "-help" || args[0] == "--help" {
		return helpAsked{flag.NewFlagSet(name, flag.ContinueOnError)}
	}
	return usagef("%s: no command %q%s\n%s", name, args[0], didYouMean(args[0], subcommands(name)), usageOf(name))
}

// interact is riffle without a subcommand.
func (a *app) interact(args []string) error {
	fs := newFlags("")
	var code []string
	fs.Func("e", "run `CODE`", func(s string) error { code = append(code, s); return nil })
	lowered := fs.Bool("lowered", false, "print the normal form of CODE")
	noInit := fs.Bool("no-init", false, "start without the start-up file, init.go")
	version := fs.Bool("version", false, "print the version")
	if err := parse(fs, args); err != nil {
		return err
	}
	switch {
	case *version:
		return a.version(fs.Args())
	case fs.NArg() > 0:
		return usagef("unexpected argument %q; riffle help shows how to call", fs.Arg(0))
	case *lowered && len(code) != 1:
		return usagef("--lowered prints the normal form of one -e CODE: riffle -e CODE --lowered")
	case *lowered:
		return a.lowered(code[0])
	case len(code) > 0:
		return a.batch(*noInit, func(ctx context.Context, cfg repl.Config) error { return repl.Eval(ctx, cfg, code...) })
	}
	if tty, ok := terminal(a.stdin); ok {
		return a.prompt(tty, *noInit)
	}
	return a.batch(*noInit, repl.Batch)
}

// run runs a file. Everything after a program's name, flags included, belongs to
// the program; a notebook's flags may come before or after its name.
func (a *app) run(args []string) error {
	fs := newFlags("run")
	out := fs.String("o", "", "write the notebook to `OUT`")
	var params []notebook.Parameter
	addParam := func(s string) error {
		p, err := notebook.ParseParameter(s)
		params = append(params, p)
		return err
	}
	fs.Func("p", "set the parameter `name=value`", addParam)
	var split splitFlags
	split.define(fs)
	var on onFlags
	on.define(fs)
	if err := parse(fs, args); err != nil {
		return err
	}
	if fs.NArg() == 0 {
		return usagef("run: no file named; riffle run FILE.go or riffle run FILE.ipynb")
	}
	file, rest := fs.Arg(0), fs.Args()[1:]
	if !strings.EqualFold(filepath.Ext(file), ".ipynb") {
		if *out != "" || params != nil {
			return usagef("run: -o and -p are for notebooks, and %s is not one", file)
		}
		if on.server != "" {
			return a.runOn(on, split, file, rest)
		}
		by, err := split.options(file, rest)
		if err != nil {
			return err
		}
		return runFile(file, rest, by)
	}
	values, err := parseAround(fs, rest)
	if err != nil {
		return err
	}
	if len(values) > 0 && len(params) == 0 {
		return usagef("run: unexpected argument %q after %s; parameters follow -p", values[0], file)
	}
	for _, v := range values {
		if err := addParam(v); err != nil {
			return usagef("run: %v", err)
		}
	}
	by, err := split.options(file, parameterFlags(params))
	if err != nil {
		return err
	}
	if on.server != "" {
		return a.runNotebookOn(on, split, file, *out, params)
	}
	return a.runNotebook(file, *out, params, by, nil)
}

func (a *app) install(args []string) error {
	return a.register("install", kernel.Install, args)
}

func (a *app) uninstall(args []string) error {
	return a.register("uninstall", kernel.Uninstall, args)
}

func (a *app) register(name string, f func(kernel.InstallOptions) error, args []string) error {
	o := kernel.InstallOptions{Out: a.stdout}
	fs := newFlags(name)
	user := fs.Bool("user", false, "for this user, which is the default")
	fs.BoolVar(&o.SysPrefix, "sys-prefix", false, "in the active Python environment")
	fs.StringVar(&o.Prefix, "prefix", "", "below the folder `DIR`")
	fs.StringVar(&o.Name, "name", "", "the kernel's `NAME`, for several side by side")
	fs.StringVar(&o.DisplayName, "display-name", "", "the `NAME` that launchers show")
	if err := parseOnly(fs, args, 0); err != nil {
		return err
	}
	places := 0
	for _, chosen := range []bool{*user, o.SysPrefix, o.Prefix != ""} {
		if chosen {
			places++
		}
	}
	if places > 1 {
		return usagef("%s: --user, --sys-prefix and --prefix exclude each other", name)
	}
	return f(o)
}

// kernelPatience gives an interrupted cell ten seconds: on a machine that is short of
// memory or time it may need them, and an impatient user can restart the kernel.
func kernelPatience(waited time.Duration) time.Duration { return 10*time.Second - waited }

func (a *app) kernel(args []string) error {
	fs := newFlags("kernel")
	if err := parseOnly(fs, args, 1); err != nil {
		return err
	}
	if os.Getenv("GOMAXPROCS") == "" {
		// This process only passes messages on, one after the other: handing them from
		// thread to thread would take longer than handling them.
		runtime.GOMAXPROCS(1)
	}
	watch.Lazy() // each message leaves garbage, and little is live
	return a.heed(endings, func(ctx context.Context, e *ending) error {
		return kernel.Serve(ctx, fs.Arg(0), historyFile("kernel-history"), func(context.Context) (kernel.Engine, error) {
			w, err := worker.Start(worker.Options{Patience: kernelPatience})
			if err != nil {
				return nil, err
			}
			e.own(w)
			return w, nil
		})
	})
}

func (a *app) doctor(args []string) error {
	if err := parseOnly(newFlags("doctor"), args, 0); err != nil {
		return err
	}
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("doctor: find this program: %w", err)
	}
	return a.heed(anySignal, func(ctx context.Context, _ *ending) error {
		return kernel.Doctor(ctx, a.stdout, []string{exe, "kernel", "{connection_file}"}, machineCode)
	})
}

func (a *app) version(args []string) error {
	if err := parseOnly(newFlags("version"), args, 0); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "riffle %s %s %s/%s\n", release(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

// release is the version recorded in the build: a tag, or the commit.
func release() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// bannerWidth is what fits every terminal.
const bannerWidth = 79

// banner is printed above the first prompt. The version of a build between two
// releases is long.
func banner() string {
	name := "riffle " + release()
	if what := ": Go for shuffling, lotteries and cards"; len(name)+len(what) <= bannerWidth {
		name += what
	}
	return name + "\n" +
		"Type NewLottery(40).Pick(6), or %tutorial for five minutes of riffle.\n" +
		"? shows what there is, Tab completes, Ctrl-D leaves."
}

func (a *app) help(args []string) error {
	fs := newFlags("help")
	if err := parse(fs, args); err != nil {
		return err
	}
	if fs.NArg() == 0 {
		return a.overview()
	}
	name := strings.Join(fs.Args(), " ")
	if len(lookup(name)) > 0 {
		return a.explainCommand(name)
	}
	if fs.NArg() > 1 {
		return usagef("help: want one topic, not %d", fs.NArg())
	}
	return a.explain(name)
}

// explain prints the help on a topic, or documents a name as ?NAME does.
func (a *app) explain(name string) error {
	columns := a.columns()
	if text, ok := help.Topic(name); ok {
		fmt.Fprintln(a.stdout, help.Text(&proto.Page{Text: text}, columns))
		return nil
	}
	s, err := session.New(session.Options{})
	if err != nil {
		return err
	}
	found := s.Inspect(name, len(name), 0)
	if found.Found {
		fmt.Fprintln(a.stdout, help.Text(found.Page, columns))
		return nil
	}
	topics := help.Topics()
	if like := didYouMean(name, topics); like != "" {
		return usagef("no help on %q%s", name, like)
	}
	if found.Page != nil && found.Page.Note != "" {
		return usagef("no help on %q; %s", name, asCommand(found.Page.Note))
	}
	return usagef("no help on %q; topics: %s; or name a package or a function", name, strings.Join(topics, ", "))
}

// asCommand turns questions for the prompt, ?NAME, into words of the command line.
func asCommand(note string) string {
	return strings.ReplaceAll(note, " ?", " riffle help ")
}

// worker runs a session in a process that riffle has started.
func (a *app) worker([]string) error { return worker.Serve(openSession) }

// newFlags returns a flag set that prints nothing itself.
func newFlags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

// parse reads flags up to the first argument; its errors are usage errors.
func parse(fs *flag.FlagSet, args []string) error {
	err := fs.Parse(args)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, flag.ErrHelp):
		return helpAsked{fs}
	}
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return misused(fs, "%v", cmp.Or(wrongValue(fs, err), err))
	}
	var known []string
	fs.VisitAll(func(f *flag.Flag) { known = append(known, dashed(f.Name)) })
	return misused(fs, "no flag %s%s", dashed(name), didYouMean(dashed(name), known))
}

// parseAround reads flags mixed with other arguments, which it returns.
func parseAround(fs *flag.FlagSet, args []string) (others []string, err error) {
	for len(args) > 0 {
		if err := parse(fs, args); err != nil {
			return nil, err
		}
		if fs.NArg() == 0 {
			break
		}
		others = append(others, fs.Arg(0))
		args = fs.Args()[1:]
	}
	return others, nil
}

// wrongValue says what a flag takes of which package flag says only that its value can't
// be parsed; nil if the error is another one.
func wrongValue(fs *flag.FlagSet, err error) error {
	value, name, ok := strings.Cut(strings.TrimPrefix(err.Error(), "invalid value "), " for flag -")
	name, parsed := strings.CutSuffix(name, ": parse error")
	f := fs.Lookup(name)
	if !ok || !parsed || f == nil {
		return nil
	}
	want := "a whole number"
	if g, ok := f.Value.(flag.Getter); ok {
		if _, ok := g.Get().(time.Duration); ok {
			want = "a time such as 90s or 10m"
		}
	}
	return fmt.Errorf("%s %s, want %s", dashed(name), value, want)
}

// parseOnly reads flags and requires exactly n arguments after them.
func parseOnly(fs *flag.FlagSet, args []string, n int) error {
	if err := parse(fs, args); err != nil {
		return err
	}
	if fs.NArg() != n {
		return misused(fs, "%d arguments, want %d", fs.NArg(), n)
	}
	return nil
}

// misused is a wrong call of a command, with how to call it.
func misused(fs *flag.FlagSet, format string, args ...any) error {
	message := fmt.Sprintf(format, args...)
	if fs.Name() != "" {
		message = fs.Name() + ": " + message
	}
	return usageError(message + "\n" + usageOf(fs.Name()))
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// didYouMean suggests the known word that was meant, with or without dashes.
func didYouMean(word string, known []string) string {
	named := map[string]string{}
	for _, k := range known {
		named[strings.TrimLeft(k, "-")] = k
	}
	like := near.Word(strings.TrimLeft(word, "-"), slices.Collect(maps.Keys(named)))
	if like == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", named[like])
}

// terminal returns a stream's file if it is a terminal.
func terminal(stream any) (*os.File, bool) {
	f, ok := stream.(*os.File)
	return f, ok && repl.IsTerminal(f)
}
