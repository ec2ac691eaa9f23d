package pbkdf2

import (
	"bytes"
	"crypto/pbkdf2"
	"crypto/sha1"
	"fmt"
	"testing"
)

// TestKey compares with the original.
func TestKey(t *testing.T) {
	for _, iter := range []int{0, 1, 2, 100} {
		for _, n := range []int{-1, 0, 1, 20, 21, 100} {
			got, err := Key(sha1.New, "password", []byte("salt"), iter, n)
			want, wantErr := pbkdf2.Key(sha1.New, "password", []byte("salt"), iter, n)
			if !bytes.Equal(got, want) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Errorf("Key(%d, %d) = %x, %v, want %x, %v", iter, n, got, err, want, wantErr)
			}
		}
	}
}
