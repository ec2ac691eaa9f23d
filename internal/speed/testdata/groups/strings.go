// Speed of strings.
package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

const n = 100_000

func bytes() (sum int) {
	s := strings.Repeat("shuffle ", 100)
	for range n / 100 {
		for i := 0; i < len(s); i++ {
			sum += int(s[i])
		}
	}
	return sum
}

func runes() (sum int) {
	s := strings.Repeat("Karten ♠♥♦♣ ", 50)
	for range n / 1000 {
		for _, r := range s {
			sum += int(r)
		}
	}
	return sum
}

func joined() (sum int) {
	for range n / 1000 {
		s := ""
		for range 50 {
			s += "ab"
		}
		sum += len(s)
	}
	return sum
}

func built() (sum int) {
	for range n / 1000 {
		var b strings.Builder
		for i := range 100 {
			b.WriteByte(byte('a' + i%26))
		}
		sum += b.Len()
	}
	return sum
}

func compared() (sum int) {
	words := []string{"clubs", "diamonds", "hearts", "spades"}
	for i := range n {
		if words[i&3] < words[(i+1)&3] {
			sum++
		}
	}
	return sum
}

func sliced() (sum int) {
	s := strings.Repeat("0123456789", 10)
	for i := range n {
		t := s[i%50 : i%50+10]
		sum += int(t[3])
	}
	return sum
}

func reversed() (sum int) {
	for range n / 10 {
		b := []byte("the quick brown fox")
		for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
		sum += len(string(b))
	}
	return sum
}

func split() (sum int) {
	for range n / 100 {
		for _, f := range strings.Fields("one two three four five six") {
			sum += len(f)
		}
	}
	return sum
}

func numbers() (sum int) {
	for i := range n / 10 {
		k, _ := strconv.Atoi(strconv.Itoa(i))
		sum += k
	}
	return sum
}

func main() {
	for _, b := range []struct {
		what string
		work func() int
	}{
		{"bytes", bytes},
		{"runes", runes},
		{"concatenation", joined},
		{"a Builder", built},
		{"comparisons", compared},
		{"slices of a string", sliced},
		{"bytes and back", reversed},
		{"strings.Fields", split},
		{"numbers to text and back", numbers},
	} {
		result, least := 0, time.Hour
		for range 5 {
			start := time.Now()
			result = b.work()
			least = min(least, time.Since(start))
		}
		fmt.Println(result, least.Nanoseconds(), b.what)
	}
}
