package shuffle

import (
	"math"
	"sync"
)

// Logarithm, sine and cosine as Commons Math 2.2 computes them, bit for bit on every
// machine: in Java alone, neither by a processor's instructions nor as StrictMath
// does. All three look up a table for most of their argument, take a polynomial for
// the rest, and add the parts up with their rounding errors. Products are converted
// to float64 here, which forbids a fused multiply-add.
//
// Source: the class org.apache.commons.math.util.FastMath,
// https://commons.apache.org/proper/commons-math/javadocs/api-2.2/org/apache/commons/math/util/FastMath.html;
// tables and coefficients are its.

// fastLog is the natural logarithm of a normal x > 0, and -Inf for 0. With x =
// 2^k·m·(1+e), where m has ten bits behind the point, it is k·ln 2 + ln m + ln(1+e).
func fastLog(x float64) float64 {
	if x == 0 {
		return math.Inf(-1)
	}
	if 0.99 < x && x < 1.01 {
		return logNearOne(x)
	}
	const (
		ln2High = 0x1.62e42cp-1
		ln2Low  = 0x1.f7d1cf79abc9ep-24
		rest    = 1<<42 - 1
		lead    = 1<<52 - 1 - rest
	)
	b := math.Float64bits(x)
	k, m := float64(int(b>>52)-1023), logTable()[b&lead>>42]
	e := float64(b&rest) / (1<<52 + float64(b&lead))
	var s sum
	s.add(float64(ln2High * k))
	s.add(m.high)
	s.add(polynomial(e, -0.16624882440418567, 0.19999954120254515, -0.2499999997677497, 0.3333333333332802, -0.5, 1, 0))
	s.add(float64(ln2Low * k))
	s.add(m.low)
	return s.total()
}

// logNearOne is log(1+f) as a polynomial in f, with twice the digits.
func logNearOne(x float64) float64 {
	f := x - 1
	coefficients := [...]halves{
		{0x1.c738b8p-4, 0x1.3cc7f8d7f1d27p-27}, {-0x1.000d44p-3, -0x1.475b22245ddfdp-34}, {0x1.249248p-3, 0x1.8443f9cfb0f62p-28},
		{-0x1.555554p-3, -0x1.0c052c208b46cp-27}, {0x1.999998p-3, 0x1.999ab97c05f95p-27}, {-0.25, -0x1.2c196b42e1dd8p-44},
		{0x1.555554p-2, 0x1.55555554bc4dfp-26}, {-0.25, -0.25}, {1, 0x1.b6a1c267a4b13p-78}, {},
	}
	// What 1+f rounds off is 0 here.
	high := upper(f)
	y := hornerHalves(halves{high, f - high}, coefficients[:], func(a, b float64) halves {
		h := upper(a)
		return halves{h, a - h + b}
	})
	return y.high + y.low
}

// hornerHalves is a polynomial of x, the highest coefficient first. Sums and products
// are split again each time.
func hornerHalves(x halves, coefficients []halves, again func(a, b float64) halves) halves {
	y := coefficients[0]
	for _, c := range coefficients[1:] {
		y = again(float64(y.high*x.high), float64(y.high*x.low)+float64(y.low*x.high)+float64(y.low*x.low))
		if c != (halves{}) {
			y = again(y.high+c.high, y.low+c.low)
		}
	}
	return y
}

// polynomial is one of x, the highest coefficient first.
func polynomial(x float64, coefficients ...float64) float64 {
	y := 0.0
	for _, c := range coefficients {
		y = float64(y*x) + c
	}
	return y
}

// halves is a number as the sum of two, the higher of which has few enough bits for a
// product of two such to be exact.
type halves struct{ high, low float64 }

// upper is the higher half.
func upper(x float64) float64 {
	const far = 1 << 30
	return x + float64(x*far) - float64(x*far)
}

// halved divides a sum of two anew.
func halved(a, b float64) halves {
	s := a + b
	lost := -(s - a - b)
	high := upper(s)
	return halves{high, s - high + lost}
}

