package trials

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"riffle/shuffle"
)

type pair struct {
	A int8
	b [2]string
	_ bool
}

// trialsOf are trials of every kind.
var trialsOf = map[string]any{
	"bool": six, "int": die, "real": unit,
	"word":    func(rng shuffle.PRNG) string { return "ab\xff<"[rng.IntN(4):] },
	"large":   func(rng shuffle.PRNG) int { return int(rng.Uint64()) },
	"huge":    func(rng shuffle.PRNG) uint64 { return rng.Uint64() >> 63 << 63 },
	"spread":  func(rng shuffle.PRNG) float64 { return math.Ldexp(rng.Float64()-0.5, rng.IntN(2000)-1000) },
	"card":    func(rng shuffle.PRNG) shuffle.Card { return shuffle.NewDeck()[rng.IntN(52)] },
	"pair":    func(rng shuffle.PRNG) pair { return pair{A: int8(rng.IntN(3)), b: [2]string{"x"[rng.IntN(2):], "y"}} },
	"zeros":   func(rng shuffle.PRNG) [2]float64 { return [2]float64{math.Copysign(0, float64(rng.IntN(2))-0.5), 1} },
	"complex": func(rng shuffle.PRNG) complex128 { return complex(0, float64(rng.IntN(3))) },
	"any":     func(rng any) int { return die(rng.(shuffle.PRNG)) },
}

// TestSplits plays random ranges of blocks, each with a pause or none, writes and
// reads their parts, and merges them in random order: the result is that of one
// process in every bit.
func TestSplits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for name, trial := range trialsOf {
		for range 4 {
			n := []int{0, 1, 500, 5000, 30_000}[rng.IntN(5)]
			o := Options{Seeded: true, Seed: rng.Int64(), Label: name}
			want := Run(n, trial, o)
			o.Player = func(e *Experiment) (*Part, error) {
				whole, err := e.Merge(splits(t, e, rng)...)
				read(t, whole) // as a worker gets it that plays what comes after
				return whole, err
			}
			got := Run(n, trial, o)
			same(t, fmt.Sprintf("%s, %d runs", name, n), got, want)
		}
	}
}

// same compares results in every bit.
func same(t *testing.T, what string, got, want *Result) {
	t.Helper()
	if fmt.Sprintf("%#v", got.Outcomes) != fmt.Sprintf("%#v", want.Outcomes) || got.String() != want.String() || got.Shard != want.Shard ||
		math.Float64bits(got.Mean.Mean) != math.Float64bits(want.Mean.Mean) || math.Float64bits(got.Mean.Deviation) != math.Float64bits(want.Mean.Deviation) {
		t.Errorf("%s: split\n%v\nwant\n%v", what, got, want)
	}
}

// splits plays all blocks in parts of random sizes.
func splits(t *testing.T, e *Experiment, rng *rand.Rand) (parts []*Part) {
	for from, all := 0, e.Plan.Blocks(); from < all; {
		to := min(all, from+1+rng.IntN(all))
		parts = append(parts, read(t, pausing(t, e, from, to, rng)))
		from = to
	}
	rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return parts
}

