// Random sequences of reads, of random input: blank lines, no newline at the end, carriage
// returns, too few and too many values, values of other types.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
)

var words = []string{"5", "-17", "3.25", "abc", "x1", "0x1f", "007", "'q'", "true", "9999999999999999999", "é", "1,2", "%"}
var ends = []string{"\n", "\n", "\n", "\n\n", "\r\n", " \n", "\n ", "\t\n\n\n"}
var formats = []string{"%d", "%d\n", "%d %d", "%d,%d", "%s", "%s %d", "%c", "%v", "%5s%d", "%x", "%q", "n=%d", "%%", "\n%d", "%d\r\n", "%f", "%t"}

func input(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(6) {
		for range r.IntN(4) {
			b.WriteString(words[r.IntN(len(words))])
			b.WriteString([]string{" ", " ", "  ", "\t", ""}[r.IntN(5)])
		}
		b.WriteString(ends[r.IntN(len(ends))])
	}
	s := b.String()
	if r.IntN(3) == 0 {
		s = strings.TrimRight(s, "\r\n")
	}
	return s
}

type places struct {
	i    int
	j    int8
	u    uint
	f    float64
	s, t string
	b    bool
	r    rune
	p    []byte
}

func (p *places) some(r *rand.Rand, n int) []any {
	all := []any{&p.i, &p.j, &p.u, &p.f, &p.s, &p.t, &p.b, &p.r, &p.p, &p.i, &p.s}
	var out []any
	for range n {
		out = append(out, all[r.IntN(len(all))])
	}
	return out
}

func (p places) String() string {
	return fmt.Sprintf("%d %d %d %g %q %q %t %d %q", p.i, p.j, p.u, p.f, p.s, p.t, p.b, p.r, p.p)
}

// read makes one read and says what came of it.
func read(r *rand.Rand, buffered *bufio.Reader) string {
	var p places
	var n int
	var err error
	switch k := r.IntN(12); k {
	case 0, 1:
		n, err = fmt.Scan(p.some(r, 1+r.IntN(2))...)
		return fmt.Sprintln("Scan", n, err, p)
	case 2, 3:
		n, err = fmt.Scanln(p.some(r, r.IntN(3))...)
		return fmt.Sprintln("Scanln", n, err, p)
	case 4, 5, 6:
		f := formats[r.IntN(len(formats))]
		n, err = fmt.Scanf(f, p.some(r, strings.Count(f, "%")-2*strings.Count(f, "%%"))...)
		return fmt.Sprintf("Scanf %q %d %v %v\n", f, n, err, p)
	case 7:
		n, err = fmt.Fscan(os.Stdin, &p.s)
		return fmt.Sprintln("Fscan", n, err, p)
	case 8:
		b := make([]byte, r.IntN(4))
		n, err = os.Stdin.Read(b)
		return fmt.Sprintf("Read %d %v %q\n", n, err, b[:n])
	case 9:
		line, err := buffered.ReadString('\n')
		return fmt.Sprintf("ReadString %q %v\n", line, err)
	case 10:
		n, err = fmt.Fscanln(buffered, &p.i, &p.s)
		return fmt.Sprintln("Fscanln", n, err, p)
	default:
		if r.IntN(4) > 0 {
			n, err = fmt.Fscanf(buffered, "%d", &p.i)
			return fmt.Sprintln("Fscanf", n, err, p)
		}
		in := bufio.NewScanner(os.Stdin)
		if r.IntN(2) == 0 {
			in.Split(bufio.ScanWords)
		}
		return fmt.Sprintln("Scanner", in.Scan(), in.Text(), in.Err())
	}
}

func main() {
	terminal := os.Stdin
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 24))
		text := input(r)
		in, out, err := os.Pipe()
		if err != nil {
			panic(err)
		}
		io.WriteString(out, text)
		out.Close()
		os.Stdin = in
		fmt.Printf("%d: %q\n", seed, text)
		buffered := bufio.NewReaderSize(os.Stdin, 16)
		for range 1 + r.IntN(6) {
			fmt.Print("  ", read(r, buffered))
		}
		in.Close()
	}
	os.Stdin = terminal
}
