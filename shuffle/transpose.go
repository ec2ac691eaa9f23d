package shuffle

import "encoding/binary"

// transpose makes rows of columns: to[i][d] is from[d][i], for i below n.
func transpose(to, from *[BatchSize][64]uint8, n int) {
	for i := 0; i < n; i += 8 {
		for d := 0; d < BatchSize; d += 8 {
			var rows [8]uint64
			for k := range rows {
				rows[k] = binary.LittleEndian.Uint64(from[d+k][i : i+8])
			}
			transposeBytes(&rows)
			for k := range rows {
				binary.LittleEndian.PutUint64(to[i+k][d:d+8], rows[k])
			}
		}
	}
}

// transposeBytes transposes a square of eight words of eight bytes: blocks of four bytes
// change places, then of two in each, then of one.
func transposeBytes(rows *[8]uint64) {
	for i := range 4 {
		a, b := rows[i], rows[i+4]
		rows[i], rows[i+4] = a&0xffffffff|b<<32, a>>32|b&^0xffffffff
	}
	for _, i := range [...]int{0, 1, 4, 5} {
		const low = 0x0000ffff0000ffff
		a, b := rows[i], rows[i+2]
		rows[i], rows[i+2] = a&low|b&low<<16, a>>16&low|b&^low
	}
	for _, i := range [...]int{0, 2, 4, 6} {
		const low = 0x00ff00ff00ff00ff
		a, b := rows[i], rows[i+1]
		rows[i], rows[i+1] = a&low|b&low<<8, a>>8&low|b&^low
	}
}
