//go:build !js

package main

import (
	"log"
	"os"

	"riffle/stdlib"
)

func main() {
	if err := stdlib.WriteData(os.Getenv("RIFFLE_DATA")); err != nil {
		log.Fatal(err)
	}
}
