package command

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"riffle/internal/blocks"
	"riffle/internal/confine"
	"riffle/internal/jetstream"
	"riffle/internal/notebook"
	"riffle/internal/parts"
	"riffle/internal/proto"
	"riffle/internal/session"
	"riffle/internal/watch"
	"riffle/repl"
	"riffle/shuffle/trials"
)

// onFlags are the flags of a run whose experiments are played by workers of a NATS
// server.
type onFlags struct{ server, stream string }

func (o *onFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&o.server, "on", "", "have the workers of `SERVER` play its experiments")
	fs.StringVar(&o.stream, "stream", jetstream.DefaultStream, "the stream `NAME` at the server")
}

// check refuses what has no text to send to workers, and two ways at once.
func (o *onFlags) check(split splitFlags, file string) error {
	switch {
	case split.dir != "" || split.shard != "":
		return usagef("run: --on has workers play the experiments, --parts plays them by files; give one of them")
	case file == "-":
		return usagef("run: --on takes the name of a file, as the workers get its text")
	}
	return nil
}

// runOn runs a program or a script whose experiments workers play.
func (a *app) runOn(on onFlags, split splitFlags, file string, args []string) error {
	if err := on.check(split, file); err != nil {
		return err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("run: %s: %w", file, reason(err))
	}
	client, err := jetstream.Connect(on.server, on.stream, "riffle run "+file)
	if err != nil {
		return fmt.Errorf("run: --on %w", err)
	}
	defer client.Close()
	player := on.player(client, file, string(text), args)
	watch.Lazy()
	if status := session.RunPlayed(file, text, args, player.Play); status != 0 {
		return exitStatus(status)
	}
	return nil
}

// player makes workers play a program's experiments.
func (o *onFlags) player(client *jetstream.Client, file, text string, args []string) *jetstream.Player {
	bar := repl.NewBar(os.Stderr, os.Getenv)
	return jetstream.NewPlayer(client, jetstream.Options{
		Name: file, Source: text, Args: args, Digest: parts.Digest(append([]string{text}, args...)...),
		Log: bar, Signal: true,
		Progress: func(p trials.Progress) {
			bar.Progress(proto.Progress{Label: p.Label, Done: int64(p.Done), Total: int64(p.Total), Left: p.Left.Seconds()})
		},
	})
}

