package corpus

// dividends are those at which a division by a multiplication could be wrong, for a
// divisor: its multiples and their neighbours, and where the fast way ends.
func dividends(d uint64) (xs []uint64) {
	for _, q := range []uint64{0, 1, 2, 3, 1<<31/d - 1, 1 << 31 / d, 1<<31/d + 1, 1<<32/d + 1, 1 << 62 / d, (1<<64 - 1) / d} {
		for k := uint64(0); k < 5; k++ {
			xs = append(xs, q*d+k-2)
		}
	}
	for _, x := range []uint64{1 << 31, 1 << 32, 1 << 63} {
		xs = append(xs, x-2, x-1, x, x+1)
	}
	for i, x := 0, uint64(d); i < 200; i++ {
		x = x*6364136223846793005 + 1442695040888963407
		xs = append(xs, x, x>>33, x>>34)
	}
	return xs
}

// Quotients are sums of quotients and remainders by constants, of both signs.
func Quotients() (sums []uint64) {
	one := func(d uint64, signed func(x int64) (int64, int64), unsigned func(x uint64) (uint64, uint64)) {
		var sum uint64
		for _, x := range dividends(d) {
			q, r := signed(int64(x))
			u, v := unsigned(x)
			n, m := signed(-int64(x))
			sum = sum*31 + uint64(q) + 3*uint64(r) + 5*u + 7*v + 11*uint64(n) + 13*uint64(m)
		}
		sums = append(sums, sum)
	}
	one(2, func(x int64) (int64, int64) { return x / 2, x % 2 }, func(x uint64) (uint64, uint64) { return x / 2, x % 2 })
	one(3, func(x int64) (int64, int64) { return x / 3, x % 3 }, func(x uint64) (uint64, uint64) { return x / 3, x % 3 })
	one(5, func(x int64) (int64, int64) { return x / 5, x % 5 }, func(x uint64) (uint64, uint64) { return x / 5, x % 5 })
	one(7, func(x int64) (int64, int64) { return x / 7, x % 7 }, func(x uint64) (uint64, uint64) { return x / 7, x % 7 })
	one(8, func(x int64) (int64, int64) { return x / 8, x % 8 }, func(x uint64) (uint64, uint64) { return x / 8, x % 8 })
	one(10, func(x int64) (int64, int64) { return x / 10, x % 10 }, func(x uint64) (uint64, uint64) { return x / 10, x % 10 })
	one(52, func(x int64) (int64, int64) { return x / 52, x % 52 }, func(x uint64) (uint64, uint64) { return x / 52, x % 52 })
	one(641, func(x int64) (int64, int64) { return x / 641, x % 641 }, func(x uint64) (uint64, uint64) { return x / 641, x % 641 })
	one(1e9+7, func(x int64) (int64, int64) { return x / (1e9 + 7), x % (1e9 + 7) }, func(x uint64) (uint64, uint64) { return x / (1e9 + 7), x % (1e9 + 7) })
	one(1<<31-1, func(x int64) (int64, int64) { return x / (1<<31 - 1), x % (1<<31 - 1) }, func(x uint64) (uint64, uint64) { return x / (1<<31 - 1), x % (1<<31 - 1) })
	one(1<<31+1, func(x int64) (int64, int64) { return x / (1<<31 + 1), x % (1<<31 + 1) }, func(x uint64) (uint64, uint64) { return x / (1<<31 + 1), x % (1<<31 + 1) })
	one(1<<40, func(x int64) (int64, int64) { return x / (1 << 40), x % (1 << 40) }, func(x uint64) (uint64, uint64) { return x / (1 << 40), x % (1 << 40) })
	one(1<<61, func(x int64) (int64, int64) { return x / (1 << 61), x % (1 << 61) }, func(x uint64) (uint64, uint64) { return x / (1 << 61), x % (1 << 61) })
	one(1<<62, func(x int64) (int64, int64) { return x / (1 << 62), x % (1 << 62) }, func(x uint64) (uint64, uint64) { return x / (1 << 62), x % (1 << 62) })
	return sums
}
