// Methods of a library's value, by an interface, with elements as arguments.
package main

import (
	"bytes"
	"fmt"
)

type sink interface{ WriteByte(byte) error }

func feed(s sink, data []byte) {
	for i := range 3 {
		s.WriteByte(data[i])
	}
}

func feedAll(s interface{ WriteString(string) (int, error) }, data [][]string) (n int) {
	for i := range data {
		for j := range 2 {
			k, _ := s.WriteString(data[i][j])
			n += k
		}
	}
	return
}

func main() {
	var b bytes.Buffer
	feed(&b, []byte("abc"))
	fmt.Println(b.String(), feedAll(&b, [][]string{{"x", "yy"}, {"z", "w"}}), b.String())
}
