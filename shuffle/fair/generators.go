package fair

import (
	"reflect"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/turn"
	"riffle/shuffle/internal/void"
)

// maxGeneratorDraws is the most that one of many generators draws in a test: it is done
// within a second.
const maxGeneratorDraws = 1_000_000

// TestGenerators makes the tests of TestGenerator with many generators of a kind, each
// with a seed of its own, and adds up what they count:
//
//	fair.TestGenerators(JavaRandom, 1000, 10_000)
//
// So it finds what the draws of one generator don't show, because its seed decides too
// much, and flaws that are too small for them. What takes long sequences to be seen stays
// hidden if there are few draws, however many generators there are. A kind is a function
// of a seed, an integer, that returns a generator: a constructor such as NewPRNG,
// MT19937 or BorlandRandom, or a function of your own:
//
//	func(seed int64) PRNG { return LCG(5, 13, 1<<31, uint64(seed)) }
//
// It uses all cores. After the same Seed the report is the same for any number of cores,
// and of machines: the seeds are drawn as those of the trials of trials.Run are. When it
// is stopped, it reports on the generators that are done.
//
// It calls the function on several cores at once, which must return another generator
// each time, and panics when it returns nil, when it isn't such a function, and unless
// 1 <= generators <= 1,000,000,000 and 1000 <= draws <= 1,000,000.
func TestGenerators(seeded any, generators, draws int) *GeneratorReport {
	const call = "fair.TestGenerators"
	k := kindOf(call, seeded)
	arg.Range(call, "generators", generators, 1, 1_000_000_000)
	arg.Range(call, "draws", draws, minDraws, maxGeneratorDraws)
	name := k.of(1).Name()
	counts, made := sample(call, generators, nil, countsOfTests, func(counts []int) func(shuffle.PRNG) {
		return func(rng shuffle.PRNG) { countAll(k.drawn(rng), draws, counts, onward) }
	})
	if made == 0 {
		return newGeneratorReport(name, 0, draws, counts, 0)
	}
	return newGeneratorReport(name, made, draws, counts, len(generatorTests))
}

// onward lets all tests of a generator be made, as parts of them don't count.
func onward() bool {
	turn.Give()
	return true
}

// kind is a function that makes a generator of a seed, an integer of so many bits.
type kind struct {
	call string
	make reflect.Value
	seed reflect.Type
	bits int
}

// kindOf refuses what is no such function.
func kindOf(call string, seeded any) kind {
	const want = "want a function of a seed, an integer, that returns a generator, such as JavaRandom"
	if void.Is(seeded) {
		arg.Refuse(call, "the kind of generator is nil, "+want)
	}
	t := reflect.TypeOf(seeded)
	if t.Kind() != reflect.Func || t.NumIn() != 1 || t.NumOut() != 1 || !t.Out(0).Implements(reflect.TypeFor[shuffle.PRNG]()) {
		arg.Refuse(call, "the kind of generator is a %v, "+want, t)
	}
	seed := t.In(0)
	if t.IsVariadic() {
		seed = seed.Elem()
	}
	if k := seed.Kind(); k < reflect.Int || k > reflect.Uint64 {
		arg.Refuse(call, "the kind of generator is a %v, "+want, t)
	}
	return kind{call, reflect.ValueOf(seeded), seed, seed.Bits()}
}

// of returns the generator of a seed.
func (k kind) of(seed uint64) shuffle.PRNG {
	s := reflect.ValueOf(seed).Convert(k.seed)
	rng := k.make.Call([]reflect.Value{s})[0].Interface()
	if void.Is(rng) {
		arg.Refuse(k.call, "the kind of generator returned nil for the seed %v, want a generator", s)
	}
	return rng.(shuffle.PRNG)
}

// drawn returns the generator of a seed that is drawn from another.
func (k kind) drawn(rng shuffle.PRNG) shuffle.PRNG { return k.of(rng.Uint64() >> (64 - k.bits)) }
