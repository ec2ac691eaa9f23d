package command

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"riffle/internal/notebook"
	"riffle/internal/parts"
)

// splitFlags are the flags of a run whose experiments are split over processes.
type splitFlags struct{ shard, dir string }

func (s *splitFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&s.shard, "shard", "", "play one shard, `I/N`, or auto in a job of cluster")
	fs.StringVar(&s.dir, "parts", "", "the folder `DIR` has the parts of all shards")
}

// options are what the flags say, nil if they say nothing. What follows the file
// belongs to the command that runs a shard.
func (s *splitFlags) options(file string, rest []string) (*parts.Options, error) {
	switch {
	case s.dir == "" && s.shard == "":
		return nil, nil
	case s.dir == "":
		return nil, usagef("run: --shard %s takes --parts DIR, the folder for the parts", s.shard)
	case file == "-":
		return nil, usagef("run: --parts takes the name of a file, not the standard input, which only one process can read")
	}
	dir, err := filepath.Abs(s.dir)
	if err != nil {
		return nil, err
	}
	words := append([]string{"--parts", quoted(s.dir), quoted(file)}, quotedAll(rest)...)
	o := &parts.Options{Dir: dir, Shown: s.dir, Arguments: strings.Join(words, " ")}
	if s.shard == "" {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("run: no folder %s; riffle run --shard I/N --parts %s %s makes it, for each shard I of N", s.dir, s.dir, file)
		}
		return o, nil
	}
	if o.Shard, err = parts.ParseShard(s.shard, os.Getenv); err != nil {
		return nil, usagef("run: %v", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("run: --parts %s is no folder, and can't be made one: %w", s.dir, reason(err))
	}
	return o, nil
}

// parameterFlags are a notebook's parameters as on the command line.
func parameterFlags(params []notebook.Parameter) (flags []string) {
	for _, p := range params {
		flags = append(flags, "-p", p.Name+"="+p.Value)
	}
	return flags
}

// quoted is a word as the shell takes it.
func quoted(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:@%+") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func quotedAll(words []string) (list []string) {
	for _, w := range words {
		list = append(list, quoted(w))
	}
	return list
}

// cluster prints the file of a job that runs an experiment in shards.
func (a *app) cluster(args []string) error {
	fs := newFlags("cluster")
	n := fs.Int("n", 100, "split the experiments into `N` shards")
	if err := parse(fs, args); err != nil {
		return err
	}
	system := fs.Arg(0)
	if err := parse(fs, fs.Args()[min(1, fs.NArg()):]); err != nil { // flags may follow the system
		return err
	}
	if fs.NArg() == 0 {
		return usagef("cluster: name the system and the file: riffle cluster slurm EXPERIMENT.go, or riffle cluster kubernetes EXPERIMENT.ipynb")
	}
	file := fs.Arg(0)
	if *n < 1 {
		return usagef("cluster: -n %d, want at least 1", *n)
	}
	if info, err := os.Stat(file); err != nil {
		return fmt.Errorf("cluster: %s: %w", file, reason(err))
	} else if info.IsDir() {
		return fmt.Errorf("cluster: %s is a folder, want the file of an experiment", file)
	}
	text, err := parts.Job(system, file, strings.Join(quotedAll(fs.Args()), " "), *n)
	if err != nil {
		return usagef("cluster: %v", err)
	}
	fmt.Fprint(a.stdout, text)
	return nil
}
