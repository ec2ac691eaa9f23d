// Package parts splits the experiments of a program among processes that share a
// folder: each process plays a shard of every experiment and writes its part to the
// folder; another reads the parts and continues with their sum. Make a Player, whose
// Play is the program's [trials.Player].
//
// A part is written under another name and then renamed, so that readers see whole
// files only. The blocks that a shard has played so far are in a file beside it, with
// the suffix ".saved", from which it resumes after it was killed. No file is locked:
// two processes that play the same shard write the same bytes.
package parts

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"riffle/shuffle/trials"
)

// Options say which parts a process plays.
type Options struct {
	// Dir is the folder with the parts.
	Dir string
	// Shard is the shard to play; the zero value plays nothing and merges.
	Shard trials.Shard
	// Program identifies the program and its arguments: see Digest.
	Program string
	// Shown is the folder as the user named it, and Arguments are those of riffle run
	// --shard I/N, to tell the user which command to run.
	Shown, Arguments string
}

// Digest identifies a program by its texts, such as its source and its arguments.
func Digest(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		fmt.Fprintf(h, "%d\n%s", len(text), text)
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}

// Program is what the player asks about the running program; a nil function has
// nothing to say.
type Program struct {
	// Log receives a line for each experiment that was played.
	Log io.Writer
	// Depends says where the running experiments may depend on results of earlier ones,
	// "" if they don't.
	Depends func() string
	// Aside says where their trials change variables that aren't their own, "" if they
	// don't.
	Aside func() string
	// Draws says where their trials draw from a generator that isn't their own, "" if
	// they don't.
	Draws func() string
	// Hidden says where a trial is a function whose effects are unknown, "" if none is.
	Hidden func() string
}

// Player plays the experiments of one program.
type Player struct {
	options Options
	program Program

	sequence Sequence
	part     int // the first experiment of which only a shard is known, or 0
}

// New returns the player of a program that is about to start.
func New(o Options, p Program) *Player { return &Player{options: o, program: p} }

// ErrLater is the error of a shard that must wait until all parts of an earlier
// experiment are there.
var ErrLater = errors.New("run the shards again")

// Play plays the next experiment of the program.
func (p *Player) Play(e *trials.Experiment) (*trials.Part, error) {
	if err := p.sequence.Begin(e, p.options.Program); err != nil {
		return nil, err
	}
	defer p.sequence.End()
	if err := p.checkExperiment(e); err != nil {
		return nil, err
	}
	whole, err := p.merged(e)
	if err == nil || p.options.Shard == (trials.Shard{}) {
		return whole, err
	}
	var missing *trials.MissingError
	if !errors.As(err, &missing) {
		return nil, err
	}
	return p.playShard(e)
}

// checkExperiment refuses experiments whose shards wouldn't be of the same experiment.
func (p *Player) checkExperiment(e *trials.Experiment) error {
	if !e.Seeded {
		return fmt.Errorf("%v has no seed, so no two processes would play the same: set one before it, with Seed(n) or trials.Seed(n), or in its trials.Options", e.Plan)
	}
	if err := e.Divisible(); err != nil {
		return err
	}
	if aside := answerTo(p.program.Aside); aside != "" {
		return fmt.Errorf("%v can't be split: its trial changes a variable that isn't its own (%s), which other processes don't see; let it return what it counts", e.Plan, aside)
	}
	if draws := answerTo(p.program.Draws); draws != "" {
		return fmt.Errorf("%v can't be split: %w", e.Plan, DrawsError(draws))
	}
	if hidden := answerTo(p.program.Hidden); hidden != "" {
		return fmt.Errorf("%v can't be split: %w", e.Plan, HiddenError(hidden))
	}
	if p.part == 0 {
		return nil
	}
	if depends := answerTo(p.program.Depends); depends != "" {
		return fmt.Errorf("%v may depend on what experiment %d gave, of which this run has shard %v alone (%s); when all parts of experiment %d are in %s, %w",
			e.Plan, p.part, p.options.Shard, depends, p.part, p.options.Shown, ErrLater)
	}
	return nil
}

// DrawsError is the place where a trial draws from a generator that isn't its own.
type DrawsError string

