// Package proof is the one rule by which samples prove something: of shuffles,
// lotteries and generators in package fair, of exercises in check, of experiments in
// trials.
//
// A sample proves a difference if P, corrected for the number of tests, is below Sure.
// Below Doubtful it is suspicious, and more runs tell. So what is right is called wrong
// once in a million times, if P is exact. The usual 5 % would call it wrong once in
// twenty.
package proof

const (
	// Sure is the P below which a sample proves something.
	Sure = 1e-6
	// Doubtful is the P below which it is worth more runs.
	Doubtful = 1e-3
	// Power is how often a real effect should be detected.
	Power = 0.9
)

// Shown reports whether a P proves that something differs from what is expected.
func Shown(p float64) bool { return p < Sure }

// Suspected reports whether a P proves nothing, but is worth more runs.
func Suspected(p float64) bool { return !Shown(p) && p < Doubtful }
