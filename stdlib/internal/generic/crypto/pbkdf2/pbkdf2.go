// Package pbkdf2 writes RFC 8018 with crypto/hmac, for any type of hash.
package pbkdf2

import (
	"crypto/hmac"
	"encoding/binary"
	"errors"
	"hash"
)

// Key derives a key of keyLength bytes from a password. Block i is the XOR of
// the chain U(1) = HMAC(salt, i), U(n) = HMAC(U(n-1)) under the password.
func Key[Hash hash.Hash](h func() Hash, password string, salt []byte, iter, keyLength int) ([]byte, error) {
	if keyLength <= 0 {
		return nil, errors.New("pkbdf2: keyLength must be larger than 0")
	}
	m := hmac.New(func() hash.Hash { return h() }, []byte(password))
	if int64(keyLength) > (1<<32-1)*int64(m.Size()) {
		return nil, errors.New("pbkdf2: keyLength too long")
	}
	mac := func(b []byte) []byte {
		m.Reset()
		m.Write(b)
		return m.Sum(nil)
	}
	var key []byte
	for i := uint32(1); len(key) < keyLength; i++ {
		u := mac(binary.BigEndian.AppendUint32(append([]byte(nil), salt...), i))
		block := append([]byte(nil), u...)
		for n := 1; n < iter; n++ {
			u = mac(u)
			for j, b := range u {
				block[j] ^= b
			}
		}
		key = append(key, block...)
	}
	return key[:keyLength], nil
}
