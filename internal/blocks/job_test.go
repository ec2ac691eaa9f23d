package blocks

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle/shuffle/trials"
)

var job = Job{Version: "1.1", Name: "dice.go", Source: "Seed(1)", Args: []string{"a b"}, Plan: trials.Plan{Call: "trials.Run", Runs: 10, Seed: -5, Number: 2}, Earlier: [][]byte{{1, 2}}}

func TestJob(t *testing.T) {
	data, err := job.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := DecodeJob(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&job, got); diff != "" {
		t.Error(diff)
	}
	first := job
	first.Earlier = nil // which an experiment 2 doesn't begin without
	if data, err = first.Encode(); err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeJob(data); err == nil || err.Error() != "this job has no such experiment" {
		t.Errorf("got %v", err)
	}
	if _, err := DecodeJob(data[:len(data)/2]); err == nil {
		t.Error("half of a job is one")
	}
}

// FuzzDecodeJob wants an error, or a job that can be written, for all bytes.
func FuzzDecodeJob(f *testing.F) {
	data, _ := job.Encode()
	f.Add(data)
	f.Add(data[:20])
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		if j, err := DecodeJob(data); err == nil {
			if _, err := j.Encode(); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestNext checks that lines over the limit are refused, however they arrive.
func TestNext(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want error
	}{
		{`{"Failed":"no"}` + "\n", 16, nil},
		{`{"Failed":"no"}` + "\n", 15, errLong},
		{strings.Repeat("x", 100_000), 50_000, errLong},
		{`{"Failed":"no"}`, 16, io.EOF},
	} {
		var a answer
		err := readJSONLine(bufio.NewReaderSize(strings.NewReader(c.text), 16), &a, c.most)
		if !errors.Is(err, c.want) || err == nil && a.Failed != "no" {
			t.Errorf("%.20q of at most %d bytes: %v, want %v", c.text, c.most, err, c.want)
		}
	}
}

// TestPanickedIn names the trials of a block, be it one or more.
func TestPanickedIn(t *testing.T) {
	for _, c := range []struct {
		runs int
		want string
	}{
		{2000, "trial 3 panicked; it draws from shuffle.XoshiroOf(7, 3)"},
		{100_000, "one of trials 291 to 387 panicked; they draw from shuffle.XoshiroOf(7, 3)"},
	} {
		if got := panickedIn(trials.Plan{Runs: c.runs, Seed: 7}, 3); got != c.want {
			t.Errorf("of %d: %s, want %s", c.runs, got, c.want)
		}
	}
}
