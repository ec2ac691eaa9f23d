package shuffle

import "math"

// Pickup is 52-pickup, the trick that is played on beginners: the deck is flung into the air
// and collected from the floor. Each card lands at a random place of a square, two draws of
// Float64, and whoever collects them walks the floor in strips, up and down as one mows a
// lawn, as many strips as the root of n.
//
// However they are collected, the order is fair as long as the way depends on the places
// alone: n independent places know nothing of the cards that lie there, so each card left is
// the next one with the same probability, as in Selection. Real cards that were neighbours
// in the deck tend to land side by side, which this model leaves out.
var Pickup Shuffler = func(deck []int, rng PRNG) {
	checkDraws("Pickup", rng)
	if described(deck, rng, sortSteps) {
		return
	}
	strips := math.Ceil(math.Sqrt(float64(len(deck))))
	sortBy(deck, func() float64 {
		x, y := rng.Float64(), rng.Float64()
		strip := math.Floor(y * strips)
		if math.Mod(strip, 2) == 1 {
			x = 1 - x // on the way back
		}
		return strip + x
	})
}
