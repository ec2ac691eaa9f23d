package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"riffle/internal/proto"
	"riffle/internal/watch"
)

// The test binary is its own child: with Subcommand as its argument it serves a
// fake session, whose cells are the names of scripts.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case Subcommand:
			if err := Serve(newFake); err != nil {
				println(err.Error())
				os.Exit(1)
			}
			return
		case "otherVersion":
			sendHello(os.Stdout, hello{Version: version + 1})
			return
		case "noWorker":
			fmt.Println("usage: something else")
			return
		case "diesAtStart":
			println("panic: no luck today")
			os.Exit(2)
		case "silent":
			time.Sleep(time.Minute)
			return
		}
	}
	os.Exit(m.Run())
}

// fake is the session of the tests.
type fake struct {
	host *Host
	// gate lets one script wait until another call has come.
	gate chan struct{}
	vars int
	kept proto.Output
	// waits is notified when the session is idle.
	waits proto.Output
	deep  chan struct{}
}

func newFake(h *Host) Session {
	f := &fake{host: h, gate: make(chan struct{}), deep: make(chan struct{}, 1)}
	h.OnStacks(64<<20, func(watch.Usage) { f.deep <- struct{}{} })
	return f
}

func (f *fake) Run(ctx context.Context, c proto.Cell, out proto.Output) proto.Result {
	name, arg, _ := strings.Cut(c.Source, " ")
	script, ok := scripts[name]
	if !ok {
		return proto.Result{Status: proto.Error, Err: &proto.CellError{Name: "compile error", Message: "undefined: " + name}}
	}
	value, err := script(f, ctx, out, arg)
	if err != nil {
		return proto.Result{Status: proto.Error, Err: &proto.CellError{Name: "panic", Message: err.Error()}}
	}
	r := proto.Result{Status: proto.OK}
	if value != nil {
		r.Value = &proto.Bundle{Data: map[string]any{"text/plain": fmt.Sprint(value)}}
	}
	return r
}

// Idle notifies the waiting test.
func (f *fake) Idle() {
	if f.waits != nil {
		say(f.waits, "idle")
	}
}

func (f *fake) Signature(source string, pos int) proto.Signature {
	return proto.Signature{Name: source, Active: pos}
}

func (f *fake) Complete(source string, pos int) proto.Completion {
	if source == "open the gate" {
		close(f.gate)
	}
	if source == "panic" {
		panic("completion failed")
	}
	if source == "hang" {
		select {}
	}
	return proto.Completion{Start: 0, End: pos, Items: []proto.Candidate{{Text: source[:pos] + "ln", Kind: "function"}}}
}

func (f *fake) Inspect(source string, pos, detail int) proto.Inspection {
	return proto.Inspection{Found: true, Value: proto.Bundle{Data: map[string]any{"text/plain": fmt.Sprint(source, pos, detail)}}}
}

func (f *fake) IsComplete(source string) proto.Completeness {
	return proto.Completeness{Status: "incomplete", Indent: "\t"}
}

func (f *fake) Comm(c proto.Comm, out proto.Output) (pending bool) {
	if c.ID == "bad" {
		panic("handler")
	}
	out.Stream("stdout", []byte("handling "+c.ID))
	c.Data["seen"] = c.Data["value"].(float64) + 1
	out.Comm(c)
	return c.Data["pending"] == true
}

// Debug answers with the request, and sends it as an event before.
func (f *fake) Debug(request json.RawMessage) json.RawMessage {
	f.host.DebugEvent(request)
	return request
}

func say(out proto.Output, text string) { out.Stream("stdout", []byte(text)) }

