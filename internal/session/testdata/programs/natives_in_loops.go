package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
)

// Values of the program's own types are handed to printing functions, to readers and to
// what holds them, in loops.

type whereabouts struct{ X, Y int }

func (p whereabouts) String() string { return fmt.Sprintf("<%d|%d>", p.X, p.Y) }

type shout struct{ n int }

func (s *shout) Write(b []byte) (int, error) {
	s.n += len(b)
	if s.n > 20 {
		return 1, fault("full")
	}
	return len(b), nil
}

type fault string

func (f fault) Error() string { return "fault " + string(f) }

func Printing(n int) string {
	var sb strings.Builder
	var s shout
	var none any
	for i := range n {
		fmt.Fprintln(&sb, i, whereabouts{i, 2}, &whereabouts{1, i}, nil, none, 2.5, "x", 'y', []whereabouts{{3, 4}}, map[string]int{"a": i}, struct{ A any }{i}, error(fault("f")))
		k, err := fmt.Fprintf(&sb, "%d %s %v %+v %T %q %x|%5.2f\n", i, whereabouts{i, i}, s, whereabouts{1, 2}, whereabouts{}, "q", "hex", 1.0/3)
		fmt.Fprint(&sb, k, err, i, i, "s", "t")
		m, err := fmt.Fprint(&s, i, "abc")
		sb.WriteString(fmt.Sprint(m, err) + fmt.Sprintf("%v%%", i) + fmt.Sprintln() + fmt.Sprintf("%d"+"%"+"s", i, "right"))
		if err != nil {
			var f fault
			err = fmt.Errorf("wrapped %d: %w", i, err)
			sb.WriteString(fmt.Sprint(errors.As(err, &f), f, err, errors.Unwrap(err) == fault("full"), errors.Is(err, fault("full"))))
		}
	}
	return sb.String()
}

type faulty struct{ n int }

func (f *faulty) Read(b []byte) (int, error) {
	if f.n--; f.n < 0 {
		return 0, fault("read")
	}
	b[0] = 'x'
	return 1, nil
}

func ReadFault(n int) string {
	r := bufio.NewReader(&faulty{n})
	for {
		if _, err := r.ReadByte(); err != nil {
			f, ok := err.(fault)
			return fmt.Sprint(err, f, ok)
		}
	}
}

func main() {
	fmt.Print(Printing(7))
	for i := range 3 {
		fmt.Fprintln(os.Stdout, ReadFault(i))
	}
	var pool sync.Map
	for i := range 3 {
		pool.Store(whereabouts{i, i}, &whereabouts{i, 2 * i})
	}
	for i := range 4 {
		v, ok := pool.Load(whereabouts{i, i})
		p, is := v.(*whereabouts)
		fmt.Println(v, ok, p, is)
	}
	sc := bufio.NewScanner(&faulty{4})
	for sc.Scan() {
		fmt.Println(sc.Text(), sc.Err())
	}
	var f fault
	fmt.Println(sc.Err(), errors.As(sc.Err(), &f), f == "read")
}