// logTable has ln m for m = 1 + i/1024, as Commons Math makes it: by the series of
// log m = 2·(s + s³/3 + s⁵/5 + …) for s = (m-1)/(m+1).
var logTable = sync.OnceValue(func() *[1024]halves {
	coefficients := []halves{
		{0x1.32d66cp-3, 0x1.a5298001e0c82p-27}, {0x1.f52ep-6, 0x1.64345ef031be1p-30}, {0x1.56e934p-4, 0x1.94302f4f7069bp-27},
		{0x1.41380cp-4, 0x1.4a721115060edp-29}, {0x1.64e8f4p-4, 0x1.88bd8ad726e7fp-27}, {0x1.8608e4p-4, 0x1.b38ab3aca738p-27},
		{0x1.af2958p-4, 0x1.1b855b8f7ea77p-27}, {0x1.e1e1d4p-4, 0x1.a9d505e323f26p-27}, {0x1.11111p-3, 0x1.3cd12b7438617p-27},
		{0x1.3b13bp-3, 0x1.3a0e93f3d8b15p-27}, {0x1.745d14p-3, 0x1.a2eadbefa2565p-26}, {0x1.c71c7p-3, 0x1.c71c65d4f9f93p-27},
		{0x1.249248p-2, 0x1.2492492f04decp-26}, {0x1.999998p-2, 0x1.999999998f89bp-26}, {0x1.555554p-1, 0x1.5555555555575p-25}, {2, 0},
	}
	var table [1024]halves
	for i := range table {
		m := 1 + float64(i)/1024
		s := product(halved(m-1, 0), reciprocal(halved(m+1, 0)))
		table[i] = product(hornerHalves(product(s, s), coefficients, halved), s)
	}
	return &table
})

func product(x, y halves) halves {
	return halved(float64(x.high*y.high), float64(x.high*y.low)+float64(x.low*y.high)+float64(x.low*y.low))
}

// reciprocal is 1/x: an approximation that two steps of Newton's method improve.
func reciprocal(x halves) halves {
	const b = 1.0 / (1 << 22)
	const a = 1 - b
	y := halved(a/x.high, (float64(b*x.high)-float64(a*x.low))/(float64(x.high*x.high)+float64(x.high*x.low)))
	for range 2 {
		short := 1 - float64(y.high*x.high) - float64(y.high*x.low) - float64(y.low*x.high) - float64(y.low*x.low)
		y.low += float64(short * (y.high + y.low))
	}
	return y
}

// sum adds numbers, and what rounding lost of each.
type sum struct{ sum, lost float64 }

func (s *sum) add(x float64) {
	c := s.sum + x
	s.lost += -(c - s.sum - x)
	s.sum = c
}

func (s *sum) total() float64 { return s.sum + s.lost }

// fastSinCos are the sine and the cosine of x, 0 <= x < 10.
func fastSinCos(x float64) (sin, cos float64) {
	quadrant, rest := 0, sum{x, 0}
	if x > math.Pi/2 {
		quadrant, rest = quarters(x)
	}
	// The cosine is the sine of what is left to a right angle.
	const ninety, more = 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54
	left := ninety - rest.sum
	sin = firstQuarterSin(rest.sum, rest.lost)
	cos = firstQuarterSin(left, -(left-ninety+rest.sum)+(more-rest.lost))
	switch quadrant & 3 {
	case 1:
		return cos, -sin
	case 2:
		return -sin, -cos
	case 3:
		return -cos, sin
	}
	return sin, cos
}

// quarters is how many right angles x has, and what is left, after Cody and Waite: a
// right angle in three parts, the first two of few bits.
func quarters(x float64) (k int, rest sum) {
	for k = int(float64(x * 0.6366197723675814)); ; k-- {
		n := float64(-k)
		rest = sum{x, 0}
		rest.add(float64(n * 1.570796251296997))
		rest.add(float64(n * 7.549789948768648e-8))
		rest.add(float64(n * 6.123233995736766e-17))
		if rest.sum > 0 {
			return k, rest
		}
	}
}

