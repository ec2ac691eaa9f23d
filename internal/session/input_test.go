package session

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"riffle/internal/proto"
)

// keyboard is an Output whose user types lines.
type keyboard struct {
	proto.Discard
	shown strings.Builder
	lines []string
	none  error        // what follows the lines
	asked atomic.Int64 // how often
	wait  func()       // before each answer
}

func (k *keyboard) Stream(_ string, text []byte) { k.shown.Write(text) }

func (k *keyboard) Input(string, bool) (string, error) {
	k.asked.Add(1)
	if k.wait != nil {
		k.wait()
	}
	if len(k.lines) == 0 {
		return "", k.none
	}
	line := k.lines[0]
	k.lines = k.lines[1:]
	return line, nil
}

// terminal is what compiled Go reads from when somebody types: a line at a time.
type terminal struct{ lines []string }

func (t *terminal) Read(p []byte) (int, error) {
	if len(t.lines) == 0 {
		return 0, io.EOF
	}
	n := copy(p, t.lines[0])
	if t.lines[0] = t.lines[0][n:]; t.lines[0] == "" {
		t.lines = t.lines[1:]
	}
	return n, nil
}

// reads are reads as cells, and as this test makes them.
var reads = []struct {
	cell string
	do   func(t *terminal, in *bufio.Reader) string
}{
	{`{ var x int; n, err := fmt.Scan(&x); fmt.Println(x, n, err) }`, func(t *terminal, _ *bufio.Reader) string {
		var x int
		n, err := fmt.Fscan(t, &x)
		return fmt.Sprintln(x, n, err)
	}},
	{`{ var x, y string; n, err := fmt.Scan(&x, &y); fmt.Println(x, y, n, err) }`, func(t *terminal, _ *bufio.Reader) string {
		var x, y string
		n, err := fmt.Fscan(t, &x, &y)
		return fmt.Sprintln(x, y, n, err)
	}},
	{`{ var x int; n, err := fmt.Scanln(&x); fmt.Println(x, n, err) }`, func(t *terminal, _ *bufio.Reader) string {
		var x int
		n, err := fmt.Fscanln(t, &x)
		return fmt.Sprintln(x, n, err)
	}},
	{`{ var x int; n, err := fmt.Scanf("%d", &x); fmt.Println(x, n, err) }`, func(t *terminal, _ *bufio.Reader) string {
		var x int
		n, err := fmt.Fscanf(t, "%d", &x)
		return fmt.Sprintln(x, n, err)
	}},
	{`{ var x int; var s string; n, err := fmt.Scanf("%d %s\n", &x, &s); fmt.Println(x, s, n, err) }`, func(t *terminal, _ *bufio.Reader) string {
		var x int
		var s string
		n, err := fmt.Fscanf(t, "%d %s\n", &x, &s)
		return fmt.Sprintln(x, s, n, err)
	}},
	{`{ var s string; n, err := fmt.Fscan(os.Stdin, &s); fmt.Println(s, n, err) }`, func(t *terminal, _ *bufio.Reader) string {
		var s string
		n, err := fmt.Fscan(t, &s)
		return fmt.Sprintln(s, n, err)
	}},
	{`{ b := make([]byte, 3); n, err := os.Stdin.Read(b); fmt.Printf("%q %v\n", b[:n], err) }`, func(t *terminal, _ *bufio.Reader) string {
		b := make([]byte, 3)
		n, err := t.Read(b)
		return fmt.Sprintf("%q %v\n", b[:n], err)
	}},
	{`{ s, err := in.ReadString('\n'); fmt.Printf("%q %v\n", s, err) }`, func(_ *terminal, in *bufio.Reader) string {
		s, err := in.ReadString('\n')
		return fmt.Sprintf("%q %v\n", s, err)
	}},
	{`{ var x float64; n, err := fmt.Fscanln(in, &x); fmt.Println(x, n, err) }`, func(_ *terminal, in *bufio.Reader) string {
		var x float64
		n, err := fmt.Fscanln(in, &x)
		return fmt.Sprintln(x, n, err)
	}},
	{`{ sc := bufio.NewScanner(os.Stdin); ok := sc.Scan(); fmt.Println(ok, sc.Text(), sc.Err()) }`, func(t *terminal, _ *bufio.Reader) string {
		sc := bufio.NewScanner(t)
		ok := sc.Scan()
		return fmt.Sprintln(ok, sc.Text(), sc.Err())
	}},
}

