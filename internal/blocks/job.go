// Package blocks plays blocks of a program's experiment in a process of their own,
// for a queue that hands them out. Start starts the process, which calls Serve: it
// runs the program up to the experiment and then plays the blocks that it is asked
// for, until its input ends.
//
// The results of earlier experiments come with the job, so that the program continues
// with the whole results, as it does everywhere.
package blocks

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"riffle/shuffle/trials"
)

// Subcommand is the argument after which Start's processes call Serve.
const Subcommand = "blocks"

// Job is an experiment of a program.
type Job struct {
	// Version is that of who made the job.
	Version string `json:"version"`
	// Name is the program's file, Source its text, and Args are its arguments.
	Name   string   `json:"name"`
	Source string   `json:"source"`
	Args   []string `json:"args,omitempty"`
	// Call says that the program only calls one experiment, or several in a row, whose
	// seeds are those of the plans.
	Call bool `json:"call,omitempty"`
	// Plan is the experiment's. Its Number counts the program's experiments.
	Plan trials.Plan `json:"plan"`
	// Earlier are the parts of the experiments before it, of all their blocks.
	Earlier [][]byte `json:"earlier,omitempty"`
}

// jobFormat is the version of what a job holds.
const jobFormat = 3

// Version is the version of jobs and parts: processes whose versions are equal play the
// same blocks of the same jobs.
func Version() string { return fmt.Sprintf("%s.%d", trials.PartVersion(), jobFormat) }

// maxJob bounds a job that is unpacked.
const maxJob = 256 << 20

// Encode packs the job.
func (j *Job) Encode() ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := json.NewEncoder(z).Encode(j); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

// DecodeJob reads what Encode has written.
func DecodeJob(data []byte) (*Job, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("this is no job: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(z, maxJob+1))
	if err != nil {
		return nil, fmt.Errorf("this is no job: %w", err)
	}
	j := new(Job)
	switch err := json.Unmarshal(text, j); {
	case len(text) > maxJob:
		return nil, errors.New("this job is too large")
	case err != nil:
		return nil, fmt.Errorf("this is no job: %w", err)
	case j.Plan.Number < 1 || j.Plan.Runs < 0 || len(j.Earlier) != j.Plan.Number-1:
		return nil, errors.New("this job has no such experiment")
	}
	return j, nil
}

// hello is the first line that a process reads.
type hello struct {
	Job    *Job  `json:"job"`
	Memory int64 `json:"memory,omitempty"` // bytes, 0 for no limit
}

// request asks for blocks, from one up to another.
type request struct{ From, To int }

// answer is a line that a process writes.
type answer struct {
	// Part holds the counts.
	Part []byte `json:",omitempty"`
	// Failed says why there is no part.
	Failed string `json:",omitempty"`
	// Panics says that a trial is about to panic; its message follows on standard error.
	Panics string `json:",omitempty"`
}
