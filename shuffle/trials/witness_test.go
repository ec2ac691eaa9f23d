package trials

import (
	"fmt"
	"strings"
	"testing"

	"riffle/shuffle"
)

// strays are trials that depend on more than the generator they are given. Each call
// makes one as a process does that starts.
var strays = map[string]func() any{
	"a generator of its own": func() any {
		g := shuffle.NewPRNG(7)
		return func(shuffle.PRNG) bool { return g.IntN(6) == 0 }
	},
	"a lottery of the default stream": func() any {
		shuffle.Seed(1)
		return func(shuffle.PRNG) bool { return shuffle.NewLottery(40).Pick(6)[0] < 8 }
	},
	"a dealer of the default stream": func() any {
		shuffle.Seed(1)
		return func(shuffle.PRNG) shuffle.Card { d := shuffle.NewDealer(); d.Shuffle(); return d.Deck()[0] }
	},
	"a deck that stays shuffled": func() any {
		deck := shuffle.NewDeck()
		riffle := shuffle.Riffle(1)
		return func(rng shuffle.PRNG) shuffle.Card { riffle.On(deck, rng); return deck[0] }
	},
	"a count": func() any {
		n := 0
		return func(shuffle.PRNG) bool { n++; return n%7 == 0 }
	},
}

// TestStrays plays shards as if each began in a process of its own: their merge is
// refused, and names a block and its part.
func TestStrays(t *testing.T) {
	for name, start := range strays {
		for _, of := range []int{2, 3, 4, 100} {
			run := func(p Player) {
				Run(100_000, start(), Options{Workers: 1, Seeded: true, Seed: 1, Player: p})
			}
			var parts []*Part
			for i := range of {
				run(func(e *Experiment) (*Part, error) {
					from, to := Shard{i + 1, of}.Blocks(e.Plan)
					p, err := e.Play(from, to, nil, nil)
					parts = append(parts, read(t, p))
					return p, err
				})
			}
			err := refusal(func() { run(func(e *Experiment) (*Part, error) { return e.Merge(parts...) }) })
			p := parts[of-1]
			if of == 3 { // of which all are played
				p = parts[1]
			}
			want := fmt.Sprintf("trials.Run, 100,000 runs can't be split: block %d gives other outcomes here than where it was played first (%s), so its trials depend on more than", p.From, p.Name())
			if !strings.Contains(err, want) {
				t.Errorf("%s in %d shards: %s\nwant %s", name, of, err, want)
			}
		}
	}
}

// refusal is what a function panics with.
func refusal(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

// TestWitnessIsKept: a part has the same bytes however it was played, and one whose
// first block was altered, though with a checksum of its own, isn't merged.
func TestWitnessIsKept(t *testing.T) {
	Run(5000, die, Options{Seeded: true, Workers: 3, Player: func(e *Experiment) (*Part, error) {
		whole, err := e.Play(100, 900, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		var saved *Part
		again, err := e.Play(100, 900, nil, func(p *Part) error { saved = read(t, p); return nil })
		if err != nil {
			t.Fatal(err)
		}
		resumed, err := e.Play(100, 900, saved, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []*Part{again, resumed} {
			if p.witness != whole.witness || len(p.witness) != 64 {
				t.Errorf("the witness is %q, want %q", p.witness, whole.witness)
			}
		}
		before, _ := e.Play(0, 100, nil, nil)
		after, _ := e.Play(900, e.Plan.Blocks(), nil, nil)
		after.witness = before.witness
		if _, err := e.Merge(before, whole, after); err == nil || !strings.Contains(err.Error(), "block 900 gives other outcomes") {
			t.Error(err)
		}
		return whole, nil
	}})
}

// TestMergeStops: an interrupt while the blocks are compared leaves no result.
func TestMergeStops(t *testing.T) {
	_, parts := experiment(t, 2, Options{Seeded: true})
	var e *Experiment
	played := 0
	r := Run(5000, func(rng shuffle.PRNG) int {
		played++
		e.meter.stopped.Store(true)
		return die(rng)
	}, Options{Seeded: true, Player: func(this *Experiment) (*Part, error) {
		e = this
		return e.Merge(parts...)
	}})
	if played != 1 || r.Runs != 0 || r.Asked != 5000 {
		t.Errorf("%d trials were played, the result is %v", played, r)
	}
}
