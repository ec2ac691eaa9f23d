package shuffle

import (
	"encoding/json"
	"flag"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
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

// A build without vectors has no jobs with vectors: what they did there would be the
// portable code's time.
func TestVectorJobs(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		t.Skip("the build recorded nothing")
	}
	vectors := slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool {
		return s.Key == "GOEXPERIMENT" && strings.Contains(s.Value, "simd")
	})
	for _, k := range []task{deck52, deal7, lottery6of49, riffle7} {
		jobs := k.jobs()
		i := slices.IndexFunc(jobs, func(j job) bool { return j.name == "simd" })
		if i < 0 {
			t.Fatalf("%s has no job with vectors", k.name)
		}
		if !vectors && jobs[i].do != nil {
			t.Errorf("%s measures vectors in a build without any", k.name)
		}
	}
}

func (k task) measure() []Measured {
	jobs := slices.DeleteFunc(k.jobs(), func(j job) bool { return j.name == parallel || j.do == nil })
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
