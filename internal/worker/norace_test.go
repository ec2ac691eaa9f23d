//go:build !race

package worker

// raceEnabled says that allocations have limits of their own.
const raceEnabled = false
