package exact

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// text is how Sums are written: the same sums always in the same bytes.
type text struct {
	N       int    `json:"n"`
	Sum     string `json:"sum"`
	Squares string `json:"squares"`
}

// MarshalJSON writes the sums exactly: as odd hexadecimal numbers with the power
// of two that they are multiplied with, as in "-5p-3".
func (s *Sums) MarshalJSON() ([]byte, error) {
	sum, squares, exponent := s.totals()
	return json.Marshal(text{s.n, write(sum, exponent), write(squares, 2*exponent)})
}

func write(v *big.Int, exponent int) string {
	if v.Sign() == 0 {
		return "0p0"
	}
	zeros := v.TrailingZeroBits()
	return new(big.Int).Rsh(v, zeros).Text(16) + "p" + strconv.Itoa(exponent+int(zeros))
}

// UnmarshalJSON reads what MarshalJSON has written, and refuses everything else.
func (s *Sums) UnmarshalJSON(data []byte) error {
	var t text
	if err := json.Unmarshal(data, &t); err != nil {
		return err
	}
	var read Sums
	read.n = t.N
	reals := new(realSums)
	if err := errors.Join(enter(reals.sum[:], t.Sum, lowest), enter(reals.squares[:], t.Squares, 2*lowest)); err != nil {
		return err
	}
	sum, squares := number(reals.sum[:]), number(reals.squares[:])
	// No numbers have such sums if n·Σx² < (Σx)².
	if t.N < 0 || new(big.Int).Mul(big.NewInt(int64(t.N)), squares).Cmp(sum.Mul(sum, sum)) < 0 || squares.Sign() < 0 {
		return fmt.Errorf("no %d numbers have the sum %.40s and the squares %.40s", t.N, t.Sum, t.Squares)
	}
	read.reals = reals
	*s = read
	return nil
}

// enter sets digits, whose lowest bit is 2^exponent, to a number.
func enter(digits []int64, number string, exponent int) error {
	mantissa, power, ok := strings.Cut(number, "p")
	v, isHex := new(big.Int).SetString(mantissa, 16)
	at, err := strconv.Atoi(power)
	limit := 32*len(digits) + exponent + 30
	if !ok || !isHex || err != nil || at < exponent || at > limit || v.BitLen()+at > limit {
		return fmt.Errorf("%.40q is no sum", number)
	}
	if write(v, at) != number {
		return fmt.Errorf("%.40q isn't written as sums are", number)
	}
	negative := v.Sign() < 0
	v.Abs(v).Lsh(v, uint(at-exponent))
	low := new(big.Int)
	for i := range digits {
		digit := low.And(v, big.NewInt(mask)).Int64()
		if i == len(digits)-1 {
			digit = v.Int64()
		}
		if digits[i] = digit; negative {
			digits[i] = -digit
		}
		v.Rsh(v, 32)
	}
	carry(digits)
	return nil
}
