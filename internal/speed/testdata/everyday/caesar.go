// Speed of Caesar's cipher, and of breaking it.
package main

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

func shift(text string, by int) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+rune(by)+26)%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+rune(by)+26)%26
		}
		return r
	}, text)
}

func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
}

var common = map[string]bool{"the": true, "and": true, "of": true, "a": true, "is": true, "to": true, "in": true}

// score counts the words that every text has.
func score(text string) (n int) {
	for _, w := range words(text) {
		if common[strings.ToLower(w)] {
			n++
		}
	}
	return n
}

// crack finds the shift that gives the most common words.
func crack(secret string) (best int, text string) {
	top := -1
	for by := 0; by < 26; by++ {
		t := shift(secret, -by)
		if n := score(t); n > top {
			top, best, text = n, by, t
		}
	}
	return best, text
}

const message = `The dealer shuffles the deck of cards, and the player to the left cuts it.
Is a riffle in the hands of a master fair? Seven of them, they say, and the order is lost.
To deal from the bottom is a trick; to look in the mirror, too.`

func work() int {
	sum := 0
	for round := 1; round <= 12; round++ {
		secret := shift(message, round)
		by, text := crack(secret)
		sum += by * len(words(text))
		if strings.IndexFunc(text, unicode.IsDigit) >= 0 || text != message {
			sum = -1
		}
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
