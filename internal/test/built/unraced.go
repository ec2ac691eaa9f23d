//go:build !race

package built

// Raced says that the tests, and the riffle that they run, have the race detector.
const Raced = false
