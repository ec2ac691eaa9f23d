//go:build !goexperiment.simd || !amd64

package shuffle

// hasWide reports false: there are no vectors.
func hasWide() bool { return false }

// dealWide reports false: without vector instructions a batch deals with deal.
func (b *Batch) dealWide() bool { return false }

// riffleWide reports false, for the same reason.
func (b *RiffleBatch) riffleWide() bool { return false }

// riffleWide reports false, for the same reason.
func riffleWide(*[64]uint8, int, []uint64) bool { return false }
