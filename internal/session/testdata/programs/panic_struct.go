// A recovered struct can be looked at; a custom error with a pointer receiver.
package main

import (
	"fmt"
	"os"
)

type parseError struct {
	line int
	msg  string
}

func (p *parseError) Error() string { return fmt.Sprintf("line %d: %s", p.line, p.msg) }

type bailout struct{ code int }

func parse(n int) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *parseError:
			err = r
		case bailout:
			os.Exit(r.code)
		default:
			panic(r)
		}
	}()
	switch n {
	case 0:
		panic(&parseError{7, "unexpected end"})
	case 1:
		panic(bailout{4})
	}
	return nil
}

func main() {
	fmt.Println(parse(2), parse(0))
	parse(1)
}
