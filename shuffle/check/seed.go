package check

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unicode"
)

// Seed returns a student's own seed, so that each has other numbers, and the teacher
// can find them again. The same name gives the same seed for ever: the first 8 bytes of
// the SHA-256 of the name in UTF-8, the highest first, as a signed integer. Before that
// each letter is made lower-case, space around the name is dropped, and other space
// becomes a single blank. In Python:
//
//	name = " ".join(name.split()).lower().encode()
//	int.from_bytes(hashlib.sha256(name).digest()[:8], "big", signed=True)
//
// Accents count, and so does whether they are part of their letter or follow it.
func Seed(name string) int64 {
	folded := strings.Map(unicode.ToLower, strings.Join(strings.Fields(name), " "))
	sum := sha256.Sum256([]byte(folded))
	return int64(binary.BigEndian.Uint64(sum[:]))
}
