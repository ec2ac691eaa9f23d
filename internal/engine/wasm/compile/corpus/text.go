package corpus

// Concat concatenates.
func Concat(n int) (s string, k int) {
	t := "ab"
	for i := range n {
		s += t[i%2:]
		if s > t {
			t += "c"
		}
		if s == t || s+"x" != "x"+s && len(s) > 3 {
			k++
		}
	}
	return s + t, k
}

// Orders compares strings.
func Orders(n int) (k int) {
	words := []string{"", "a", "ab", "b", "ba", "abcdefgh", "abcdefghi", "abcdefgi", "é", "\xff", "same prefix 1", "same prefix 2"}
	for i, x := range words {
		for j, y := range words {
			if x < y {
				k += i
			}
			if x <= y {
				k += 2 * j
			}
			if x > y {
				k += 3 * i
			}
			if x >= y {
				k += 5 * j
			}
			if x == y {
				k += 7
			}
			if x != y+"" {
				k += 11
			}
		}
	}
	return k * n
}

// Runes ranges over runes, bad ones too.
func Runes(n int) (string, int) {
	s := "héllo, 世界\xff!"
	out, sum := "", 0
	for i, r := range s {
		out += string(r + rune(n%2))
		sum += i * int(r)
	}
	rs := []rune(s)
	rs[0] = 'H'
	bs := []byte(s)
	bs[1]++
	for i, b := range bs {
		sum += i ^ int(b)
	}
	return out + string(rs) + string(bs) + string(rune(n)) + string(rs[:0]), sum + len(rs)*1000 + len(bs)
}

// Bytes hashes the bytes of a string.
func Bytes(n int) int {
	s := "the quick brown fox"
	h := uint32(2166136261)
	for range n {
		for i := 0; i < len(s); i++ {
			h ^= uint32(s[i])
			h *= 16777619
		}
	}
	return int(h)
}
