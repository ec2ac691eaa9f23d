package fair

import (
	"encoding/binary"
	"hash/maphash"
	"math/big"
	"runtime"
)

// fractions makes the shares of a total. Equal ones are the same *big.Rat, and those with
// equal denominators share the digits of these: a matrix of 1,000 cards has a million
// fractions, but only half as many different ones, and some hundred denominators.
type fractions struct {
	total *big.Int
	seed  maphash.Seed
	made  map[uint64][]made // by the hash of the count
	below map[string]*denominator
	slab  []big.Word // room for the digits of numerators
	words int        // of the numerators' digits so far
	under int        // of the denominators'
	share big.Rat    // keeps the memory of the fraction before it was reduced
	check big.Int
	bytes []byte
}

// made is a fraction, whose count is its numerator times by.
type made struct {
	p  *big.Rat
	by *big.Int
}

// denominator is one, and how often it goes into the total.
type denominator struct {
	digits []big.Word
	by     *big.Int
}

func newFractions(total *big.Int) *fractions {
	return &fractions{total: total, seed: maphash.MakeSeed(), made: map[uint64][]made{}, below: map[string]*denominator{}}
}

// of returns count/total.
func (f *fractions) of(count *big.Int) *big.Rat {
	key := f.hash(count)
	for _, m := range f.made[key] {
		if f.check.Mul(m.p.Num(), m.by).Cmp(count) == 0 {
			return m.p
		}
	}
	m := f.reduced(count)
	f.made[key] = append(f.made[key], m)
	return m.p
}

func (f *fractions) hash(count *big.Int) uint64 {
	f.read(count)
	return maphash.Bytes(f.seed, f.bytes)
}

// read sets bytes to a number's.
func (f *fractions) read(x *big.Int) {
	f.bytes = f.bytes[:0]
	for _, w := range x.Bits() {
		f.bytes = binary.LittleEndian.AppendUint64(f.bytes, uint64(w))
	}
}

// collect is called now and then, and collects the garbage of many digits: by itself the
// collector would wait until it has as much as is kept, half a gigabyte.
func (f *fractions) collect() {
	const many = 1 << 24
	if f.words > many {
		runtime.GC()
	}
}

// reduced makes a new fraction in lowest terms.
func (f *fractions) reduced(count *big.Int) made {
	f.share.SetFrac(count, f.total)
	f.read(f.share.Denom())
	d := f.below[string(f.bytes)]
	if d == nil {
		digits := append([]big.Word(nil), f.share.Denom().Bits()...)
		d = &denominator{digits, new(big.Int).Div(f.total, f.share.Denom())}
		f.below[string(f.bytes)] = d
		f.under += len(digits)
	}
	p := big.NewRat(1, 2) // a Rat that has a denominator
	p.Denom().SetBits(d.digits)
	p.Num().SetBits(f.keep(f.share.Num().Bits()))
	return made{p, d.by}
}

// expected is how many bytes the fractions of n cards have, if those so far are of the
// first samples. Most denominators are known by then.
func (f *fractions) expected(n int) float64 {
	const word = 8
	return word * (float64(f.words)/samples*float64(n) + float64(f.under))
}

// slabWords is how much room for digits is made at once.
const slabWords = 1 << 16

// keep copies digits to where they take no more room than they need.
func (f *fractions) keep(digits []big.Word) []big.Word {
	f.words += len(digits)
	if len(f.slab) < len(digits) {
		f.slab = make([]big.Word, max(slabWords, len(digits)))
	}
	kept := f.slab[:len(digits):len(digits)]
	f.slab = f.slab[len(digits):]
	copy(kept, digits)
	return kept
}
