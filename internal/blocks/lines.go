package blocks

import (
	"encoding/json"
	"errors"
)

// A process of Serve reads and writes lines. These functions are for callers that talk to
// one by other means than a Process.

// Hello is the first line.
func Hello(job *Job) ([]byte, error) { return json.Marshal(hello{Job: job}) }

// Request is a line that asks for blocks, from one up to another.
func Request(from, to int) []byte {
	line, _ := json.Marshal(request{from, to}) // of two numbers
	return line
}

// Answer is the part in the answer to a request.
func Answer(line []byte) ([]byte, error) {
	var a answer
	switch err := json.Unmarshal(line, &a); {
	case err != nil:
		return nil, err
	case a.Panics != "":
		return nil, errors.New(a.Panics)
	case a.Failed != "":
		return nil, errors.New(a.Failed)
	}
	return a.Part, nil
}
