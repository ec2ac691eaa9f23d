// Channels of interfaces with methods, alone and in a select.
package main

import (
	"errors"
	"fmt"
)

type Shape interface{ Area() float64 }
type Sq struct{ s float64 }

func (s Sq) Area() float64 { return s.s * s.s }

type E struct{ n int }

func (e *E) Error() string { return fmt.Sprint("e", e.n) }

func main() {
	shapes, errs := make(chan Shape, 4), make(chan error)
	go func() {
		for i := range 2000 {
			shapes <- Sq{float64(i % 7)}
		}
		close(shapes)
	}()
	go func() {
		for i := range 2000 {
			if i%3 == 0 {
				errs <- nil
			} else {
				errs <- &E{i}
			}
		}
		close(errs)
	}()
	sum, n, nils := 0.0, 0, 0
	for shapes != nil || errs != nil {
		select {
		case s, ok := <-shapes:
			if !ok {
				shapes = nil
				continue
			}
			sum += s.Area()
		case e, ok := <-errs:
			if !ok {
				errs = nil
				continue
			}
			var x *E
			if errors.As(e, &x) {
				n += x.n
			} else {
				nils++
			}
		}
	}
	fmt.Println(sum, n, nils)
}
