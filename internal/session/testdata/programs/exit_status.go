// os.Exit skips deferred calls.
package main

import (
	"fmt"
	"os"
)

func main() {
	defer fmt.Println("!")
	fmt.Fprintln(os.Stderr, "leaving")
	os.Exit(3)
}
