// A panic with a Stringer shows no string: only errors and basic values do.
package main

type level int

func (l level) String() string { return "level" }

func main() {
	panic(level(3))
}
