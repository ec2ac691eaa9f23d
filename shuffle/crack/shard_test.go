package crack

import (
	"reflect"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/trials"
)

// inShards plays an experiment in shards, and merges their parts as others read
// them.
func inShards(t *testing.T, of int) trials.Options {
	return trials.Options{Player: func(e *trials.Experiment) (*trials.Part, error) {
		var parts []*trials.Part
		for i := of; i > 0; i-- {
			from, to := trials.Shard{Index: i, Of: of}.Blocks(e.Plan)
			p, err := e.Play(from, to, nil, func(*trials.Part) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			data, err := p.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if p, err = trials.DecodePart(data); err != nil {
				t.Fatal(err)
			}
			parts = append(parts, p)
		}
		return e.Merge(parts...)
	}}
}

// TestShards: a search in shards finds the same.
func TestShards(t *testing.T) {
	rng, rolls := shuffle.JavaRandom(5), make([]int, 30)
	for i := range rolls {
		rolls[i] = rng.IntN(52 - i)
	}
	for name, search := range map[string]func(o ...trials.Options) (any, error){
		"ASF":     func(o ...trials.Options) (any, error) { return ASF([]int{15, 31, 30}, Window{0, 3_000_000}, o...) },
		"nothing": func(o ...trials.Options) (any, error) { return ASF(At(map[int]int{52: 52}), Window{0, 100_000}, o...) },
		"Borland": func(o ...trials.Options) (any, error) {
			deck := ordered(deckSize)
			shuffle.FisherYates(deck, shuffle.BorlandRandom(77))
			s, err := Borland(deck[:6], All, shuffle.FisherYates, o...)
			return s.Seeds, err
		},
		"MTSeed": func(o ...trials.Options) (any, error) {
			return MTSeed([]uint32{shuffle.MT19937(99).Uint32()}, Window{0, 100_000}, o...)
		},
		"JavaDice": func(o ...trials.Options) (any, error) { return JavaDice(52, rolls, o...) },
	} {
		want, wantErr := search()
		got, err := search(inShards(t, 7))
		if s, ok := want.(*Seeds); ok && s != nil {
			s.shuffle, got.(*Seeds).shuffle = nil, nil
		}
		if !reflect.DeepEqual(got, want) || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Errorf("%s: %v %v, want %v %v", name, got, err, want, wantErr)
		}
	}
}
