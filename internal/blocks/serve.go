package blocks

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"riffle/internal/parts"
	"riffle/internal/watch"
	"riffle/shuffle/trials"
)

// Run runs a program whose experiments a player plays, and returns its exit status.
// What goes wrong is on the standard error.
type Run func(name string, source []byte, args []string, play trials.Player) int

// statusMemory is that of a process that needed more memory than it may have.
const statusMemory = 77

// StatusStart is that of a process that can't start for a reason of this machine's.
const StatusStart = 78

// Serve plays the blocks that it is asked for on in and answers on out. The process ends
// when Serve returns, and as soon as in ends, since its parent is gone.
func Serve(in io.Reader, out io.Writer, run Run) error {
	lines := bufio.NewReaderSize(in, 1<<16)
	var h hello
	if err := readJSONLine(lines, &h, math.MaxInt); err != nil || h.Job == nil {
		return fmt.Errorf("no job: %w", err)
	}
	if h.Memory > 0 {
		w := watch.New()
		w.OnTotal(uint64(h.Memory), func(watch.Usage) { os.Exit(statusMemory) })
		w.Begin()
	}
	s := &server{job: h.Job, requests: make(chan request), out: json.NewEncoder(out)}
	go s.readRequests(lines)
	status := run(h.Job.Name, []byte(h.Job.Source), h.Job.Args, s.playExperiment)
	return s.out.Encode(answer{Failed: fmt.Sprintf("the program ended with status %d before %v", status, h.Job.Plan)})
}

// errLong is the error of a line that is too long.
var errLong = errors.New("the line is too long")

// readJSONLine reads a line of JSON of at most most bytes.
func readJSONLine(r *bufio.Reader, v any, most int) error {
	var line []byte
	for {
		piece, err := r.ReadSlice('\n')
		if line = append(line, piece...); len(line) > most {
			return errLong
		}
		if err == nil {
			return json.Unmarshal(line, v)
		}
		if err != bufio.ErrBufferFull {
			return err
		}
	}
}

// server plays blocks of one experiment.
type server struct {
	job      *Job
	requests chan request
	out      *json.Encoder
	sequence parts.Sequence
}

func (s *server) readRequests(lines *bufio.Reader) {
	for {
		var r request
		if readJSONLine(lines, &r, math.MaxInt) != nil {
			os.Exit(0)
		}
		s.requests <- r
	}
}

// playExperiment is the program's player.
func (s *server) playExperiment(e *trials.Experiment) (*trials.Part, error) {
	if err := s.sequence.Begin(e, s.job.Plan.Program); err != nil {
		return nil, err
	}
	defer s.sequence.End()
	number := e.Plan.Number
	if number < s.job.Plan.Number {
		part, err := trials.DecodePart(s.job.Earlier[number-1])
		if err != nil {
			return nil, err
		}
		if s.job.Call {
			e.Plan.Seed = part.Plan.Seed
		}
		return e.Merge(part)
	}
	if s.job.Call {
		e.Plan.Seed = s.job.Plan.Seed
	}
	if differs := s.job.Plan.Differs(e.Plan); differs != "" {
		return nil, fmt.Errorf("%v is a different experiment in a worker: %s; it depends on something that only the machine that started it has, such as a file or the time", s.job.Plan, differs)
	}
	for r := range s.requests {
		a := answer{}
		if data, err := s.playBlocks(e, r); err != nil {
			a.Failed = err.Error()
		} else {
			a.Part = data
		}
		if err := s.out.Encode(a); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("there is nothing more to play")
}

// playBlocks plays the requested blocks.
func (s *server) playBlocks(e *trials.Experiment, r request) ([]byte, error) {
	if r.From < 0 || r.To < r.From || r.To > e.Plan.Blocks() {
		return nil, fmt.Errorf("%v has no blocks %d to %d", e.Plan, r.From, r.To)
	}
	part, panicked := tried(e, r.From, r.To)
	if panicked != nil {
		s.panicAgain(e, r)
		return nil, fmt.Errorf("a trial panicked once and not again: %v", panicked)
	}
	data, err := part.Encode()
	if err == nil && len(data) > maxPart {
		err = fmt.Errorf("the counts of blocks %d to %d of %v take %d MiB, and a worker accepts %d: let trials have fewer different outcomes", r.From, r.To-1, e.Plan, len(data)>>20, maxPart>>20)
	}
	return data, err
}

// tried plays blocks and returns the value of a panic in one of their trials.
func tried(e *trials.Experiment, from, to int) (part *trials.Part, panicked any) {
	defer func() { panicked = recover() }()
	part, err := e.Play(from, to, nil, nil)
	if err != nil {
		panic(err)
	}
	return part, nil
}

// panicAgain plays the first block in which a trial panics, so that the program ends
// as it does by itself, with the place of the panic.
func (s *server) panicAgain(e *trials.Experiment, r request) {
	for b := r.From; b < r.To; b++ {
		if _, panicked := tried(e, b, b+1); panicked == nil {
			continue
		}
		s.out.Encode(answer{Panics: panickedIn(e.Plan, b)})
		e.Play(b, b+1, nil, nil)
	}
}

// panickedIn says among which trials of a block one panicked, and how to draw its numbers.
func panickedIn(plan trials.Plan, b int) string {
	first, size := plan.Trials(0, b), plan.Trials(b, b+1)
	if size == 1 {
		return fmt.Sprintf("trial %d panicked; it draws from shuffle.XoshiroOf(%d, %d)", first, plan.Seed, b)
	}
	return fmt.Sprintf("one of trials %d to %d panicked; they draw from shuffle.XoshiroOf(%d, %d)", first, first+size-1, plan.Seed, b)
}
