// A panic with a wrapped error.
package main

import (
	"errors"
	"fmt"
)

func main() {
	fmt.Println("before")
	panic(fmt.Errorf("open deck: %w", errors.New("no cards")))
}
