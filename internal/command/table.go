package command

import (
	"errors"
	"flag"
	"io"
	"slices"
	"strings"

	"riffle/internal/blocks"
	"riffle/internal/confine"
	"riffle/internal/worker"
)

// command is a subcommand: how it is called, what it does, and what does that. Help,
// completion and the manual are made from the table of them; its flags are those that it
// parses.
type command struct {
	name     string   // two words for one of a group
	forms    []form   // a command without any is hidden
	about    string   // what the forms leave open, in paragraphs
	topic    string   // of riffle help, with more
	takes    []string // what Tab offers for each argument; see [command.argument]
	examples []example
	run      func(a *app, args []string) error
}

// form is a way to call a command, and what that does.
type form struct{ synopsis, summary string }

// example is a call as it is typed, and what it does.
type example struct{ call, does string }

// prompt is riffle without a subcommand.
func prompt() command {
	return command{
		forms: []form{
			{"[--no-init]", "prompts, or runs what is piped in"},
			{"-e CODE... [--lowered]", "runs CODE and prints its value"},
		},
		run: (*app).interact,
	}
}

// commands is the table of subcommands.
func commands() []command {
	const fileKinds = "*.go *.ipynb"
	return []command{
		{
			name: "run",
			forms: []form{
				{"FILE.go|- [ARG...]", "runs a program or a script"},
				{"FILE.ipynb [-o OUT] [-p N=V...]", "runs a notebook"},
				{"[--shard I/N] --parts DIR FILE", "a shard of its experiments, or all"},
				{"--on nats://HOST FILE", "plays its experiments by NATS"},
			},
			about: "A file with a package clause is a Go program. One without is a script: the environment is at hand, and // %% lines separate its cells. " +
				"A notebook's outputs are stored in it after each cell, or in OUT.\n" +
				"Flags come before a program's name; what follows it belongs to the program.",
			topic: "run", takes: []string{fileKinds, "*..."},
			examples: []example{
				{"riffle run deal.go 4", "runs a script with an argument"},
				{"riffle run lesson.ipynb -o done.ipynb -p n=1000", "runs a notebook with another n"},
				{"riffle run --shard 3/100 --parts parts dice.go", "plays one of 100 shards"},
				{"riffle run --parts parts dice.go", "puts all of them together"},
			},
			run: (*app).run,
		},
		{
			name:  "work",
			forms: []form{{"--stream NAME nats://HOST", "plays what others put there"}},
			about: "A worker runs the programs of all who may write to the stream, in processes that reach nothing but a folder of their own. " +
				"In place of an address there can be a context of the program nats. Ctrl-C ends it; others take over its blocks.",
			topic:    "run",
			examples: []example{{"riffle work --stream RIFFLE nats://localhost", "works for riffle run --on nats://localhost"}},
			run:      (*app).work,
		},
		{
			name:     "cluster",
			forms:    []form{{"slurm|kubernetes FILE", "prints a job that runs the shards"}},
			about:    "The job has a task for each shard, and all share a folder. Arguments after FILE belong to the program.",
			topic:    "run",
			takes:    []string{"slurm kubernetes", fileKinds, "*..."},
			examples: []example{{"riffle cluster slurm -n 50 dice.go > job.sh", "a job of 50 shards"}},
			run:      (*app).cluster,
		},
		{
			name: "export",
			forms: []form{
				{"FILE.ipynb|FILE.go -o DIR", "makes a Go module of it"},
				{"FILE.ipynb -o X.html|X.pdf", "makes a page, or --slides"},
			},
			about: "The module runs with go run alone and prints what riffle would. A page has all outputs in one file, without scripts. A PDF is printed by a browser that is installed.",
			takes: []string{fileKinds},
			examples: []example{
				{"riffle export lesson.ipynb -o lesson", "makes a module in the folder lesson"},
				{"riffle export lesson.ipynb -o lesson.html --slides", "makes slides"},
			},
			run: (*app).export,
		},
		{
			name:     "course new",
			forms:    []form{{"DIR [--lessons LIST]", "writes a course for teachers"}},
			about:    "DIR gets the lessons with solutions, what students get of them, and a README that says how to hand out, collect and grade.",
			topic:    "course",
			takes:    []string{"DIR"},
			examples: []example{{"riffle course new algorithms --lessons 01,03", "a course of two lessons"}},
			run:      (*app).newCourse,
		},
		{
			name:  "course check",
			forms: []form{{"FOLDER... [-o OUT]", "grades students' notebooks"}},
			about: "Each notebook runs in a process of its own, with all tests put back. The folder that -o names gets grades.csv and a page for each student.",
			topic: "course", takes: []string{"DIR..."},
			examples: []example{{"riffle course check submitted -o graded", "grades all that is in submitted"}},
			run:      (*app).checkCourse,
		},
		{
			name:     "web",
			forms:    []form{{"[--port N] [--with DIR]", "serves riffle for a browser"}},
			about:    "The prompt and JupyterLab with the course run entirely in the browser. Only this machine can reach the server. Ctrl-C ends it.",
			topic:    "web",
			examples: []example{{"riffle web", "serves, and opens the browser"}, {"riffle web --with mine", "with the notebooks in mine, too"}},
			run:      (*app).web,
		},
		{
			name:  "web site",
			forms: []form{{"DIR [--with DIR]", "writes a site that runs it"}},
			about: "The site is for any web server, in any folder of it.",
			topic: "web", takes: []string{"DIR"},
			examples: []example{{"riffle web site public", "writes the site to public"}},
			run:      (*app).webSite,
		},
		{
			name:     "install",
			forms:    []form{{"[FLAGS]", "registers the Jupyter kernel"}},
			about:    "The registration names this program by its path: install again after moving it.",
			topic:    "kernel",
			examples: []example{{"riffle install", "for you alone"}, {"riffle install --sys-prefix", "for the active Python environment"}},
			run:      (*app).install,
		},
		{
			name:     "uninstall",
			forms:    []form{{"[FLAGS]", "removes it from Jupyter"}},
			about:    "The flags are those with which it was registered.",
			topic:    "kernel",
			examples: []example{{"riffle uninstall", "removes the kernel that is for you alone"}},
			run:      (*app).uninstall,
		},
		{
			name:     "kernel",
			forms:    []form{{"CONNECTION_FILE", "serves Jupyter"}},
			about:    "Jupyter calls it; there is no need to type it.",
			topic:    "kernel",
			takes:    []string{"*.json"},
			examples: []example{{"riffle kernel connection.json", "serves at the addresses in the file"}},
			run:      (*app).kernel,
		},
		{
			name:     "doctor",
			forms:    []form{{"", "checks that the kernel works"}},
			about:    "It starts the kernel as Jupyter does, computes 1+1 over its sockets, and says what is wrong, if anything.",
			topic:    "kernel",
			examples: []example{{"riffle doctor", "checks"}},
			run:      (*app).doctor,
		},
		{
			name:  "completion",
			forms: []form{{"bash|zsh|fish|powershell", "prints what lets Tab complete"}},
			about: "The shell reads it when it starts:\n" +
				"  bash        source <(riffle completion bash)                in ~/.bashrc\n" +
				"  zsh         source <(riffle completion zsh)                 in ~/.zshrc\n" +
				"  fish        riffle completion fish | source                 in config.fish\n" +
				"  PowerShell  riffle completion powershell | Out-String | Invoke-Expression\n" +
				"zsh must have run compinit before.",
			takes:    []string{"bash zsh fish powershell"},
			examples: []example{{"source <(riffle completion bash)", "for this shell only"}},
			run:      (*app).completion,
		},
		{
			name:     "version",
			forms:    []form{{"", "says which riffle this is"}},
			examples: []example{{"riffle version", "riffle's version, Go's, and the system"}},
			run:      (*app).version,
		},
		{
			name:  "help",
			forms: []form{{"[COMMAND | TOPIC | NAME]", "explains a command, topic or name"}},
			takes: []string{"TOPIC"},
			examples: []example{
				{"riffle help run", "the command run"},
				{"riffle help keys", "the keys at the prompt"},
				{"riffle help NewLottery", "the function NewLottery"},
			},
			run: (*app).help,
		},
		{name: completer, run: (*app).complete},
		{name: worker.Subcommand, run: (*app).worker},
		{name: blocks.Subcommand, run: (*app).blocks},
		{name: confine.Subcommand, run: (*app).enterConfined},
		{name: confine.Probe, run: (*app).probe},
	}
}

