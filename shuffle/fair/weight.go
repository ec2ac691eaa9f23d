package fair

import "math/big"

// weight is a probability 1/value, and how often each order came up with it.
type weight struct {
	value  *big.Int
	counts []int // by the number of the order
	share  float64
	known  map[string]*weight // all there are, by value
	next   map[int]*weight    // by the number that divides them
}

// newWeights returns the weight 1, from which all others derive.
func newWeights() *weight {
	w := &weight{value: big.NewInt(1), share: 1, known: map[string]*weight{}}
	w.known[string(w.value.Bytes())] = w
	return w
}

// over returns the weight divided by n.
func (w *weight) over(n int) *weight {
	if v := w.next[n]; v != nil {
		return v
	}
	value := new(big.Int).Mul(w.value, big.NewInt(int64(n)))
	v := w.known[string(value.Bytes())]
	if v == nil {
		v = &weight{value: value, share: w.share / float64(n), known: w.known}
		w.known[string(value.Bytes())] = v
	}
	if w.next == nil {
		w.next = map[int]*weight{}
	}
	w.next[n] = v
	return v
}

// count adds one to an order.
func (w *weight) count(order int) {
	for len(w.counts) <= order {
		w.counts = append(w.counts, 0)
	}
	w.counts[order]++
}

// sum returns the probabilities of all orders over a common denominator.
func (w *weight) sum(orders int) (counts []*big.Int, total *big.Int) {
	total = big.NewInt(1)
	for _, v := range w.known {
		if v.counts != nil {
			total.Div(new(big.Int).Mul(total, v.value), new(big.Int).GCD(nil, nil, total, v.value))
		}
	}
	counts = make([]*big.Int, orders)
	for i := range counts {
		counts[i] = new(big.Int)
	}
	for _, v := range w.known {
		worth := new(big.Int).Div(total, v.value)
		for i, n := range v.counts {
			if n > 0 {
				counts[i].Add(counts[i], new(big.Int).Mul(worth, big.NewInt(int64(n))))
			}
		}
	}
	return counts, total
}
