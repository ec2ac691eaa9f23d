package check_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"riffle/shuffle"
	"riffle/shuffle/check"
)

func TestResult(t *testing.T) {
	good, bad := check.Result{Passed: true, Sentence: "1 < 2"}, check.Result{Sentence: "1 < 2"}
	for _, c := range []struct{ got, want string }{
		{good.String(), "✓ right: 1 < 2"},
		{bad.String(), "✗ wrong: 1 < 2"},
		{good.HTML(), `<div style="border-left:3px solid #2166ac;padding:.2em .7em"><strong>✓ right:</strong> 1 &lt; 2</div>`},
		{bad.HTML(), `<div style="border-left:3px dashed #a6380b;padding:.2em .7em"><strong>✗ wrong:</strong> 1 &lt; 2</div>`},
		{bad.Err().Error(), "wrong: 1 < 2"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	good.Must()
	if good.Err() != nil {
		t.Error("a right answer has an error")
	}
	defer func() {
		var failed *check.Failure
		if err, _ := recover().(error); !errors.As(err, &failed) || failed.Sentence != "1 < 2" {
			t.Errorf("Must panics with %v", err)
		}
	}()
	bad.Must()
}

func TestValues(t *testing.T) {
	for _, c := range []struct {
		got  check.Result
		want string
	}{
		{check.Equal(3, 3), "✓ right: 3"},
		{check.Equal(3, 4), "✗ wrong: got 3, want 4"},
		{check.Equal(3, int64(3)), "✗ wrong: got 3 of type int, want 3 of type int64"},
		{check.Equal("a", "b"), `✗ wrong: got "a", want "b"`},
		{check.Equal("", "b"), `✗ wrong: got "", want "b"`},
		{check.Equal([]int{1, 2}, []int{1, 2}), "✓ right: [1 2]"},
		{check.Equal([]int{1, 2, 3}, []int{1, 9, 3}), "✗ wrong: element 1 is 2, want 9: got [1 2 3], want [1 9 3]"},
		{check.Equal([]int{1, 2}, []int{1}), "✗ wrong: got 2 elements, want 1: got [1 2], want [1]"},
		{check.Equal([]int{1}, []int{1, 2}), "✗ wrong: got 1 element, want 2: got [1], want [1 2]"},
		{check.Equal([]int(nil), []int{}), "✗ wrong: got nil, want []"},
		{check.Equal(nil, nil), "✓ right: <nil>"},
		{check.Equal(nil, 3), "✗ wrong: got <nil>, want 3"},
		{check.Equal(3, nil), "✗ wrong: got 3 of type int, want nil"},
		{check.Equal([]int{1}, nil), "✗ wrong: got [1] of type []int, want nil"},
		{check.Equal([]int(nil), nil), "✗ wrong: got nil of type []int, want nil"},
		{check.Equal((*int)(nil), nil), "✗ wrong: got <nil> of type *int, want nil"},
		{check.Equal(errors.New("full"), nil), "✗ wrong: got full of type *errors.errorString, want nil"},
		{check.Equal([]any{1, nil}, []any{1, 2}), "✗ wrong: element 1 is <nil>, want 2: got [1 <nil>], want [1 2]"},
		{check.Equal([]any{1, []int{2}}, []any{1, nil}), "✗ wrong: element 1 is [2], want <nil>: got [1 [2]], want [1 <nil>]"},
		{check.Equal(map[string]int{"a": 1}, map[string]int{"a": 2}), "✗ wrong: got map[a:1], want map[a:2]"},
		{check.Equal(math.NaN(), math.NaN()), "✗ wrong: got NaN, want NaN"},
		{check.Equal(strings.Repeat("x", 300), strings.Repeat("x", 300)), "✓ right: " + strings.Repeat("x", 200) + "…"},
		{check.Near(0.3, 0.1+0.2, 1e-9), "✓ right: 0.3 is within 1e-09 of 0.3"},
		{check.Near(0.4, 0.3, 0.05), "✗ wrong: got 0.4, want 0.3, or no more than 0.05 from it"},
		{check.Near(math.Inf(1), math.Inf(1), 0), "✓ right: +Inf is within 0 of +Inf"},
		{check.Near(math.NaN(), 0, 1), "✗ wrong: got NaN, want 0, or no more than 1 from it"},
		{check.Panics(func() { panic("no cards") }), "✓ right: it panics: no cards"},
		{check.Panics(func() {}), "✗ wrong: didn't panic"},
		{check.Panics(nil), "✗ wrong: the function is nil"},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestSeed compares with Python's hashlib:
//
//	name = " ".join(name.split()).lower().encode()
//	int.from_bytes(hashlib.sha256(name).digest()[:8], "big", signed=True)
func TestSeed(t *testing.T) {
	for _, c := range []struct {
		name string
		want int64
	}{
		{"Ada Lovelace", 1693219179209757213},
		{"  ada\tLOVELACE ", 1693219179209757213},
		{"", -2039914840885289964},
		{"a", -3848465438864589366},
		{"Jörg Müller", -5629614202238489867},
		{"ΑΛΑΝ", -95944098773946349},
		{"Zoë Ångström", 7737725005667398630},
		{"李 明", -2535039604258915692},
	} {
		if got := check.Seed(c.name); got != c.want {
			t.Errorf("Seed(%q) = %d, want %d", c.name, got, c.want)
		}
	}
}

// TestEndless: a call that doesn't end is left behind in a program, and a session is
// asked to end it.
func TestEndless(t *testing.T) {
	release := make(chan struct{})
	endless := func([]int, shuffle.PRNG) { <-release }
	defer check.Watch(check.Host{Patience: 50 * time.Millisecond})()
	if got, want := check.Shuffle(endless).String(), "✗ wrong: didn't end after 50ms on []"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	close(release)

	told := make(chan string, 1)
	stop := make(chan struct{})
	defer check.Watch(check.Host{Patience: 50 * time.Millisecond, GiveUp: func(sentence string) { told <- sentence; close(stop) }})()
	check.Lottery(func(n, k int, rng shuffle.PRNG) []int { <-stop; return nil })
	if got, want := <-told, "didn't end after 50ms on n = 1, k = 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestEnds: what ends a goroutine or a session ends a check.
func TestEnds(t *testing.T) {
	if got, want := check.Shuffle(func([]int, shuffle.PRNG) { runtime.Goexit() }).String(), "✗ wrong: the function ends its goroutine"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer check.Watch(check.Host{Context: ctx})()
	defer func() {
		if v := recover(); v != context.Canceled {
			t.Errorf("an interrupted check panics with %v", v)
		}
	}()
	check.Shuffle(func([]int, shuffle.PRNG) { cancel() })
	t.Error("an interrupted check returns")
}

// TestHostExplains: the session says what a panic means, and which must go on.
func TestHostExplains(t *testing.T) {
	defer check.Watch(check.Host{Explain: func(v any) (string, bool) { return "panic: explained", v != "exit" }})()
	if got, want := check.Shuffle(func([]int, shuffle.PRNG) { panic(1) }).String(), "✗ wrong: panics on []: explained"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	defer func() {
		if v := recover(); v != "exit" {
			t.Errorf("got a panic with %v, want that of exit", v)
		}
	}()
	check.Shuffle(func([]int, shuffle.PRNG) { panic("exit") })
}

// TestRefused: a teacher's mistakes are no result.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"NaN wanted", func() { check.Near(1, math.NaN(), 1) }, "check.Near: want = NaN, and nothing is near that: test with math.IsNaN"},
		{"NaN as tolerance", func() { check.Near(1, 1, math.NaN()) }, "check.Near: tolerance = NaN, want a number from 0 up"},
		{"negative tolerance", func() { check.Near(1, 1, -0.5) }, "check.Near: tolerance = -0.5, want a number from 0 up"},
		{"infinite tolerance", func() { check.Near(math.NaN(), 1, math.Inf(1)) }, "check.Near: tolerance = +Inf, want a number from 0 up"},
		{"infinite negative tolerance", func() { check.Near(1, 1, math.Inf(-1)) }, "check.Near: tolerance = -Inf, want a number from 0 up"},
		{"rule", func() {
			check.Lottery(func(n, k int, rng shuffle.PRNG) []int { return nil }, 7)
		}, "check.Lottery: rule = 7, want Sorted"},
		{"type", func() { check.Generator(func() string { return "" }, shuffle.NewPRNG(1)) },
			"check.Generator: want is of type *shuffle.Xoshiro, which gives no string: want a function like got, a slice or a generator"},
		{"nil", func() { check.Generator(func() int { return 0 }, nil) },
			"check.Generator: want is nil, which gives no int: want a function like got, a slice or a generator"},
		{"number", func() { check.Generator(func() int { return 0 }, 7) },
			"check.Generator: want is of type int, which gives no int: want a function like got, a slice or a generator"},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if err, _ := recover().(error); err == nil || err.Error() != c.want {
					t.Errorf("got %v, want %s", err, c.want)
				}
			}()
			c.f()
		})
	}
}