// firstQuarterSin is the sine of x+rest, 0 <= x <= π/2: with x = i/8+e,
//
//	sin(i/8)·cos e + cos(i/8)·sin e
func firstQuarterSin(x, rest float64) float64 {
	i := int(float64(x*8) + 0.5)
	e := x - float64(i)/8
	s, c := eighths[i].sin, eighths[i].cos
	square := float64(e * e)
	cosLess := float64(polynomial(square, 2.479773539153719e-5, -0.0013888888689039883, 0.041666666666621166, -0.49999999999999994) * square)
	sinE := halves{upper(e), float64(float64(polynomial(square, 2.7553817452272217e-6, -1.9841269659586505e-4, 0.008333333333329196, -0.16666666666666666)*square) * e)}
	sinE.low += e - sinE.high

	var t sum
	t.add(s.high)
	t.add(float64(c.high * sinE.high))
	t.lost = t.lost + float64(s.high*cosLess) + float64(c.high*sinE.low)
	t.lost = t.lost + s.low + float64(c.low*sinE.high) + float64(s.low*cosLess) + float64(c.low*sinE.low)
	if rest != 0 {
		t.add(float64((float64((c.high+c.low)*(1+cosLess)) - float64((s.high+s.low)*(sinE.high+sinE.low))) * rest))
	}
	return t.total()
}

// eighths are the sine and the cosine of i/8.
var eighths = [...]struct{ sin, cos halves }{
	{halves{0, 0}, halves{1, 0}},
	{halves{0x1.feaafp-4, -0x1.17911ca35f965p-28}, halves{0x1.fc0154p-1, 0x1.27d5bd36da3cdp-25}},
	{halves{0x1.faaeecp-3, 0x1.4f31576ba89dfp-27}, halves{0x1.f01548p-1, 0x1.f7deea174f07ap-25}},
	{halves{0x1.771024p-2, 0x1.5764213d22a52p-26}, halves{0x1.dc6b8p-1, -0x1.466a6edf5a64ep-25}},
	{halves{0x1.eaee88p-2, -0x1.769f4202f1368p-27}, halves{0x1.c1528p-1, 0x1.96df53e76deeep-27}},
	{halves{0x1.2b91ep-1, -0x1.577bde27e8dc8p-25}, halves{0x1.9f369p-1, -0x1.26ed07b474808p-25}},
	{halves{0x1.5cffcp-1, 0x1.6bf8f0d65b2c7p-25}, halves{0x1.769fecp-1, 0x1.954847b9f5d96p-27}},
	{halves{0x1.88fb78p-1, -0x1.bf4725e52661ep-25}, halves{0x1.4830bcp-1, 0x1.7d4ceb377dep-25}},
	{halves{0x1.aed548p-1, 0x1.e1219dc0831bap-26}, halves{0x1.14a28p-1, 0x1.f6a0d1724709p-26}},
	{halves{0x1.cdf604p-1, 0x1.4395b9ba52bdep-26}, halves{0x1.b98658p-2, -0x1.c62fa6a64c6fcp-26}},
	{halves{0x1.e5e15p-1, -0x1.eebe73e0d9bep-29}, halves{0x1.42e3dcp-2, 0x1.88bd951d9589ep-26}},
	{halves{0x1.f6379cp-1, 0x1.619369d5ac9dep-25}, halves{0x1.8e6f08p-3, -0x1.4acf053f96efep-28}},
	{halves{0x1.feb7a8p-1, 0x1.b2c6d8ade6d02p-25}, halves{0x1.21bd54p-4, 0x1.f8bf34e87d45p-29}},
	{halves{0x1.ff3f8p-1, -0x1.166cb2886ea8p-30}, halves{-0x1.bbd1bp-5, 0x1.bc9611543758p-33}},
}