// runNotebookOn runs a notebook whose experiments workers play. They get its cells
// as a script.
func (a *app) runNotebookOn(on onFlags, split splitFlags, file, out string, params []notebook.Parameter) error {
	if err := on.check(split, file); err != nil {
		return err
	}
	nb, err := notebook.ReadFile(file)
	if err != nil {
		return err
	}
	if err := nb.SetParameters(params); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	var script strings.Builder
	for _, c := range nb.Cells {
		if c.Runs() {
			script.WriteString("// %%\n" + strings.TrimRight(c.Source, "\n") + "\n")
		}
	}
	f, err := os.CreateTemp("", "riffle-script-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(script.String())
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	data, err := json.Marshal(inheritance{on.server, on.stream, file, f.Name()})
	if err != nil {
		return err
	}
	return a.runNotebook(file, out, params, nil, []string{inheritedOn + "=" + string(data)})
}

// inheritedOn is the variable from which the process of a notebook's session knows
// who plays its experiments.
const inheritedOn = "RIFFLE_ON"

type inheritance struct{ Server, Stream, File, Script string }

// inheritedPlayer is the player of a notebook's session, nil if it plays itself.
func inheritedPlayer() trials.Player {
	data := os.Getenv(inheritedOn)
	if data == "" {
		return nil
	}
	os.Unsetenv(inheritedOn)
	var in inheritance
	err := json.Unmarshal([]byte(data), &in)
	var text []byte
	if err == nil {
		text, err = os.ReadFile(in.Script)
	}
	var client *jetstream.Client
	if err == nil {
		client, err = jetstream.Connect(in.Server, in.Stream, "riffle run "+in.File)
	}
	if err != nil {
		return func(*trials.Experiment) (*trials.Part, error) { return nil, err }
	}
	on := onFlags{in.Server, in.Stream}
	player := on.player(client, in.File, string(text), nil)
	return player.Play
}

// dialWorkers finds the workers that trials.On names.
func dialWorkers(server, stream string) (session.Workers, error) {
	if stream == "" {
		stream = jetstream.DefaultStream
	}
	client, err := jetstream.Connect(server, stream, "riffle")
	if err != nil {
		return nil, err
	}
	if err := client.Ready(); err != nil {
		client.Close()
		return nil, err
	}
	return client, nil
}

// work plays blocks that others put on a stream.
func (a *app) work(args []string) error {
	fs := newFlags("work")
	stream := fs.String("stream", "", "take experiments from the stream `NAME`; you run its users' programs")
	unconfined := fs.Bool("unconfined", false, "run them even where nothing keeps them from your files and network")
	name := fs.String("name", "", "what others see as this worker's `NAME`")
	limit := fs.Duration("time", 10*time.Minute, "stop blocks that take longer than `TIME`")
	memory := fs.Int("memory", 1024, "let an experiment use `N` MiB")
	disk := fs.Int("disk", 256, "let an experiment's files take `N` MiB")
	servers, err := parseAround(fs, args)
	switch {
	case err != nil:
		return err
	case len(servers) != 1:
		return usagef("work: name one server: riffle work --stream %s nats://host, or a context of nats", jetstream.DefaultStream)
	case *stream == "":
		return usagef("work: name the stream whose experiments are run here: --stream %s is that of riffle run --on", jetstream.DefaultStream)
	case *limit <= 0 || *memory < 64 || *disk < 1:
		return usagef("work: --time must be more than 0, --memory at least 64 (MiB), --disk at least 1 (MiB)")
	}
	if *name == "" {
		host, _ := os.Hostname()
		*name = fmt.Sprintf("%s-%d", host, os.Getpid())
	}
	command, err := a.confinedBlocks(*unconfined)
	if err != nil {
		return fmt.Errorf("work: %w", err)
	}
	client, err := jetstream.Connect(servers[0], *stream, "riffle work "+*name)
	if err != nil {
		return fmt.Errorf("work: %w", err)
	}
	defer client.Close()
	w := jetstream.NewWorker(client, *name, fmt.Sprintf("riffle %s %s", release(), runtime.Version()), command)
	w.Log, w.Limits = a.stderr, blocks.Limits{Time: *limit, Memory: int64(*memory) << 20, Disk: int64(*disk) << 20}
	return a.heed(anySignal, func(ctx context.Context, _ *ending) error { return w.Run(ctx) })
}

// confinedBlocks is the command of processes that play blocks and reach nothing
// but their folder. It says what the system can't keep from them. Where that is nothing,
// it is an error, unless the worker's user wants it so.
func (a *app) confinedBlocks(unconfined bool) (func(dir string) (*exec.Cmd, error), error) {
	blocked, err := confine.Try()
	if err != nil && !unconfined {
		return nil, fmt.Errorf("this system doesn't keep others' programs from your files and your network (%w); --unconfined runs them with all rights that you have", err)
	}
	if err != nil {
		fmt.Fprintf(a.stderr, "note: experiments run with all rights that you have: %v\n", err)
		return func(dir string) (*exec.Cmd, error) {
			self, err := os.Executable()
			return bareCommand([]string{self, blocks.Subcommand}, dir), err
		}, nil
	}
	for _, open := range blocked.Open() {
		fmt.Fprintln(a.stderr, "note: "+open)
	}
	return func(dir string) (*exec.Cmd, error) {
		argv, err := confine.Command(dir, blocks.Subcommand)
		if err != nil {
			return nil, err
		}
		return bareCommand(argv, dir), nil
	}, nil
}

// bareCommand runs in a folder, and gets nothing of this process's environment but what
// programs need.
func bareCommand(argv []string, dir string) *exec.Cmd {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(confine.Environment(os.Environ(), dir), "PATH="+os.Getenv("PATH"))
	return cmd
}

// blocks plays blocks of an experiment for the worker that has started this process.
func (a *app) blocks([]string) error {
	in, out, err := blocks.Quiet()
	if err != nil {
		return err
	}
	watch.Lazy()
	return blocks.Serve(in, out, session.RunPlayed)
}
