package jetstream

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// maxPart bounds a part that is unpacked.
const maxPart = 256 << 20

// packed compresses a part to be sent. The best compression of a matrix of counts would
// save a seventh and take five times as long.
func packed(part []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed) // the level is valid
	z.Write(part)                                   // writes to memory don't fail
	z.Close()
	return b.Bytes()
}

// unpacked is the part that was packed.
func unpacked(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("this is no part of an experiment: %w", err)
	}
	part, err := io.ReadAll(io.LimitReader(z, maxPart+1))
	if err != nil {
		return nil, fmt.Errorf("this part was altered: %w", err)
	}
	if len(part) > maxPart {
		return nil, errors.New("this part is too large")
	}
	return part, nil
}
