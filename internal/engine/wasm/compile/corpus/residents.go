package corpus

import (
	"fmt"
	"time"
)

var (
	acc    int
	acc8   int8
	acc16  uint16
	acc32  uint32
	real64 float64
	real32 float32
	flag   bool
	bound  int
	cells  []int
	layers [][]int
	title  string
	span   time.Duration
	other  complex128
)

// Accumulated adds to globals of all kinds of numbers in a loop.
func Accumulated(n int) string {
	acc, acc8, acc16, acc32, real64, real32, flag, span, other = 0, 0, 0, 0, 0, 0, false, 0, 0
	for i := 0; i < n; i++ {
		acc += i
		acc8 += 3
		acc16 -= 7
		acc32 = acc32*5 + 1
		real64 += 0.1
		real32 = real32/2 + 1
		flag = !flag
		span += time.Millisecond
		other += 1i
	}
	return fmt.Sprint(acc, acc8, acc16, acc32, real64, real32, flag, span, other)
}

// Interrupted leaves a loop by a panic, and returns what globals are then.
func Interrupted(n int) (sum int, count int8, text string) {
	defer func() {
		text = fmt.Sprint(recover())
		sum, count = acc, acc8
	}()
	acc, acc8, cells = 0, 0, make([]int, n)
	for i := 0; i < 10; i++ {
		acc += i
		cells[i] = acc
		acc8++
	}
	return
}

// DividedByGlobal is Interrupted by a division.
func DividedByGlobal(n int) (sum, left int, text string) {
	defer func() {
		text = fmt.Sprint(recover())
		sum, left = acc, bound
	}()
	acc, bound = 0, n
	for i := 0; i < 10; i++ {
		acc += 100 / bound
		bound--
	}
	return
}

// PointedAt changes a global by its name and by a pointer.
func PointedAt(n int) (sum int) {
	acc = 0
	p := &acc
	for i := 0; i < n; i++ {
		*p += i
		acc++
	}
	sum = acc
	for i := 0; i < n; i++ {
		acc += 2
	}
	return sum*1000 + *p
}

// Sieved has slices and bounds that are only read.
func Sieved(n int) (sum int) {
	bound, acc, cells, title = n, 0, make([]int, n+1), "residents"
	for i := 2; i <= bound; i++ {
		if cells[i] != 0 {
			continue
		}
		acc++
		for j := 2 * i; j <= bound; j += i {
			cells[j]++
			if cells[j] > 3 {
				break
			}
		}
	}
	for i := range title {
		acc = acc*31 + int(title[i])
	}
	for _, c := range cells {
		sum += c
	}
	return sum*1000 + acc
}

// Shortened assigns a slice that it reads.
func Shortened(n int) (left int) {
	acc, cells = 0, make([]int, n)
	for i := range cells {
		cells[i] = i
	}
	for i := 0; i < n; i++ {
		acc += cells[0]
		cells = cells[1:]
		bound = len(cells)
	}
	return acc*10 + bound
}

// Rotated exchanges rows, which are in memory.
func Rotated(n int) (sum int) {
	acc, layers = 0, make([][]int, n+1)
	for i := range layers {
		layers[i] = []int{i, i * i}
	}
	for i := 0; i < n; i++ {
		layers[i], layers[i+1] = layers[i+1], layers[i]
		acc += layers[i][1]
	}
	for i := 0; i < n; i++ {
		for j := 0; j < 2; j++ {
			acc += layers[i][j] << j
		}
	}
	return acc
}

// Beyond has loops in a loop that end by panics, or run over nothing.
func Beyond(n int) (sum int, text string) {
	defer func() {
		text = fmt.Sprint(recover())
		sum = acc*100 + bound
	}()
	acc, bound, cells = 0, 0, nil
	var none []int
	for i := 0; i < n; i++ {
		acc += i
		for j := 0; j < len(none); j++ {
			acc += none[j]
		}
		for j := range cells {
			acc += cells[j]
		}
		for j := 0; j < i; j++ {
			bound++
			acc += cells[j+n-6]
		}
	}
	return
}

// Leaps leaves loops by labels.
func Leaps(n int) int {
	acc, bound = 0, n
outer:
	for i := 0; i < bound; i++ {
		for j := 0; ; j++ {
			acc += j
			switch {
			case j > i:
				continue outer
			case acc > 1000:
				break outer
			}
		}
	}
	return acc
}

// LeftAlone wants a global that a loop could assign, but doesn't, left to a goroutine.
func LeftAlone(n int) int {
	acc = 1
	begun, done := make(chan bool), make(chan bool)
	go func() {
		<-begun
		acc = 7
		close(done)
	}()
	close(begun)
	for i := 0; i < n; i++ {
		if i < 0 {
			acc = 2
		}
	}
	<-done
	return acc
}

// Steps has a global as its counter and one as its end.
func Steps(n int) int {
	acc = 0
	for bound = 0; bound < n; bound++ {
		acc += bound & 3
	}
	for bound = n; bound > 0; bound -= 2 {
		acc -= bound & 1
	}
	return acc*1000 + bound
}

// Nowhere follows a pointer in a loop of its own, and finds nil in the end.
func Nowhere(n int) (sum int, text string) {
	defer func() {
		text = fmt.Sprint(recover())
		sum = acc*100 + bound
	}()
	acc, bound = 0, 0
	points := []*[4]int{{1, 2, 3, 4}, {5, 6, 7, 8}, nil}
	for i := 0; i < n; i++ {
		acc += i
		p := points[i%len(points)]
		for j := 0; j < 4; j++ {
			bound++
			acc += p[j]
		}
	}
	return
}

type gauge struct{ level int }

type tank struct{ *gauge }

var first, spare gauge

func (g *gauge) rise(n int) { g.level += n }

// Gauges changes globals of one number by their names, by pointers, and by fields that are
// promoted through pointers.
func Gauges(n int) (sum int) {
	first, spare = gauge{}, gauge{}
	p, t := &first, tank{&spare}
	for i := 0; i < n; i++ {
		p.level++
		first.level += 2
	}
	for i := 0; i < n; i++ {
		t.level += i
		sum += spare.level
		spare.level--
	}
	for i := 0; i < n; i++ {
		first.level += i
	}
	p.rise(1)
	return sum*100 + first.level + spare.level
}
