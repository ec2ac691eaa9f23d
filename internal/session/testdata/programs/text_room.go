package main

import "fmt"

// A slice that is made of a constant text has no room for more, so that two appends to
// it don't share a place.

type Raw []byte
type Runes []rune
type letter byte

func bytesOf[T ~[]byte](s string) T { return T(s) }

func made[T ~[]byte | ~[]rune]() T { return T("né") }

func main() {
	const hello = "hello"
	fmt.Println(cap([]byte("raw")), cap(Raw("hé")), cap([]rune("héj")), cap(Runes(hello)), cap([]letter("ab")))
	fmt.Println(cap([]byte("")), []byte("") == nil, len(Raw("")))
	x := []byte("ab")
	y := append(x, 'c')
	z := append(x, 'd')
	fmt.Println(string(x), string(y), string(z))
	r := []rune("ab")
	s := append(r, 'c')
	t := append(r, 'd')
	fmt.Println(string(r), string(s), string(t))
	for i := range 3 {
		w := []byte(hello)
		w = append(w, byte('0'+i))
		w[0] = 'H'
		fmt.Println(string(w), hello)
	}
	fmt.Println(string(bytesOf[Raw]("abc")), string(append(bytesOf[[]byte]("abc"), 'd')))
	fmt.Println(cap(made[Raw]()), cap(made[[]rune]()))
	const long = "0123456789012345678901234567890123456789"
	fmt.Println(cap([]byte(long)), len(append([]byte(long), 'x')))
}
