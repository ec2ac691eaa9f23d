package transport

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// z85 are the digits of Z85, https://rfc.zeromq.org/spec/32/: 85 printable
// characters, of which five are four bytes.
const z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"

var errZ85 = errors.New("not Z85")

// decodeZ85 decodes groups of five characters, most significant digit first.
func decodeZ85(s string) ([]byte, error) {
	if len(s)%5 != 0 {
		return nil, fmt.Errorf("%w: %d characters, which no five divide", errZ85, len(s))
	}
	out := make([]byte, 0, len(s)/5*4)
	for at := 0; at < len(s); at += 5 {
		var value uint64
		for i := at; i < at+5; i++ {
			digit := strings.IndexByte(z85, s[i])
			if digit < 0 {
				return nil, fmt.Errorf("%w: character %d is %q", errZ85, i+1, s[i])
			}
			value = value*85 + uint64(digit)
		}
		if value > 1<<32-1 {
			return nil, fmt.Errorf("%w: characters %d to %d are more than four bytes", errZ85, at+1, at+5)
		}
		out = binary.BigEndian.AppendUint32(out, uint32(value))
	}
	return out, nil
}