// TestReads makes random sequences of reads of random lines, in cells and here.
func TestReads(t *testing.T) {
	words := []string{"5", "-7", "2.5", "six", "", "", "8 9", "0x1f", "1\r", "a b c", "  10  "}
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 0))
		var typed []string
		for range r.IntN(8) {
			typed = append(typed, words[r.IntN(len(words))])
		}
		there := &terminal{}
		for _, line := range typed {
			there.lines = append(there.lines, line+"\n")
		}
		in := bufio.NewReader(there)
		s := newSession(t, Options{})
		k := &keyboard{lines: typed, none: io.EOF}
		s.Run(context.Background(), proto.Cell{Source: "in := bufio.NewReader(os.Stdin)", AllowInput: true}, k)
		for range 1 + r.IntN(8) {
			read := reads[r.IntN(len(reads))]
			k.shown.Reset()
			res := s.Run(context.Background(), proto.Cell{Source: read.cell, AllowInput: true}, k)
			if want := read.do(there, in); res.Err != nil || k.shown.String() != want {
				t.Fatalf("of %q (seed %d)\n%s\nis %q, want %q (%v)", typed, seed, read.cell, k.shown.String(), want, res.Err)
			}
		}
	}
}

// TestNobodyAnswers: a read ends the cell with an error that names the call.
func TestNobodyAnswers(t *testing.T) {
	for _, c := range []struct{ cell, call string }{
		{"var x int; for x != 7 { fmt.Scan(&x) }", "fmt.Scan"},
		{"for { fmt.Scanln() }", "fmt.Scanln"},
		{`for { fmt.Scanf("%d", new(int)) }`, "fmt.Scanf"},
		{"for { fmt.Fscan(os.Stdin, new(int)) }", "fmt.Fscan"},
		{"in := bufio.NewReader(os.Stdin); for { fmt.Fscanln(in) }", "fmt.Fscanln"},
		{"in := bufio.NewScanner(os.Stdin); for !in.Scan() { }", "bufio.Scanner.Scan"},
		{"for { io.ReadAll(os.Stdin) }", "io.ReadAll"},
		{"for { os.Stdin.Read(make([]byte, 1)) }", "os.Stdin.Read"},
		{"f := func() { defer func() { recover() }(); fmt.Scan(new(int)) }; f(); f()", "fmt.Scan"},
		{`for { display.Password("?") }`, "display.Password"},
		{"var v any; for { json.NewDecoder(os.Stdin).Decode(&v) }", "encoding/json.Decoder.Decode"},
	} {
		for _, why := range []error{proto.ErrNoInput, errors.New("input: the keyboard is gone")} {
			k := &keyboard{none: why}
			res := newSession(t, Options{}).Run(context.Background(), proto.Cell{Source: c.cell}, k)
			call := c.call[strings.LastIndexByte(c.call, '/')+1:]
			if res.Err == nil || res.Err.Name != "no input" || !strings.HasPrefix(res.Err.Message, call+": ") {
				t.Errorf("%s: %v, want no input for %s", c.cell, res.Err, call)
			}
			if k.asked.Load() != 1 {
				t.Errorf("%s: asked %d times", c.cell, k.asked.Load())
			}
		}
	}
}

// TestInterruptedRead: the statement behind an interrupted read doesn't run, whichever
// comes first, the interrupt or the answer to the question.
func TestInterruptedRead(t *testing.T) {
	for i := range 20 {
		ctx, cancel := context.WithCancel(context.Background())
		k := &keyboard{none: context.Canceled, wait: func() {
			if i%2 == 0 {
				cancel()
				time.Sleep(time.Duration(i) * 100 * time.Microsecond)
			} else {
				time.AfterFunc(time.Millisecond, cancel)
			}
		}}
		res := newSession(t, Options{}).Run(ctx, proto.Cell{Source: "var x int; fmt.Scan(&x); fmt.Println(x)", AllowInput: true}, k)
		cancel()
		if res.Err == nil || res.Err.Name != "interrupted" || k.shown.Len() > 0 {
			t.Errorf("%v, and shown %q", res.Err, k.shown.String())
		}
	}
}
