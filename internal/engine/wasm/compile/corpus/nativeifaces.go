package corpus

import (
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"io"
	"io/fs"
	"strings"
)

// Hashes calls methods of the library's interfaces with values of several types.
func Hashes(n int) (sum uint64, text string) {
	hs := []hash.Hash{fnv.New64a(), fnv.New32(), crc32.NewIEEE()}
	for i := 0; i < n; i++ {
		h := hs[i%3]
		if i%7 == 0 {
			h.Reset()
		}
		k, err := h.Write([]byte{byte(i), byte(i >> 8)})
		if err != nil {
			return 0, err.Error()
		}
		sum += uint64(k + h.Size()*h.BlockSize())
		switch h := h.(type) {
		case hash.Hash64:
			sum += h.Sum64()
		case hash.Hash32:
			sum += uint64(h.Sum32())
		}
	}
	return sum, fmt.Sprintf("%x", hs[1].Sum([]byte("sum")))
}

type upper struct{ n int }

func (u *upper) Write(p []byte) (int, error) {
	if u.n += len(p); u.n > 40 {
		return 3, errors.New("full " + strings.ToUpper(string(p)))
	}
	return len(p), nil
}

// Writers writes to values of the library's and of its own in turn, one of which fails.
func Writers(n int) (text string) {
	var b strings.Builder
	var c strings.Builder
	ws := []io.Writer{&b, &upper{}, &c, io.Discard}
	for i := 0; i < n; i++ {
		k, err := ws[i%4].Write([]byte("abc" + string(rune('a'+i%26))))
		text += fmt.Sprint(k, err)
	}
	return text + b.String() + c.String()
}

type mishap int

func (m mishap) Error() string { return string(rune('f' + m)) }

// Failures asks errors of both kinds.
func Failures(n int) (text string) {
	es := []error{errors.New("new"), mishap(1), &fs.PathError{Op: "open", Path: "x", Err: fs.ErrExist}, fmt.Errorf("w %w", fs.ErrClosed), io.EOF}
	for i := 0; i < n; i++ {
		text += es[i%5].Error() + " "
	}
	var none fmt.Stringer
	defer func() {
		text += fmt.Sprint(recover())
	}()
	return text + none.String()
}
