// Alone runs the cells of a transcript in one session that nobody watches, and prints the
// transcript with what has become of them. A line ^C below a cell interrupts it, at once or
// after the time that it names.
// RIFFLE_DATA is the folder that stdlib.WriteData wrote; with RIFFLE_TIMES it says how
// long each cell took, and its interrupt.
//
//	GOOS=js GOARCH=wasm go run -exec="$(go env GOROOT)/lib/wasm/go_js_wasm_exec" ./internal/session/testdata/alone FILE
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"riffle/internal/proto"
	"riffle/internal/session"
	"riffle/stdlib"
)

// interruptAfter is the time from the beginning of a cell until its interrupt.
const interruptAfter = 300 * time.Millisecond

func main() {
	stdlib.FetchFrom(func(name string) ([]byte, error) {
		return os.ReadFile(filepath.Join(os.Getenv("RIFFLE_DATA"), name))
	})
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	s, err := session.New(session.Options{Alone: true, MemoryLimit: 1 << 30})
	if err != nil {
		fmt.Println("no session:", err)
		os.Exit(1)
	}
	r := runner{session: s, times: os.Getenv("RIFFLE_TIMES") != ""}
	for i, part := range strings.Split(string(text), ">>> ") {
		if i == 0 {
			fmt.Print(part)
			continue
		}
		input, rest, _ := strings.Cut(part, "---\n")
		_, comment, _ := strings.Cut(rest, "\n\n") // between two cells
		fmt.Print(">>> ", input, "---\n")
		source, after := interrupted(input)
		r.run(i, source, after)
		fmt.Print("\n", comment)
	}
}

type runner struct {
	session *session.Session
	times   bool
}

// interrupted is a cell without the line that says when it is interrupted, 0 for never.
func interrupted(input string) (source string, after time.Duration) {
	source, when, found := strings.Cut(input, "^C")
	if !found {
		return source, 0
	}
	after, err := time.ParseDuration(strings.TrimSpace(when))
	if err != nil {
		after = interruptAfter
	}
	return source, after
}

func (r *runner) run(n int, source string, after time.Duration) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	began := time.Now()
	var stopped time.Time
	if after > 0 {
		t := time.AfterFunc(after, func() { stopped = time.Now(); cancel() })
		defer t.Stop()
	}
	out := output{ctx: ctx}
	res := r.session.Run(ctx, proto.Cell{Source: source, N: n, Width: 80}, &out)
	if r.times {
		fmt.Fprintf(os.Stderr, "cell %d: %v", n, time.Since(began).Round(time.Millisecond))
		if !stopped.IsZero() {
			fmt.Fprintf(os.Stderr, ", %v after the interrupt", time.Since(stopped).Round(time.Millisecond))
		}
		fmt.Fprintln(os.Stderr)
	}
	fmt.Print(out.text.String())
	switch {
	case res.Err != nil:
		fmt.Println(res.Err.Format())
	case res.Value != nil:
		fmt.Println("= " + res.Value.Text())
	}
}

// output keeps what a cell prints. Nobody answers what it asks.
type output struct {
	proto.Discard
	ctx  context.Context
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Stream(_ string, text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text.Write(text)
}

func (o *output) Input(string, bool) (string, error) {
	<-o.ctx.Done()
	return "", o.ctx.Err()
}
