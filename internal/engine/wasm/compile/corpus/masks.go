package corpus

// Rounds has loops whose end is the result of an and, which is compared with zero at
// first.
func Rounds(n int) (rounds int) {
	for i := 0; i < n&7; i++ {
		rounds++
	}
	for i := uint8(0); i < uint8(n)+3; i++ {
		rounds += 10
	}
	for i := n & 3; 0 < i; i-- {
		rounds += 1000
	}
	return rounds
}

// Largest compares results of and with a variable that is zero at first.
func Largest(n, mask int) (best int) {
	if best < n&mask {
		best = n & mask
	}
	zero, masked := 0, n&mask
	if zero <= masked {
		best += 1000
	}
	if zero > masked {
		best += 2000
	}
	if masked >= zero {
		best += 4000
	}
	for range n & 1 {
		best++
	}
	return best
}

// MaskedSlices have bounds that are results of and, where others are zero.
func MaskedSlices(n int) (sum int) {
	xs := make([]int, 8)
	var none []int
	for i := range xs {
		xs[i] = i
	}
	for range 2 {
		sum += len(xs[:n&7]) + len(xs[n&7:])*10 + xs[n&7]*100 + len(none[:0])
	}
	return sum
}

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// compared compares x&y with zero in all ways, as a bit each: by branches, as values, and
// with a variable in the place of the zero.
func compared[T integer](x, y T) (bits uint64) {
	var zero T
	bit := uint64(1)
	note := func(is bool) {
		if is {
			bits |= bit
		}
		bit <<= 1
	}
	for range 1 {
		if 0 < x&y {
			bits |= 1 << 40
		}
		if 0 <= x&y {
			bits |= 1 << 41
		}
		if 0 > x&y {
			bits |= 1 << 42
		}
		if 0 >= x&y {
			bits |= 1 << 43
		}
		if x&y < 0 {
			bits |= 1 << 44
		}
		if x&y <= 0 {
			bits |= 1 << 45
		}
		if x&y > 0 {
			bits |= 1 << 46
		}
		if x&y >= 0 {
			bits |= 1 << 47
		}
		if zero < x&y {
			bits |= 1 << 48
		}
		if zero >= x&^y {
			bits |= 1 << 49
		}
		if x+y < zero {
			bits |= 1 << 50
		}
		if zero < x+y {
			bits |= 1 << 51
		}
		if x&y < zero || zero > x&y {
			bits |= 1 << 52
		}
		if both := x & y; zero < both {
			bits |= 1 << 53
		}
		if 0 == x&y || x&y != zero {
			bits |= 1 << 54
		}
	}
	note(0 < x&y)
	note(x&y <= 0)
	note(zero < x&y)
	note(zero >= x+y)
	return bits
}

// Compared compares integers of all types.
func Compared(x, y int) []uint64 {
	return []uint64{
		compared(x, y), compared(int8(x), int8(y)), compared(int16(x), int16(y)), compared(int32(x), int32(y)),
		compared(uint(x), uint(y)), compared(uint8(x), uint8(y)), compared(uint16(x), uint16(y)), compared(uint32(x), uint32(y)),
	}
}