// scripts are what a cell of the fake session can do.
var scripts = map[string]func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error){
	"nothing": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) { return nil, nil },
	"echo":    func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) { return arg, nil },
	"fail": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		return nil, fmt.Errorf("%s", arg)
	},
	"count": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		f.vars++
		return f.vars, nil
	},
	"restarts": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		return f.host.Restarts(), nil
	},
	"limit": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		return f.host.MemoryLimit(), nil
	},
	"mixed": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		for i := range 200 {
			say(out, fmt.Sprintf("a%d\n", i))
			os.Stdout.WriteString(fmt.Sprintf("b%d\n", i))
			if i%50 == 0 {
				out.Display(proto.Bundle{Data: map[string]any{"text/plain": fmt.Sprintf("d%d", i)}}, false)
			}
		}
		os.Stdout.WriteString("end\n")
		return nil, nil
	},
	"escapes": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		fmt.Print("print ")
		if err := os.WriteFile("/dev/stdout", []byte("descriptor "), 0); err != nil {
			return nil, err
		}
		cmd := exec.Command("echo", "child")
		cmd.Stdout = os.Stdout
		if err := cmd.Run(); err != nil {
			return nil, err
		}
		fmt.Fprint(os.Stderr, "stderr")
		b := make([]byte, 1)
		n, err := os.Stdin.Read(b)
		return fmt.Sprint(n, err), nil
	},
	"println": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		println(arg)
		return nil, nil
	},
	"many": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		line := []byte("12345\n")
		for range 100_000 {
			out.Stream("stdout", line)
		}
		return nil, nil
	},
	"flood": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		line := []byte(strings.Repeat("x", 999) + "\n")
		for ctx.Err() == nil {
			out.Stream("stdout", line)
		}
		return "stopped", nil
	},
	"big": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		out.Stream("stdout", []byte(strings.Repeat("y", 3<<20)))
		return nil, nil
	},
	"display": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		b := proto.Bundle{Data: map[string]any{"application/json": uint64(1<<63 + 1)}, ID: "d"}
		out.Display(b, false)
		out.Clear(true)
		out.Display(b, true)
		out.Display(proto.Bundle{Data: map[string]any{"x": func() {}}}, false)
		out.Comm(proto.Comm{Kind: "open", ID: "c", Target: "t", Buffers: [][]byte{{0, 1, 255}}})
		for i := range 1000 {
			out.Progress(proto.Progress{Label: "trials", Done: int64(i), Total: 1000})
		}
		out.Progress(proto.Progress{Label: "trials"})
		return nil, nil
	},
	"ask": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		line, err := out.Input(arg, arg == "password")
		return fmt.Sprintf("%q %v", line, err), nil
	},
	"block": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		say(out, "running")
		<-ctx.Done()
		return "interrupted", nil
	},
	"gate": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		say(out, "running")
		<-f.gate
		return "opened", nil
	},
	"stubborn": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		say(out, "running")
		select {}
	},
	"spin": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		say(out, "running")
		for ctx.Err() == nil {
		}
		return "interrupted", nil
	},
	"late": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		go func() {
			<-ctx.Done() // the cell is over
			say(out, "late ")
			os.Stdout.WriteString("escaped late")
		}()
		return nil, nil
	},
	"keep": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		f.kept = out
		return nil, nil
	},
	"say": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		say(out, arg)
		os.Stdout.WriteString(" and " + arg)
		return nil, nil
	},
	"slow": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		time.Sleep(aheadSlow)
		return nil, nil
	},
	"rest": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		f.waits = out
		return nil, nil
	},
	"useKept": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		say(f.kept, "kept")
		return nil, nil
	},
	"panic": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) { panic("oops") },
	"goexit": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		runtime.Goexit()
		return nil, nil
	},
	"goPanic": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		say(out, "before")
		os.Stdout.WriteString(" escaped")
		out.Clear(false)
		f.host.out.flushBuffer() // a dying runtime has no time for that
		go func() { panic("no card left") }()
		select {}
	},
	"idlePanic": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		go func() {
			<-ctx.Done()
			<-f.gate
			panic("nobody there")
		}()
		return nil, nil
	},
	"exit": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		os.Exit(3)
		return nil, nil
	},
	"mapRace": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		m := map[int]int{}
		for range 8 {
			go func() {
				for i := 0; ; i++ {
					m[i%10] = i
				}
			}()
		}
		select {}
	},
	"unlock": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		var mu sync.Mutex
		mu.Unlock()
		return nil, nil
	},
	"recurse": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		ended := make(chan struct{})
		go func() { <-f.deep; close(ended) }()
		return recurse(0, ended), nil
	},
	"kill": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		p, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = p.Kill()
		}
		<-ctx.Done()
		return nil, err
	},
	"hoard": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		var all [][]byte
		for {
			all = append(all, make([]byte, 1<<20))
			time.Sleep(100 * time.Microsecond)
			if len(all) > 1<<14 {
				return len(all), nil
			}
		}
	},
	"huge": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		return len(make([]byte, math.MaxInt>>18+len(arg))), nil
	},
	"orphan": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		cmd := exec.Command("sleep", "1000")
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		return cmd.Process.Pid, nil
	},
	"garbage": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		pipe := f.host.out.w
		if s, ok := pipe.(*sealer); ok {
			pipe = s.w
		}
		pipe.Write([]byte("this is not a frame at all"))
		<-ctx.Done()
		return nil, nil
	},
	"nonsense": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		f.host.out.sendNow(frame{kindDisplay, 1, []byte("{")})
		<-ctx.Done()
		return nil, nil
	},
	"spare": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		f.host.out.sendNow(frame{kindSpare + 3, 1, []byte("an event of a later version")})
		return "skipped", nil
	},
	"restart": func(f *fake, ctx context.Context, out proto.Output, arg string) (any, error) {
		f.host.Restart()
		return "asked", nil
	},
}

// recurse goes down until ended is closed, and reports how deep it was.
func recurse(depth int, ended chan struct{}) string {
	select {
	case <-ended:
		return "ended in time"
	default:
	}
	var pad [256]byte
	pad[depth%256] = 1
	return recurse(depth+1, ended)[:int(pad[depth%256])*13]
}
