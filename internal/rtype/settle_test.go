package rtype_test

import (
	"fmt"
	"go/types"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// Types that are declared again and again: those that get no more methods leave their room
// to others, which have it for all that they may get.
func TestSettle(t *testing.T) {
	const room, many = 24, 500
	m, _, answers := growing(t, room)
	answers["Zed"] = 3
	var first, current *types.Named
	var old []any
	for range many {
		n := source(t, "package main\ntype Card struct { A int; b string }\nfunc (c Card) Zed() int { return 0 }").Scope().Lookup("Card").Type().(*types.Named)
		if old = append(old, zero(t, m, n)); first == nil {
			first = n
		}
		m.Settle(func(t types.Type) bool { return t == current })
		current = n
	}
	runtime.GC()
	for i := range room {
		name := fmt.Sprint("M", i)
		answers[name] = i
		declare(current, name, types.Typ[types.Int])
		if err := m.AddMethods(current); err != nil {
			t.Fatal(err)
		}
	}
	last := old[many-1]
	check(t, "all methods", fmt.Sprint(reflect.TypeOf(last).NumMethod(), last.(interface{ M0() int }).M0(), reflect.New(reflect.TypeOf(last)).Interface().(interface{ M23() int }).M23()), "25 0 23")
	for _, v := range old {
		if v.(interface{ Zed() int }).Zed() != 3 || fmt.Sprintf("%+v", v) != "{A:0 b:}" {
			t.Fatalf("%+v", v)
		}
	}
	declare(first, "Late", types.Typ[types.Int])
	if err := m.AddMethods(first); err == nil || !strings.Contains(err.Error(), "no room for the methods of main.Card") {
		t.Errorf("a settled type gets a method: %v", err)
	}
}

// Every type that isn't settled gets all the methods for which there is room, whatever the
// others get.
func TestRoomOfEach(t *testing.T) {
	const room, many = 4, 300
	m, _, answers := growing(t, room)
	var all []*types.Named
	var values []any
	for i := range many {
		n := source(t, "package main\ntype Card struct { A int }\nfunc (c Card) Zed() int { return 0 }").Scope().Lookup("Card").Type().(*types.Named)
		all, values = append(all, n), append(values, zero(t, m, n))
		if i%2 == 0 {
			m.Settle(func(t types.Type) bool { return i >= 10 && t == all[i-10] })
		}
	}
	for j := range room {
		name := fmt.Sprint("M", j)
		answers[name] = j
		for i, n := range all {
			if i%2 == 0 && i < many-10 {
				continue
			}
			declare(n, name, types.Typ[types.Int])
			if err := m.AddMethods(n); err != nil {
				t.Fatal(i, j, err)
			}
		}
	}
	for i, v := range values {
		want := 5
		if i%2 == 0 && i < many-10 {
			want = 1
		}
		if got := reflect.TypeOf(v).NumMethod(); got != want {
			t.Errorf("type %d has %d methods, want %d", i, got, want)
		}
		if x, ok := v.(interface{ M3() int }); ok && x.M3() != 3 {
			t.Error(x.M3())
		}
	}
}
