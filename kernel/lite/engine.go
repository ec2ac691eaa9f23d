package main

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"riffle/internal/proto"
	"riffle/internal/session"
	"riffle/kernel/protocol"
)

// engine is the session as a kernel's engine.
type engine struct {
	*session.Session
	host     host
	larger   bool   // there is a larger program to ask for
	noLarger string // why there is none, or why it couldn't be loaded
	// interrupt interrupts the cells of the kernel.
	interrupt func()
	renews    atomic.Bool // the session's end was asked for
	debug     atomic.Pointer[func(json.RawMessage)]
	newest    atomic.Pointer[flow] // of the cell that runs, or ran last
}

var (
	_ protocol.Engine   = (*engine)(nil)
	_ protocol.Debugger = (*engine)(nil)
)

func newEngine(h host, s start) (*engine, error) {
	e := &engine{host: h, larger: s.Larger, noLarger: s.NoLarger}
	o := sessionOptions(h, s)
	o.Restart = func() { e.renews.Store(true) }
	o.DebugEvent = func(event json.RawMessage) {
		if f := e.debug.Load(); f != nil {
			(*f)(event)
		}
	}
	var err error
	e.Session, err = session.New(o)
	return e, err
}

func (e *engine) OnDebugEvent(f func(json.RawMessage)) { e.debug.Store(&f) }

func (e *engine) Close() error { return nil }

// ranCell is a cell that ran well, as the owner keeps it for another program.
type ranCell struct {
	N    int    `json:"n"`
	Code string `json:"code"`
}

// Run runs a cell.
func (e *engine) Run(ctx context.Context, c proto.Cell, out proto.Output) proto.Result {
	if e.renews.Load() {
		<-ctx.Done() // it runs in the next session
		return proto.Result{Status: proto.Aborted, N: c.N}
	}
	f := newFlow(out)
	defer f.passWaiting()
	if !c.Callbacks {
		e.newest.Store(f)
	}
	defer e.heed(e.interrupt)()
	r := e.runEndable(ctx, c, f)
	if r.Err != nil && r.Err.Larger != "" {
		r.Err = e.enlarge(ctx, r.Err)
	}
	if r.Status == proto.OK && !c.Callbacks {
		e.host.Tell(map[string]any{"type": "ran", "n": c.N, "code": c.Source, "reset": r.Reset})
	}
	if e.renews.Load() {
		time.AfterFunc(renewDelay, func() { e.host.Tell(map[string]any{"type": "renew"}) })
	}
	return r
}

// enlarge asks for the larger program, in which the cell runs again. If that can't be
// loaded, it returns the error with the reason.
func (e *engine) enlarge(ctx context.Context, err *proto.CellError) *proto.CellError {
	why := e.noLarger
	if e.larger && why == "" {
		why = e.host.Larger()
	}
	if e.larger && why == "" {
		e.host.Tell(map[string]any{"type": "larger", "package": err.Larger})
		<-ctx.Done() // the owner ends this program
		return err
	}
	if e.larger {
		e.noLarger = "" // the next cell tries again
	}
	if why == "" || len(err.Diagnostics) == 0 {
		return err
	}
	told := *err
	told.Diagnostics = slices.Clone(err.Diagnostics)
	told.Diagnostics[0].Hint = why
	return &told
}

// renewDelay gives the cell that asked for a new session the time to say that it ended.
const renewDelay = 20 * time.Millisecond

// runEndable runs a cell on a goroutine of its own, which it may end.
func (e *engine) runEndable(ctx context.Context, c proto.Cell, out proto.Output) proto.Result {
	done := make(chan proto.Result, 1)
	go func() {
		returned := false
		defer func() {
			if !returned {
				done <- proto.Result{Status: proto.Error, N: c.N, Err: proto.Failure(recover())}
			}
		}()
		r := e.Session.Run(ctx, c, out)
		returned = true
		done <- r
	}()
	return <-done
}

// heedEvery is how often the owner is asked whether to interrupt the cell.
const heedEvery = 10 * time.Millisecond

// heed calls f when the owner asks for an interrupt, until stop is called.
func (e *engine) heed(f func()) (stop func()) {
	tick := time.NewTicker(heedEvery)
	done := make(chan struct{})
	go func() {
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if e.host.Stopped() {
					f()
				}
			}
		}
	}()
	return func() { close(done) }
}

// wrote takes what a cell writes to os.Stdout or os.Stderr.
func (e *engine) wrote(name, text string) {
	if f := e.newest.Load(); f != nil {
		f.Stream(name, []byte(text))
	}
}

// failedCell is a cell that ran well in another program and doesn't here.
type failedCell struct {
	N   int    `json:"n"`
	Why string `json:"why"`
}

// replay runs cells again that ran in another program, without showing their output a
// second time.
func (e *engine) replay(ctx context.Context, cells []ranCell) (failed []failedCell) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer e.heed(cancel)()
	for _, c := range cells {
		r := e.runEndable(ctx, proto.Cell{Source: c.Code, N: c.N}, proto.Discard{})
		if r.Status == proto.OK {
			continue
		}
		why := errors.New("it did not run")
		if r.Err != nil {
			why = r.Err
		}
		first, _, _ := strings.Cut(why.Error(), "\n")
		failed = append(failed, failedCell{c.N, first})
	}
	return failed
}
