package trials

import (
	"math/bits"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// Plan says what an experiment is: two processes that play blocks of equal plans
// play parts of the same experiment.
type Plan struct {
	// Call and Label name the experiment.
	Call  string `json:"call"`
	Label string `json:"label,omitempty"`
	// Runs is how many trials it makes.
	Runs int `json:"runs"`
	// Seed determines the generators of all blocks.
	Seed int64 `json:"seed,string"`
	// Outcomes is the type of what is counted, "" if the experiment does its own
	// counting.
	Outcomes string `json:"outcomes,omitempty"`
	// Program identifies what is played, such as by a hash of its source, and
	// Number is the experiment's in that program, counted from 1. A Player sets
	// both.
	Program string `json:"program,omitempty"`
	Number  int    `json:"number,omitempty"`
}

// blockSize is how many trials draw from one generator. It depends only on n:
// there are about a thousand blocks, which keeps all cores busy when trials are
// slow, and blocks are large enough when trials are fast.
func blockSize(n int) int { return max(1, min(4096, n/1024)) }

// Blocks returns how many blocks the trials are cut into. A block has a generator
// of its own, that depends on the seed and the block's number, so it can be played
// anywhere.
func (p Plan) Blocks() int {
	size := blockSize(p.Runs)
	return p.Runs/size + min(1, p.Runs%size)
}

// Trials returns how many trials the blocks from one up to another make. It panics
// unless the plan has them.
func (p Plan) Trials(from, to int) int {
	const call = "Plan.Trials"
	arg.Range(call, "to", to, 0, p.Blocks())
	arg.Range(call, "from", from, 0, to)
	size := blockSize(p.Runs)
	return min(p.Runs, to*size) - min(p.Runs, from*size)
}

// Blocks returns the shard's blocks, from one up to another. The blocks of a plan
// are split as evenly as they can be: if there are fewer than shards, some shards
// have none. It panics unless 1 <= Index <= Of and p.Runs >= 0.
func (s Shard) Blocks(p Plan) (from, to int) {
	const call = "Shard.Blocks"
	arg.AtLeast(call, "Of", s.Of, 1)
	arg.Range(call, "Index", s.Index, 1, s.Of)
	arg.AtLeast(call, "the plan's Runs", p.Runs, 0)
	share := func(i int) int {
		hi, lo := bits.Mul64(uint64(p.Blocks()), uint64(i))
		q, _ := bits.Div64(hi, lo, uint64(s.Of))
		return int(q)
	}
	return share(s.Index - 1), share(s.Index)
}

// Player plays an experiment in another way than by all its blocks in this
// process: with Experiment.Play it plays blocks here, and with Experiment.Merge it
// adds up what others have played. It returns the part that the call then returns
// to the program, of all blocks or of some. The call panics with its error.
type Player func(e *Experiment) (*Part, error)

// Experiment is an experiment under way, for a Player.
type Experiment struct {
	Plan Plan
	// Seeded says that the seed was given, by the options or by Seed: another
	// process has the same.
	Seeded bool

	empty   func() Tally
	options Options
	meter   *Meter
}

// newExperiment prepares n trials.
func newExperiment(call, outcomes string, n int, empty func() Tally, given []Options) *Experiment {
	o, seeded := complete(call, given)
	return &Experiment{
		Plan:   Plan{Call: call, Label: o.Label, Runs: n, Seed: o.Seed, Outcomes: outcomes},
		Seeded: seeded, empty: empty, options: o,
	}
}

// result plays the experiment.
func (e *Experiment) result() (Tally, *Result) {
	e.meter = begin(e.Plan.Runs, e.options)
	defer e.meter.End()
	play := e.options.Player
	if play == nil {
		play = (*Experiment).playWhole
	}
	p, err := play(e)
	if err == nil && p.tally == nil {
		p.tally, err = p.of(e)
	}
	if err != nil {
		panic(err)
	}
	r := &Result{Label: e.Plan.Label, Runs: p.Made, Asked: e.Plan.Runs, Seed: e.Plan.Seed, Shard: p.Shard}
	return p.tally, r
}

// playWhole plays all blocks here.
func (e *Experiment) playWhole() (*Part, error) {
	c := e.campaign(0, e.Plan.Blocks())
	c.mayBeHelped()
	t, made := c.run()
	return &Part{Plan: e.Plan, To: e.Plan.Blocks(), Made: made, tally: t}, nil
}

// block returns the number of the first trial of a block, how many there are, and
// their generator.
func (e *Experiment) block(block int) (first, size int, rng shuffle.PRNG) {
	size = blockSize(e.Plan.Runs)
	first = block * size
	return first, min(size, e.Plan.Runs-first), shuffle.XoshiroOf(e.Plan.Seed, uint64(block))
}
