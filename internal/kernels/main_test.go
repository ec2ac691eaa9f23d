package main

import (
	"strings"
	"testing"
)

func TestTables(t *testing.T) {
	all, err := parse(strings.NewReader(`=== RUN   TestMeasure
{"Task":"Deck52","What":"element","Job":"std","Nanoseconds":207}
{"Task":"Deck52","What":"deck","Job":"batch","Nanoseconds":34.5}
{"Task":"Generators","What":"word","Job":"std","Nanoseconds":1.61}
{"Task":"Generators","What":"word","Job":"std-interface","Nanoseconds":3.2}
--- PASS: TestMeasure (0.91s)
`))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	printTables(&out, all, "a Xeon")
	const want = `| task | job | processor | ns | | times as fast as std |
|---|---|---|---|---|---|
| Deck52 | std | a Xeon | 207 | an element | 1.00 |
| Deck52 | batch | a Xeon | 34.5 | a deck | 6.00 |

| generator | processor | ns a word | through the interface |
|---|---|---|---|
| std | a Xeon | 1.61 | 3.20 |
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
	if _, err := parse(strings.NewReader("{1")); err == nil {
		t.Error("a line that isn't JSON is taken")
	}
}

func TestMedians(t *testing.T) {
	all, err := medians(`goos: linux
BenchmarkCrackASF/five-2      	      16	  28149439 ns/op	        26.85 ns/seed
BenchmarkCrackJava/dice-2     	       3	  86785220 ns/op
BenchmarkCrackASF/five-2      	      16	  28149439 ns/op	        29.5 ns/seed
BenchmarkCrackASF/five-2      	      16	  28149439 ns/op	        25 ns/seed
BenchmarkCrackBorland/gaps-16 	      57	  10354385 ns/op	         0.002411 ns/seed
PASS
`)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	printTables(&out, all, "a Xeon")
	const want = `
| attack | job | processor | time | |
|---|---|---|---|---|
| CrackASF | five | a Xeon | 26.9 ns | a seed |
| CrackJava | dice | a Xeon | 86.8 ms | a search |
| CrackBorland | gaps | a Xeon | 0.00241 ns | a seed |
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
	if _, err := medians("BenchmarkX-2 1 fast ns/op"); err == nil {
		t.Error("a value that is no number is taken")
	}
}
