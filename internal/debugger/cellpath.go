package debugger

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strconv"
)

// How front ends compute the path of a cell from its source: prefix, hash, suffix. No
// file of that name exists.
const (
	hashMethod = "Murmur2"
	hashSeed   = 0x9747b28c
	suffix     = ".go"
)

// prefix is the first part of all paths, of this process alone.
func prefix() string {
	return filepath.Join(os.TempDir(), "riffle_"+strconv.Itoa(os.Getpid())) + string(filepath.Separator)
}

// Path is the path of a cell with that source.
func Path(source string) string {
	return prefix() + strconv.FormatUint(uint64(murmur2([]byte(source), hashSeed)), 10) + suffix
}

// murmur2 is Austin Appleby's hash function of that name, for 32 bits:
// https://github.com/aappleby/smhasher
func murmur2(data []byte, seed uint32) uint32 {
	const m, r = 0x5bd1e995, 24
	h := seed ^ uint32(len(data))
	for ; len(data) >= 4; data = data[4:] {
		k := binary.LittleEndian.Uint32(data) * m
		h = h*m ^ (k^k>>r)*m
	}
	if len(data) > 0 {
		var last [4]byte
		copy(last[:], data)
		h = (h ^ binary.LittleEndian.Uint32(last[:])) * m
	}
	h = (h ^ h>>13) * m
	return h ^ h>>15
}
