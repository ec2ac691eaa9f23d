// Browser runs a program as riffle run does, but twice without a word before, since V8
// compiles what it runs for the first time. RIFFLE_DATA is the folder with what it fetches,
// which the same command writes where it isn't built for browsers.
package main

import (
	"os"
	"path/filepath"

	"riffle/internal/session"
	"riffle/stdlib"
)

func main() {
	stdlib.FetchFrom(func(name string) ([]byte, error) {
		return os.ReadFile(filepath.Join(os.Getenv("RIFFLE_DATA"), name))
	})
	file, out := os.Args[1], os.Stdout
	os.Stdout, _ = os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	for range 2 {
		session.RunFile(file, nil, nil)
	}
	os.Stdout = out
	os.Exit(session.RunFile(file, nil, nil))
}
