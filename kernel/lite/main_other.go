//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "lite: this program runs in browsers; build it with GOOS=js GOARCH=wasm")
	os.Exit(2)
}