// Error says what to do.
func (place DrawsError) Error() string {
	return fmt.Sprintf("its trial draws from a generator that isn't its own (%s), and so the same numbers in every process; let it draw from the one that it is given, as in rng.IntN(6) or NewDealer(rng)", string(place))
}

// HiddenError is the place of a trial whose effects are unknown: some function of its type
// changes a variable that isn't its own.
type HiddenError string

// Error says what to do.
func (place HiddenError) Error() string {
	return fmt.Sprintf("nobody can tell what its trial changes: it is or calls a function that a call made, or that comes from a list or a struct (%s), and one of this type changes a variable that isn't its own; let that return what it counts, or declare the function by name, as in func trial(rng PRNG) bool { … }", string(place))
}

func answerTo(question func() string) string {
	if question == nil {
		return ""
	}
	return question()
}

// playShard plays the shard's blocks of an experiment, or reads the part if they
// were played before.
func (p *Player) playShard(e *trials.Experiment) (*trials.Part, error) {
	from, to := p.options.Shard.Blocks(e.Plan)
	if p.part == 0 {
		p.part = e.Plan.Number
	}
	name := (&trials.Part{Plan: e.Plan, From: from, To: to}).Name()
	path := filepath.Join(p.options.Dir, name)
	if part := p.usable(path, e, from, to); part != nil {
		p.logLine("%v: shard %v is there already, as %s", e.Plan, p.options.Shard, name)
		part.Shard = p.options.Shard
		return part, nil
	}
	part, err := p.playOn(path, e, from, to)
	if err != nil || part.Stopped() {
		return part, err
	}
	part.Shard = p.options.Shard
	if from == to {
		p.logLine("%v: nothing to do for shard %v, as there are %d blocks", e.Plan, p.options.Shard, e.Plan.Blocks())
		return part, nil
	}
	if err := writePart(path, part); err != nil {
		return nil, err
	}
	if err := os.Remove(path + saved); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	p.logLine("%v: shard %v is %s", e.Plan, p.options.Shard, name)
	return part, nil
}

// saved is the suffix of files with the blocks played so far.
const saved = ".saved"

// playOn plays blocks, from where an earlier process was killed, if one was.
func (p *Player) playOn(path string, e *trials.Experiment, from, to int) (*trials.Part, error) {
	if from == to {
		return e.Play(from, to, nil, nil)
	}
	before := p.usable(path+saved, e, from, -1)
	if before != nil {
		p.logLine("%v: shard %v goes on after %d of %d blocks", e.Plan, p.options.Shard, before.To-from, to-from)
	}
	return e.Play(from, to, before, func(part *trials.Part) error {
		if part.To == to { // the part itself follows
			return nil
		}
		return writePart(path+saved, part)
	})
}

// usable reads the part in a file. It returns nil if there is none or it belongs to
// another experiment: then it is played again. The part must have the blocks from up to
// to; -1 stands for any.
func (p *Player) usable(path string, e *trials.Experiment, from, to int) *trials.Part {
	part, err := readPart(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && (part.From != from || to >= 0 && part.To != to) {
		err = fmt.Errorf("%s has other blocks than its name says", path)
	}
	if err == nil {
		err = e.Check(part)
	}
	if err != nil {
		p.logLine("%v; it is played again", err)
		return nil
	}
	return part
}

func (p *Player) logLine(format string, args ...any) {
	if p.program.Log != nil {
		fmt.Fprintf(p.program.Log, "riffle: "+format+"\n", args...)
	}
}

// readPart reads a part.
func readPart(path string) (*trials.Part, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	part, err := trials.DecodePart(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return part, nil
}

// writePart writes a part so that a file of that name is never less than the whole,
// also if the system crashes.
func writePart(path string, part *trials.Part) (err error) {
	data, err := part.Encode()
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".riffle-*")
	if err != nil {
		return unwritten(path, err)
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
			err = unwritten(path, err)
		}
	}()
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err == nil {
		syncFolder(filepath.Dir(path))
	}
	return err
}

// unwritten is the error of a part that can't be written, without the names of files that
// nobody has asked for.
func unwritten(path string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return fmt.Errorf("%s can't be written: %w", path, err)
}

// syncFolder makes a new name last. Not every system can.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		d.Sync()
		d.Close()
	}
}
