// Parsing and formatting of numbers, overflow, bits, big numbers.
package main

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/cmplx"
	"strconv"
)

type roman int

func (r roman) String() string {
	table := []struct {
		v int
		s string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}}
	out := ""
	for _, e := range table {
		for int(r) >= e.v {
			out += e.s
			r -= roman(e.v)
		}
	}
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func main() {
	f, _ := strconv.ParseFloat("1.234", 64)
	i, _ := strconv.ParseInt("123", 0, 64)
	d, _ := strconv.ParseInt("0x1c8", 0, 64)
	u, _ := strconv.ParseUint("789", 0, 64)
	k, _ := strconv.Atoi("135")
	_, e := strconv.Atoi("wat")
	fmt.Println(f, i, d, u, k, e)
	b, err := strconv.ParseBool("maybe")
	fmt.Println(b, err, errors.Is(err, strconv.ErrSyntax))
	fmt.Println(strconv.Itoa(-45), strconv.FormatInt(255, 2), strconv.FormatFloat(3.14159, 'f', 2, 64), strconv.Quote("hi\n"), strconv.FormatFloat(1e21, 'g', -1, 64))
	_, err = strconv.ParseInt("300", 10, 8)
	fmt.Println(err)
	var i8 int8 = 100
	i8 += 100
	var u8 uint8 = 3
	u8 -= 5
	var i16 int16 = math.MinInt16
	fmt.Println(i8, u8, -i16, i16-1)
	n := -7
	fmt.Println(n/2, n%2, n>>1, uint8(n), int8(300&0xff), uint32(n)>>28, n&^3, 7&-7)
	x := 1e100
	fmt.Println(int64(math.Float64bits(1.5)), math.Inf(1), -math.Inf(1), math.NaN(), math.NaN() == math.NaN(), int(x/3e99), x)
	fmt.Println(math.Sqrt(2), math.Floor(-1.5), math.Round(2.5), math.Trunc(-2.7), math.Mod(7, 3), math.Pow(2, 10), math.Cbrt(27), math.Hypot(3, 4), math.MaxInt8, math.Abs(-2))
	fmt.Println(bits.OnesCount(255), bits.Len(1023), bits.TrailingZeros(8), bits.Reverse8(1), bits.RotateLeft8(0x81, 1))
	hi, lo := bits.Mul64(1<<63, 6)
	fmt.Println(hi, lo)
	fact := big.NewInt(1)
	for i := int64(2); i <= 30; i++ {
		fact.Mul(fact, big.NewInt(i))
	}
	fmt.Println(fact, fact.BitLen(), new(big.Int).Exp(big.NewInt(2), big.NewInt(100), nil))
	r := big.NewRat(1, 3)
	r.Add(r, big.NewRat(1, 6))
	fmt.Println(r, r.FloatString(5), new(big.Float).SetPrec(100).Quo(big.NewFloat(1), big.NewFloat(3)))
	bi, ok := new(big.Int).SetString("123456789012345678901234567890", 10)
	fmt.Printf("%v %t %x %d %s\n", bi, ok, bi, bi, bi.Mod(bi, big.NewInt(97)))
	c := complex(3, 4)
	fmt.Println(c*c, cmplx.Abs(c), real(c), cmplx.Sqrt(-1), c == 3+4i)
	fmt.Printf("%.2f %v %T\n", c, complex64(c), c)
	fmt.Println(roman(1994), roman(2024), []roman{4, 9}, gcd(84, 36))
	fmt.Println(0.1+0.2, float32(0.1), 1/3.0, float32(1)/3, 100000000.0, 123456789.0, 1e-5, 2.50)
	fmt.Println(math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxUint32, float64(1<<53)+1)
	var zero float64
	fmt.Println(1/zero, -1/zero, zero/zero, math.Signbit(-zero), 5.0/2, 5/2, 5/2.0, 1<<3|1, 6&3, 6^3)
	sh := 70
	fmt.Println(1<<sh, uint64(1)<<63, -8>>1, int8(-128)/int8(n/7))
	for b := 2; b <= 16; b += 7 {
		fmt.Print(strconv.FormatInt(3405691582, b), " ")
	}
	fmt.Println()
}
