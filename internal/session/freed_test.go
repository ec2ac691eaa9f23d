package session

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"riffle/internal/proto"
)

// typeCells declare types, put values of them into interfaces, and let the library and
// machine code call their methods.
var typeCells = []string{
	"type Score struct{ N int }\nfunc (s Score) String() string { return fmt.Sprint(s.N, \" points\") }\ntype Fault struct{ Name string }\nfunc (f *Fault) Error() string { return f.Name }",
	"s := Score{1}\nvar err error = &Fault{\"none\"}\nvar all fmt.Stringer = s\nbig := make([]Score, 10000)",
	"fmt.Sprint(s, err, all, []fmt.Stringer{s})",
	"sum := 0\nfor i := range 1000 {\n\tvar s fmt.Stringer = Score{i}\n\tsum += len(s.String())\n}\nsum",
	"type Mine struct{ Card }\nfmt.Sprint(Mine{NewDeck()[0]})",
	"s",
}

// ended runs cells in a session that ends, and returns the value that the last one shows.
func ended(t *testing.T, cells []string) (s weak.Pointer[Session], last any) {
	t.Helper()
	session := newSession(t, Options{})
	for i, c := range cells {
		run(t, session, i+1, c)
	}
	return weak.Make(session), session.history.out[len(cells)]
}

// collected waits until a session is gone.
func collected(t *testing.T, s weak.Pointer[Session]) {
	t.Helper()
	run(t, newSession(t, Options{}), 1, "0") // the newest is held
	for end := time.Now().Add(10 * time.Second); s.Value() != nil; runtime.GC() {
		if time.Now().After(end) {
			t.Fatal("a session that ended is still held")
		}
	}
}

// live is the size of what is reachable.
func live() int64 {
	for range 3 { // cleanups of one make the next find more
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestSessionsFreed: of a session that nothing refers to, only the descriptors of its types
// are left.
func TestSessionsFreed(t *testing.T) {
	t.Setenv(VerifyEnv, "") // which remembers all programs
	s, _ := ended(t, typeCells)
	collected(t, s)
	const sessions, most = 10, 24 << 10
	before := live()
	for range sessions {
		s, _ := ended(t, typeCells)
		collected(t, s)
	}
	if each := (live() - before) / sessions; each > most {
		t.Errorf("a session leaves %d bytes, want %d at most", each, most)
	}
}

// TestEndedMethods: a method of a value whose session is over says so, to native code and
// to the machine code of another session.
func TestEndedMethods(t *testing.T) {
	s, v := ended(t, typeCells)
	collected(t, s)
	const want = "the method String was called after the session that declared it had ended"
	if got := fmt.Sprint(v); !strings.Contains(got, want) {
		t.Errorf("printed, it is %q", got)
	}
	other := newSession(t, Options{})
	for _, cells := range []string{
		"type Score struct{ N int }\nfunc (s Score) String() string { return \"own\" }\nOut[100].(fmt.Stringer).String()",
		"var s fmt.Stringer = Score{1}\nsum := 0\nfor i := range 1000 {\n\tif sum += len(s.String()); i == 500 {\n\t\ts = Out[100].(fmt.Stringer)\n\t}\n}\nsum",
	} {
		other.history.putValue(100, v)
		res := other.Run(t.Context(), proto.Cell{Source: cells, N: 1}, &recorder{})
		if res.Err == nil || !strings.Contains(res.Err.Format(), want) {
			t.Errorf("%s\ngives %v", cells, res.Err)
		}
	}
	run(t, other, 3, "_, is := Out[100].(Score)\nis")
}

// TestRedeclaredTypes: a type that is declared again and again leaves little more than its
// descriptor, and its machine code goes; a value of an old one keeps its methods.
func TestRedeclaredTypes(t *testing.T) {
	t.Setenv(VerifyEnv, "") // which remembers all programs
	s := newSession(t, Options{})
	const cell = "type Score struct{ N int }\nfunc (s Score) String() string { return fmt.Sprint(s.N, \" of %d\") }\nlengths := 0\nfor i := range 10 {\n\tvar s fmt.Stringer = Score{i}\n\tlengths += len(s.String())\n}"
	n := 1
	cells := func(more int) {
		for range more {
			run(t, s, 1, fmt.Sprintf(cell, n))
			n++
		}
	}
	cells(1)
	run(t, s, 1, "var old fmt.Stringer = Score{7}")
	cells(2 * sweepEvery)
	before := live()
	cells(4 * sweepEvery)
	if each, most := (live()-before)/(4*sweepEvery), int64(8<<10); each > most {
		t.Errorf("a cell leaves %d bytes, want %d at most", each, most)
	}
	const loop = "all := \"\"\nfor i := 0; i < 3; i++ {\n\tall += old.String() + \", \"\n}\nall + fmt.Sprint(old)"
	if out, _ := run(t, s, 1, loop); !strings.Contains(out, "\"7 of 1, 7 of 1, 7 of 1, 7 of 1\"") {
		t.Errorf("the old value gives %s", out)
	}
}
