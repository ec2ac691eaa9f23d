//go:build !goexperiment.simd || !amd64

package shuffle

// dealWide reports false: without vector instructions a batch deals with deal.
func (b *Batch) dealWide() bool { return false }
