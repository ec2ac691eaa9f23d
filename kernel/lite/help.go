package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"riffle/internal/blocks"
	"riffle/internal/session"
)

// A helper is the same program in a web worker of its own. It reads lines and answers
// with lines, as a process that plays blocks for a server's worker does.

// pool starts helpers for a job.
func pool(h host) session.Pool {
	return func(job *blocks.Job) (list []session.Helper, over func()) {
		hello, err := blocks.Hello(job)
		if err != nil {
			return nil, nil
		}
		var helpers []helper
		for range h.Helpers() {
			heard := make(chan string, 4)
			w := h.Helper(hello, func(line string) {
				select {
				case heard <- line:
				default: // nobody has asked for so much
				}
			})
			helpers = append(helpers, w)
			list = append(list, func(ctx context.Context, from, to int) ([]byte, error) {
				w.Tell(string(blocks.Request(from, to)))
				select {
				case line := <-heard:
					if line == "" {
						return nil, errors.New("the web worker has ended")
					}
					return blocks.Answer([]byte(line))
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			})
		}
		if len(list) > 0 {
			fmt.Fprintf(notes{h}, "%d web workers help with %v", len(list), job.Plan)
		}
		return list, func() {
			for _, w := range helpers {
				w.Close()
			}
		}
	}
}

// serveHelper is the program as a helper.
func serveHelper(h host, job string) error {
	told := make(chan string, 4)
	h.Lines(func(line string) { told <- line })
	in, lines := io.Pipe()
	go func() {
		for line := job; ; line = <-told {
			if _, err := io.WriteString(lines, line+"\n"); err != nil {
				return
			}
		}
	}()
	return blocks.Serve(in, answers{h}, session.RunPlayed)
}

// answers are the lines that a helper says.
type answers struct{ host }

func (a answers) Write(line []byte) (int, error) {
	a.Tell(map[string]any{"type": "line", "text": string(line)})
	return len(line), nil
}
