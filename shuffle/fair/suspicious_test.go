package fair

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/internal/vectors"
	"riffle/shuffle/trials"
)

func TestSuspiciousDecks(t *testing.T) {
	for _, c := range vectors.Load[[]struct {
		Name                  string
		Deck                  []int
		Overlapping, Disjoint Clusters
		Suspicious            bool `json:"suspicious_overlapping"`
		SuspiciousDisjoint    bool `json:"suspicious_disjoint"`
	}](t, suspiciousFile, "decks") {
		s := Suspicious(c.Deck)
		if s.Overlapping != c.Overlapping || s.Disjoint != c.Disjoint || s.Suspicious() != c.Suspicious || s.Disjoint.Suspicious() != c.SuspiciousDisjoint {
			t.Errorf("%s: %v", c.Name, s)
		}
		narrow(t, s)
	}
	for _, deck := range [][]int{nil, {1}, {1, 1}} {
		if s := Suspicious(deck); s.Overlapping.Twins != max(0, len(deck)-1) || s.Overlapping.Octuplets != 0 {
			t.Errorf("%v: %v", deck, s)
		}
	}
}

func TestExpectedClusters(t *testing.T) {
	for _, c := range vectors.Load[[]struct {
		NbVals                        int
		Twins, Quadruplets, Octuplets string
	}](t, suspiciousFile, "expected_in_uniform_random_deck") {
		twins, quadruplets, octuplets := ExpectedClusters(c.NbVals)
		sameRat(t, "twins", twins, c.Twins)
		sameRat(t, "quadruplets", quadruplets, c.Quadruplets)
		sameRat(t, "octuplets", octuplets, c.Octuplets)
	}
	law := TwinLaw(13)
	sum, mean, many := new(big.Rat), new(big.Rat), new(big.Rat)
	for twins, p := range law {
		sum.Add(sum, p)
		mean.Add(mean, new(big.Rat).Mul(p, big.NewRat(int64(twins), 1)))
		if twins >= manyTwins {
			many.Add(many, p)
		}
	}
	if sum.RatString() != "1" || mean.RatString() != "3" {
		t.Errorf("the law of twins has sum %v and mean %v", sum, mean)
	}
	for twins, s := range vectors.Load[[]string](t, suspiciousFile, "exact_twin_distribution_uniform_52") {
		want, _ := strconv.ParseFloat(s, 64)
		near(t, fmt.Sprintf("%d twins", twins), float(law[twins]), want, 1e-11)
	}
	want, _ := strconv.ParseFloat(vectors.Load[string](t, suspiciousFile, "P_twins_ge_14_uniform_52"), 64)
	near(t, "14 twins", float(many), want, 1e-11)
	if law := TwinLaw(1); law[3].RatString() != "1" {
		t.Errorf("four equal cards: %v", law)
	}
}

// Rates agree with the simulation, and 50,000 decks can't tell four riffles from
// seven.
func TestSuspicionRates(t *testing.T) {
	const runs = 50_000
	for _, c := range vectors.Load[[]struct {
		Riffles, Decks int
		Suspicious     int `json:"suspicious_overlapping"`
	}](t, suspiciousFile, "simulation") {
		s := shuffle.FisherYates
		if c.Riffles >= 0 {
			s = shuffle.Riffle(c.Riffles)
		}
		got := SuspicionRate(s, runs, trials.Options{Seeded: true, Seed: int64(c.Riffles)})
		want := float64(c.Suspicious) / float64(c.Decks)
		spread := math.Sqrt(want*(1-want)*(1.0/runs+1/float64(c.Decks))) + 1.0/runs
		if z := (got.Value() - want) / spread; math.Abs(z) > 4 {
			t.Errorf("%d riffles: %v, want %v", c.Riffles, got, want)
		}
	}
	four := SuspicionRate(shuffle.Riffle(4), runs, trials.Options{Seeded: true})
	seven := SuspicionRate(shuffle.Riffle(7), runs, trials.Options{Seeded: true})
	if low, _ := four.Interval(); low > 0 && four.Hits > seven.Hits+4 {
		t.Errorf("four riffles %v, seven %v", four, seven)
	}
	refused(t, "fair.SuspicionRate: runs = 0, want at least 1", func() { SuspicionRate(shuffle.Riffle(1), 0) })
	refused(t, "fair.SuspicionRate: the shuffle is nil", func() { SuspicionRate(nil, 1) })
	refused(t, "fair.TwinLaw: v = 0, want 1 to 100", func() { TwinLaw(0) })
	refused(t, "fair.ExpectedClusters: v = 1001, want 1 to 1000", func() { ExpectedClusters(1001) })
}
