package hkdf

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"hash"
	"testing"
)

// TestKey compares with the original.
func TestKey(t *testing.T) {
	for _, h := range []func() hash.Hash{sha256.New, sha512.New} {
		for _, n := range []int{0, 1, 32, 33, 255 * 32, 255*64 + 1} {
			for _, salt := range [][]byte{nil, []byte("salt"), make([]byte, 200)} {
				got, err := Key(h, []byte("secret"), salt, "info", n)
				want, wantErr := hkdf.Key(h, []byte("secret"), salt, "info", n)
				if !bytes.Equal(got, want) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
					t.Errorf("Key of %d bytes: %x, %v, want %x, %v", n, got, err, want, wantErr)
				}
			}
		}
	}
}
