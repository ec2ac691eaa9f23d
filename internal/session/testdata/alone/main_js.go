// Alone runs the cells of a transcript in one session that nobody watches, and prints the
// third of a second, after the time that it names, or at the first progress that it reports
// if it names that; lines of <<< and a text answer what the cell asks.
// RIFFLE_DATA is the folder that stdlib.WriteData wrote; with RIFFLE_TIMES it says how
// long each cell took, and its interrupt.
//
//	GOOS=js GOARCH=wasm go run -exec="node $PWD/internal/test/node/exec.js" ./internal/session/testdata/alone FILE
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall/js"
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
		source, when := interrupted(input)
		source, answers := answered(source)
		r.run(i, source, answers, when)
		fmt.Print("\n", comment)
	}
}

type runner struct {
	session *session.Session
	times   bool
}

// moment is when a cell is interrupted: after a time, 0 for never, or at its first
// progress.
type moment struct {
	after    time.Duration
	progress bool
}

// interrupted is a cell without the line that says when it is interrupted.
func interrupted(input string) (source string, when moment) {
	source, word, found := strings.Cut(input, "^C")
	if !found {
		return source, moment{}
	}
	if word = strings.TrimSpace(word); word == "progress" {
		return source, moment{progress: true}
	}
	after, err := time.ParseDuration(word)
	if err != nil {
		after = interruptAfter
	}
	return source, moment{after: after}
}

// answered is a cell without its answers, and these.
func answered(input string) (source string, answers []string) {
	source, rest, found := strings.Cut(input, "<<< ")
	if !found {
		return source, nil
	}
	return source, strings.Split(strings.TrimSuffix(rest, "\n"), "\n<<< ")
}

func (r *runner) run(n int, source string, answers []string, when moment) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	began := time.Now()
	var stopped time.Time
	stop := func() { stopped = time.Now(); cancel() }
	out := output{ctx: ctx, answers: answers}
	if when.progress {
		out.progress = stop
	}
	if when.after > 0 {
		t := time.AfterFunc(when.after, stop)
		defer t.Stop()
	}
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

// output keeps what a cell prints, and has the answers to what it asks.
type output struct {
	proto.Discard
	ctx      context.Context
	progress func() // nil if nobody waits for it
	mu       sync.Mutex
	text     bytes.Buffer
	answers  []string
}

func (o *output) Progress(proto.Progress) {
	if o.progress != nil {
		o.progress()
	}
}

func (o *output) Stream(_ string, text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text.Write(text)
}

// Input answers as a page does, by an event.
func (o *output) Input(string, bool) (string, error) {
	if len(o.answers) > 0 {
		come := make(chan bool)
		event := js.FuncOf(func(js.Value, []js.Value) any {
			close(come)
			return nil
		})
		defer event.Release()
		js.Global().Call("setTimeout", event, 1)
		<-come
		var answer string
		answer, o.answers = o.answers[0], o.answers[1:]
		return answer, nil
	}
	<-o.ctx.Done()
	return "", o.ctx.Err()
}
