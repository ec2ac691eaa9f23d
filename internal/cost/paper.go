package main

import (
	"fmt"
	"io"
	"time"
)

// What is calculated: so many runs on so many cores.
const (
	paperRuns  = 1_000_000_000_000
	paperCores = 1_000
)

// term is what takes time.
type term struct {
	what    string
	seconds float64
}

// terms are what an experiment on many cores takes, by what was measured here: trials that
// add up two dice, a shard besides its trials, a part that is merged, and stretches through a
// server. Of parts and messages there is one for each stretch, if workers play them.
func terms(b *bench, runs, cores int) (files, server []term) {
	blocks := (runs + trialsOfBlock - 1) / trialsOfBlock
	stretches := max(stretches, blocks/(1<<16))
	trials := term{fmt.Sprintf("the trials, %s ns each", digits(1e9*b.trial)), b.trial * float64(runs) / float64(cores)}
	files = []term{
		trials,
		{"what a shard costs besides, on all cores at once", b.shard},
		{fmt.Sprintf("merging %s parts", grouped(cores)), b.part * float64(cores)},
	}
	// The last stretches end one after the other: on average a core is idle for half of
	// one, at most for all of it.
	server = []term{
		trials,
		{fmt.Sprintf("waiting for the last of %s stretches, at most", grouped(stretches)), b.trial * float64(runs) / float64(stretches)},
		{fmt.Sprintf("%s stretches through the server", grouped(stretches)), float64(stretches) / b.rate},
		{fmt.Sprintf("merging %s parts", grouped(stretches)), b.part * float64(stretches)},
	}
	return files, server
}

// bound is the term that takes longest.
func bound(terms []term) term {
	most := terms[0]
	for _, t := range terms {
		if t.seconds > most.seconds {
			most = t
		}
	}
	return most
}

// paper prints the calculation.
func (b *bench) paper(out io.Writer) error {
	if b.trial == 0 || b.shard == 0 || b.part == 0 || b.rate == 0 {
		return nil // one table alone was asked for
	}
	fmt.Fprintf(out, "On paper, by these terms: %s runs of dice.go on %s cores.\n", grouped(paperRuns), grouped(paperCores))
	files, server := terms(b, paperRuns, paperCores)
	for _, way := range []struct {
		name  string
		terms []term
	}{{"by files", files}, {"by a server", server}} {
		fmt.Fprintf(out, "\n| %s | s |\n|---|---|\n", way.name)
		for _, t := range way.terms {
			fmt.Fprintf(out, "| %s | %s |\n", t.what, digits(t.seconds))
		}
		fmt.Fprintf(out, "\nBound by %s.\n", bound(way.terms).what)
	}
	fmt.Fprintf(out, "\nOn one core the trials alone take %s.\n", (time.Duration(b.trial*paperRuns) * time.Second).Round(time.Minute))
	return nil
}
