package main

import "fmt"

// Pointers in containers, printed with verbs that are wrong for them.

type Mark int

type Square struct{ a int }

func (Square) String() string { return "square" }

func main() {
	s := &[]any{Mark(1), Square{2}}
	a := &[3]any{Mark(1), Square{2}}
	m := &map[string]any{"a": Square{1}}
	var none *[]any
	for _, verb := range []string{"%s\n", "%t\n", "%q\n", "%e\n", "%+s\n", "%6.2s|\n"} {
		fmt.Printf(verb, s)
		fmt.Printf(verb, []any{s})
		fmt.Printf(verb, map[string]any{"a": s})
		fmt.Printf(verb, []*[3]any{a})
		fmt.Printf(verb, []any{m, []any{m}})
		fmt.Printf(verb, [1]*[]any{none})
		fmt.Printf(verb, []**[]any{nil, &s}[:1])
	}
}