// pausing plays blocks, perhaps in two processes of which the second goes on where
// the first was killed.
func pausing(t *testing.T, e *Experiment, from, to int, rng *rand.Rand) *Part {
	var saved *Part
	killed := errors.New("killed")
	if rng.IntN(2) == 0 {
		if _, err := e.Play(from, to, nil, func(p *Part) error { saved = read(t, p); return killed }); !errors.Is(err, killed) {
			t.Fatal(err)
		}
	}
	p, err := e.Play(from, to, saved, func(*Part) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// read writes a part and reads it.
func read(t *testing.T, p *Part) *Part {
	t.Helper()
	data, err := p.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := DecodePart(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if again, err := got.Encode(); err != nil || !bytes.Equal(again, data) || got.Name() != p.Name() {
		t.Fatalf("%s is read as %s, %v", data, again, err)
	}
	return got
}

// most is a tally whose text ends without a newline.
type most struct{ n int }

func (m *most) Trial(_ int, rng shuffle.PRNG) { m.n = max(m.n, rng.IntN(1_000_000)) }
func (m *most) Join(other Tally)              { m.n = max(m.n, other.(*most).n) }
func (m *most) MarshalText() ([]byte, error)  { return fmt.Append(nil, m.n), nil }
func (m *most) UnmarshalText(text []byte) (err error) {
	_, err = fmt.Sscanf(string(text)+"|", "%d|", &m.n)
	return err
}

// TestTally splits an experiment that does its own counting.
func TestTally(t *testing.T) {
	o := Options{Seeded: true, Seed: 3}
	empty := func() Tally { return new(most) }
	want, _ := Count(10_000, empty, o)
	o.Player = func(e *Experiment) (*Part, error) { return e.Merge(splits(t, e, rand.New(rand.NewPCG(7, 8)))...) }
	if got, r := Count(10_000, empty, o); !reflect.DeepEqual(got, want) || r.Runs != 10_000 {
		t.Errorf("%v, want %v", got, want)
	}
}

// experiment is one of 5000 throws of a die, and its parts in shards.
func experiment(t *testing.T, of int, o Options) (e *Experiment, parts []*Part) {
	o.Player = func(this *Experiment) (*Part, error) {
		e = this
		for i := range of {
			from, to := Shard{i + 1, of}.Blocks(e.Plan)
			p, err := e.Play(from, to, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, p)
		}
		return parts[0], nil
	}
	Run(5000, die, o)
	return e, parts
}

// TestNoSuchBlocks asks for what a plan doesn't have.
func TestNoSuchBlocks(t *testing.T) {
	e, _ := experiment(t, 1, Options{Seeded: true, Seed: 1})
	for _, c := range []struct {
		ask  func()
		want string
	}{
		{func() { Shard{}.Blocks(e.Plan) }, "Shard.Blocks: Of = 0, want at least 1"},
		{func() { Shard{Of: 3}.Blocks(e.Plan) }, "Shard.Blocks: Index = 0, want 1 to 3"},
		{func() { Shard{4, 3}.Blocks(e.Plan) }, "Shard.Blocks: Index = 4, want 1 to 3"},
		{func() { Shard{1, 3}.Blocks(Plan{Runs: -1}) }, "Shard.Blocks: the plan's Runs = -1, want at least 0"},
		{func() { e.Plan.Trials(0, 1251) }, "Plan.Trials: to = 1251, want 0 to 1250"},
		{func() { e.Plan.Trials(3, 2) }, "Plan.Trials: from = 3, want 0 to 2"},
		{func() { e.Play(-1, 2, nil, nil) }, "Plan.Trials: from = -1, want 0 to 2"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.HasSuffix(got, c.want) {
					t.Errorf("%s\nwant %s", got, c.want)
				}
			}()
			c.ask()
		}()
	}
}

// TestMergeRefuses tells what is wrong with parts.
func TestMergeRefuses(t *testing.T) {
	e, parts := experiment(t, 4, Options{Seeded: true, Seed: 1})
	_, halves := experiment(t, 2, Options{Seeded: true, Seed: 1})
	_, seeds := experiment(t, 4, Options{Seeded: true, Seed: 2})
	_, labels := experiment(t, 4, Options{Seeded: true, Seed: 1, Label: "x"})
	for _, c := range []struct {
		parts []*Part
		want  string
	}{
		{parts[1:], "trials.Run, 5,000 runs: blocks 0 to 311 of 1250 are missing"},
		{[]*Part{parts[0], parts[2]}, "trials.Run, 5,000 runs: blocks 312 to 624 of 1250 are missing, and 1 stretch more"},
		{append(parts[:4:4], parts[2]), "blocks 625 to 936 are there twice"},
		{append(parts[:2:2], halves[1], parts[3]), "blocks 625 to 1249 and 937 to 1249 overlap"},
		{append(parts[:3:3], seeds[3]), "is of another experiment than trials.Run, 5,000 runs: its seed is 2, want 1"},
		{append(parts[:3:3], labels[3]), "its label is x, want "},
	} {
		if _, err := e.Merge(c.parts...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
	_, err := e.Merge(parts[0], parts[2])
	var missing *MissingError
	if !errors.As(err, &missing) || !reflect.DeepEqual(missing.Shards(4), []Shard{{2, 4}, {4, 4}}) {
		t.Errorf("%v lacks the shards %v", err, missing.Shards(4))
	}
	if p, err := e.Merge(append(parts[2:], halves[0])...); err != nil || p.Made != 5000 {
		t.Errorf("shards of two sizes that fit: %v", err)
	}
}

// TestMergeRead reads 600 parts with four adders, and tells the first that can't be read.
func TestMergeRead(t *testing.T) {
	o := Options{Seeded: true, Seed: 7, Workers: 4}
	want := Run(5000, die, o)
	e, parts := experiment(t, 600, o)
	blocks, texts := make([][2]int, len(parts)), make([][]byte, len(parts))
	order := rand.New(rand.NewPCG(1, 2)).Perm(len(parts))
	for at, i := range order {
		data, err := parts[i].Encode()
		if err != nil {
			t.Fatal(err)
		}
		blocks[at], texts[at] = [2]int{parts[i].From, parts[i].To}, data
	}
	decode := func(i int) (*Part, error) { return DecodePart(texts[i]) }
	o.Player = func(e *Experiment) (*Part, error) { return e.MergeRead(blocks, decode) }
	same(t, "600 parts", Run(5000, die, o), want)

	third := slices.Index(order, 3)
	for name, tt := range map[string]struct {
		read func(i int) (*Part, error)
		want string
	}{
		"broken": {func(i int) (*Part, error) {
			if order[i] >= 3 && order[i] < 599 {
				return nil, fmt.Errorf("part %d is broken", order[i])
			}
			return decode(i)
		}, "part 3 is broken"},
		"exchanged": {func(i int) (*Part, error) {
			if i == third {
				return parts[4], nil
			}
			return decode(i)
		}, fmt.Sprintf("%s has blocks 8 to 9, want 6 to 7", parts[4].Name())},
	} {
		if _, err := e.MergeRead(blocks, tt.read); err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
	defer func() {
		if v := recover(); v != "crash" {
			t.Errorf("a panic came as %v", v)
		}
	}()
	e.MergeRead(blocks, func(i int) (*Part, error) {
		if i == third {
			panic("crash")
		}
		return decode(i)
	})
}

// TestDecodeRefuses changes every byte of a part, and cuts it everywhere.
func TestDecodeRefuses(t *testing.T) {
	_, parts := experiment(t, 4, Options{Seeded: true})
	data, err := parts[1].Encode()
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		if _, err := DecodePart(data[:i]); err == nil {
			t.Errorf("the first %d bytes are a part", i)
		}
		wrong := bytes.Clone(data)
		wrong[i] ^= 1
		if _, err := DecodePart(wrong); err == nil {
			t.Errorf("a part with another byte %d is a part", i)
		}
	}
	for old, new := range map[string]string{`"riffle-part":2`: `"riffle-part":1`, `"streams":1`: `"streams":2`} {
		_, err := DecodePart(bytes.Replace(data, []byte(old), []byte(new), 1))
		if err == nil || !strings.Contains(err.Error(), "another version of riffle") {
			t.Error(err)
		}
	}
}

// TestUnsplittable: what counts aside, or can't be written, has no parts.
func TestUnsplittable(t *testing.T) {
	encode := func(e *Experiment) (*Part, error) {
		p, err := e.Play(0, e.Plan.Blocks(), nil, nil)
		if err == nil {
			_, err = p.Encode()
		}
		return p, err
	}
	for want, run := range map[string]func(o Options){
		"its trials return nothing":      func(o Options) { Run(5, func(shuffle.PRNG) {}, o) },
		"return an outcome":              func(o Options) { Spread(5, func() func(shuffle.PRNG) { return func(shuffle.PRNG) {} }, o) },
		"an outcome has a *int":          func(o Options) { Run(5, func(shuffle.PRNG) *int { return nil }, o) },
		"an outcome has a interface {},": func(o Options) { Run(5, func(shuffle.PRNG) [1]any { return [1]any{} }, o) },
	} {
		func() {
			defer func() {
				if err, _ := recover().(error); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%v, want %s", err, want)
				}
			}()
			run(Options{Player: encode})
		}()
	}
}

// TestPartlyPlayed: the result of a shard says that it is one.
func TestPartlyPlayed(t *testing.T) {
	s := Shard{3, 100}
	r := Run(100_000, die, Options{Seeded: true, Player: func(e *Experiment) (*Part, error) {
		if !e.Seeded {
			t.Error("the seed isn't known to be given")
		}
		from, to := s.Blocks(e.Plan)
		p, err := e.Play(from, to, nil, nil)
		p.Shard = s
		return p, err
	}})
	if r.Runs != 970 || r.Asked != 100_000 || !strings.HasPrefix(r.String(), "970 runs, shard 3/100 of 100,000\n") {
		t.Errorf("%v", r)
	}
	Run(1, die, Options{Player: func(e *Experiment) (*Part, error) {
		if e.Seeded {
			t.Error("a random seed is one that was given")
		}
		return e.Play(0, 1, nil, nil)
	}})
}

func TestShards(t *testing.T) {
	for _, runs := range []int{0, 1, 7, 5000, 1 << 50, math.MaxInt} {
		p := Plan{Runs: runs}
		for _, of := range []int{1, 3, 100, 1 << 20} {
			last, most, least := 0, 0, math.MaxInt
			for i := range of {
				from, to := Shard{i + 1, of}.Blocks(p)
				if from != last {
					t.Fatalf("%d of %d shards begins with block %d, want %d", i+1, of, from, last)
				}
				last, most, least = to, max(most, to-from), min(least, to-from)
			}
			if last != p.Blocks() || most-least > 1 {
				t.Errorf("%d shards of %d blocks end with %d, and have %d to %d", of, p.Blocks(), last, least, most)
			}
		}
	}
	for _, wrong := range []string{"", "3", "0/5", "6/5", "-1/5", "1/", "/2", "1/2/3", "a/b"} {
		if s, err := ParseShard(wrong); err == nil {
			t.Errorf("%q is %v", wrong, s)
		}
	}
	if s, err := ParseShard("3/100"); err != nil || s.String() != "3/100" {
		t.Error(s, err)
	}
}

// TestStoppedPart: a stopped experiment gives no part.
func TestStoppedPart(t *testing.T) {
	made := 0
	Run(100_000, func(rng shuffle.PRNG) bool { return six(rng) }, Options{Workers: 1, Seeded: true, Player: func(e *Experiment) (*Part, error) {
		e.meter.stopped.Store(true)
		p, err := e.Play(0, e.Plan.Blocks(), nil, func(*Part) error { made++; return nil })
		if _, err := p.Encode(); err == nil || made > 0 {
			t.Error("a part of a stopped experiment")
		}
		return p, err
	}})
}

// A pace grows until two seconds are saved at a time, and never stops.
func TestPace(t *testing.T) {
	p := pace{blocks: 2}
	for _, c := range []struct {
		took time.Duration
		want int
	}{{time.Millisecond, 16}, {time.Second, 32}, {8 * time.Second, 8}, {time.Hour, 1}, {time.Hour, 1}, {0, 8}} {
		if p.adapt(c.took); p.blocks != c.want {
			t.Errorf("after %v %d blocks, want %d", c.took, p.blocks, c.want)
		}
	}
}

func FuzzDecodePart(f *testing.F) {
	o := Options{Seeded: true, Player: func(e *Experiment) (*Part, error) {
		p, err := e.Play(0, e.Plan.Blocks(), nil, nil)
		if data, err := p.Encode(); err == nil {
			f.Add(data)
		}
		return p, err
	}}
	for _, trial := range trialsOf {
		Run(30, trial, o)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		DecodePart(data)
		// As somebody would alter it who knows checksums.
		if end := bytes.LastIndexByte(bytes.TrimSuffix(data, []byte("\n")), '\n') + 1; end > 0 {
			data = append(data[:end:end], sumLine(data[:end])...)
		}
		p, err := DecodePart(data)
		if err != nil {
			return
		}
		for _, trial := range trialsOf {
			outcomes, empty := kindOf("", trial)
			if outcomes != p.Plan.Outcomes {
				continue
			}
			tally, err := p.of(&Experiment{Plan: p.Plan, empty: empty})
			if err != nil {
				continue
			}
			text, err := tally.MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			if err := empty().UnmarshalText(text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
	})
}

// An outcome is read as it was written, and in no other way.
func FuzzOutcome(f *testing.F) {
	for _, text := range []string{`1`, `true`, `"0x1p+00"`, `"a"`, `{"bytes":"ff"}`, `[1,["x","y"],false]`, `["0x0p+00","0x1p+00"]`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !json.Valid(data) {
			return
		}
		for _, of := range []reflect.Type{reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[uint64](), reflect.TypeFor[float32](),
			reflect.TypeFor[complex64](), reflect.TypeFor[string](), reflect.TypeFor[[2]float64](), reflect.TypeFor[pair]()} {
			v := reflect.New(of).Elem()
			if readOutcome(data, v) != nil {
				continue
			}
			text, err := appendOutcome(nil, v)
			again := reflect.New(of).Elem()
			if err == nil {
				err = readOutcome(text, again)
			}
			if text2, _ := appendOutcome(nil, again); err != nil || !bytes.Equal(text, text2) {
				t.Fatalf("%v: %s is %s, then %s, %v", of, data, text, text2, err)
			}
		}
	})
}

func BenchmarkRunReal(b *testing.B) {
	for b.Loop() {
		Run(100_000, unit, Options{Seeded: true})
	}
}

func BenchmarkRunInt(b *testing.B) {
	for b.Loop() {
		Run(100_000, die, Options{Seeded: true})
	}
}

// TestMissingZero: an error without blocks names none, and no shard.
func TestMissingZero(t *testing.T) {
	var m MissingError
	if got := m.Error(); got != "no blocks are missing" {
		t.Errorf("it says %q", got)
	}
	if list := m.Shards(3); len(list) != 0 {
		t.Errorf("%v of 3 shards are missing", list)
	}
}