// find returns the command that a command line calls, and what follows its name. Of two
// it is the one with the longer name.
func find(args []string) (found command, rest []string, ok bool) {
	for _, c := range commands() {
		words := strings.Fields(c.name)
		if len(words) <= len(args) && slices.Equal(words, args[:len(words)]) && len(words) > len(strings.Fields(found.name)) {
			found, rest, ok = c, args[len(words):], true
		}
	}
	return found, rest, ok
}

// lookup returns the commands with a name, and those of a group. The prompt has no name.
func lookup(name string) (found []command) {
	if name == "" {
		return []command{prompt()}
	}
	for _, c := range commands() {
		if len(c.forms) > 0 && (c.name == name || strings.HasPrefix(c.name, name+" ")) {
			found = append(found, c)
		}
	}
	return found
}

// names are the first words of all commands that aren't hidden.
func names() (list []string) {
	for _, c := range commands() {
		if first, _, _ := strings.Cut(c.name, " "); len(c.forms) > 0 && !slices.Contains(list, first) {
			list = append(list, first)
		}
	}
	return list
}

// subcommands are the second words of a group's commands.
func subcommands(name string) (list []string) {
	for _, c := range commands() {
		if second, ok := strings.CutPrefix(c.name, name+" "); ok {
			list = append(list, second)
		}
	}
	return list
}

// flags are those that the command parses: it is asked for help, and says with which.
func (c command) flags() []*flag.Flag {
	a := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard}
	var asked helpAsked
	if len(c.forms) == 0 || !errors.As(c.run(a, []string{"--help"}), &asked) {
		return nil
	}
	var list []*flag.Flag
	asked.flags.VisitAll(func(f *flag.Flag) { list = append(list, f) })
	return list
}

// takesValue reports whether something follows a flag.
func takesValue(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return !ok || !b.IsBoolFlag()
}

// synopses are the command lines of a command.
func (c command) synopses() (list []string) {
	for _, f := range c.forms {
		list = append(list, strings.Join(strings.Fields("riffle "+c.name+" "+f.synopsis), " "))
	}
	return list
}
