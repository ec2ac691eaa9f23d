// Package hkdf writes RFC 5869 with crypto/hmac, for any type of hash.
package hkdf

import (
	"crypto/hmac"
	"errors"
	"hash"
)

// Extract makes a pseudorandom key of a secret and an optional salt.
func Extract[H hash.Hash](h func() H, secret, salt []byte) ([]byte, error) {
	m := hmac.New(func() hash.Hash { return h() }, salt)
	m.Write(secret)
	return m.Sum(nil), nil
}

// Expand derives a key of keyLength bytes: the blocks T(i) are the HMAC of
// T(i-1), info and the byte i, under the pseudorandom key.
func Expand[H hash.Hash](h func() H, pseudorandomKey []byte, info string, keyLength int) ([]byte, error) {
	m := hmac.New(func() hash.Hash { return h() }, pseudorandomKey)
	if keyLength > 255*m.Size() {
		return nil, errors.New("hkdf: requested key length too large")
	}
	var key, block []byte
	for i := 1; len(key) < keyLength; i++ {
		m.Reset()
		m.Write(block)
		m.Write([]byte(info))
		m.Write([]byte{byte(i)})
		block = m.Sum(nil)
		key = append(key, block...)
	}
	return key[:keyLength], nil
}

// Key is Extract, then Expand.
func Key[Hash hash.Hash](h func() Hash, secret, salt []byte, info string, keyLength int) ([]byte, error) {
	k, err := Extract(h, secret, salt)
	if err != nil {
		return nil, err
	}
	return Expand(h, k, info, keyLength)
}
