package shuffle

import (
	"encoding/json"
	"flag"
	"os"
	"path"
	"runtime"
	"slices"
	"testing"
	"time"
)

var measure = flag.String("measure", "", "measure the tasks whose names match this `pattern`")

const (
	rounds = 15                   // of which the median counts
	shift  = 3 * time.Millisecond // of a job in each round, or one call
)

// Measured are the times of one job.
type Measured struct {
	Task, What, Job string
	Nanoseconds     float64 // for each thing that is made
}

// TestMeasure measures the jobs of the benchmarks for a table: rounds in
// which each job of a task has its turn, so that what slows the machine down for a
// while slows all of them, and the time that the thread ran, so that other programs
// don't count.
func TestMeasure(t *testing.T) {
	if *measure == "" {
		t.Skip("no -measure")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	out := json.NewEncoder(os.Stdout)
	for _, k := range tasks {
		if ok, err := path.Match(*measure, k.name); err != nil || !ok {
			continue
		}
		for _, m := range k.measure() {
			out.Encode(m)
		}
	}
}

func (k task) measure() []Measured {
	jobs := slices.DeleteFunc(k.jobs(), func(j job) bool { return j.name == parallel })
	times, calls := make([][]float64, len(jobs)), make([]int, len(jobs))
	for i, j := range jobs {
		calls[i] = 1
		for j.time(calls[i]) < shift {
			calls[i] *= 2
		}
	}
	for range rounds {
		for i, j := range jobs {
			times[i] = append(times[i], float64(j.time(calls[i]).Nanoseconds())/float64(calls[i]*j.made))
		}
	}
	measured := make([]Measured, len(jobs))
	for i, j := range jobs {
		slices.Sort(times[i])
		measured[i] = Measured{k.name, k.what, j.name, times[i][rounds/2]}
	}
	return measured
}

// time returns how long the thread runs for some calls.
func (j job) time(calls int) time.Duration {
	before := threadTime()
	for range calls {
		j.do()
	}
	return threadTime() - before
}
