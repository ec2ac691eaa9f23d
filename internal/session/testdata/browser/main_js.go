// Browser runs cells in one session, each of its arguments one, and prints what they
// print and show: the smallest program with a session in it. RIFFLE_DATA is the folder
// that stdlib.WriteData wrote; with RIFFLE_TIMES it says how long each cell took.
//
//	GOOS=js GOARCH=wasm go run -exec="node $PWD/internal/test/node/exec.js" ./internal/session/testdata/browser 1+1
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"riffle/internal/proto"
	"riffle/internal/session"
	"riffle/stdlib"
)

func main() {
	stdlib.FetchFrom(func(name string) ([]byte, error) {
		return os.ReadFile(filepath.Join(os.Getenv("RIFFLE_DATA"), name))
	})
	start := time.Now()
	s, err := session.New(session.Options{})
	if err != nil {
		fmt.Println("no session:", err)
		os.Exit(1)
	}
	times := os.Getenv("RIFFLE_TIMES") != ""
	if times {
		fmt.Println("session:", time.Since(start))
	}
	for i, cell := range os.Args[1:] {
		start := time.Now()
		fmt.Print("\x00") // between the cells
		r := s.Run(context.Background(), proto.Cell{Source: cell, N: i + 1}, printer{})
		if r.Err != nil {
			fmt.Println("error:", r.Err)
			if r.Err.Larger != "" {
				fmt.Println("larger:", r.Err.Larger)
			}
		} else if r.Value != nil {
			fmt.Println(r.Value.Data["text/plain"])
		}
		if times {
			fmt.Println("took", time.Since(start))
		}
	}
}

// printer is an Output that prints streams.
type printer struct{ proto.Discard }

func (printer) Stream(_ string, text []byte) { os.Stdout.Write(text) }
