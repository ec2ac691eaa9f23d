package session

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/term"

	stddisplay "riffle/stdlib/display"
)

// Password asks for a line that isn't shown. A program has its own terminal.
func (d screen) Password(prompt string) (string, error) {
	if !d.s.variables.direct {
		line, err := d.s.question(prompt, true)
		if err != nil {
			err = d.s.library.Unanswered("display.Password", err)
		}
		return line, err
	}
	in := int(os.Stdin.Fd())
	if !term.IsTerminal(in) {
		return new(stddisplay.Screen).Password(prompt)
	}
	fmt.Fprint(os.Stdout, prompt)
	defer fmt.Fprintln(os.Stdout) // instead of Enter, which isn't echoed either
	return d.s.echo.readHidden(in)
}

// echo controls the echo of a program's terminal, which outlives the program: however
// that ends, the terminal must not stay without echo.
type echo struct {
	reading sync.Mutex  // one line at a time
	handled atomic.Bool // the program handles signals itself

	mu     sync.Mutex
	fd     int
	before *term.State // nil while the terminal is as the program found it
}

// readHidden reads a line that isn't echoed.
func (e *echo) readHidden(fd int) (string, error) {
	e.reading.Lock()
	defer e.reading.Unlock()
	before, err := term.GetState(fd)
	if err != nil {
		return "", err
	}
	e.mu.Lock()
	e.fd, e.before = fd, before
	e.mu.Unlock()
	defer e.turnOn()
	if !e.handled.Load() {
		defer e.restoreAtSignal()()
	}
	line, err := term.ReadPassword(fd)
	return string(line), err
}

// turnOn turns the terminal's echo back on.
func (e *echo) turnOn() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.before != nil {
		term.Restore(e.fd, e.before)
		e.before = nil
	}
}

// restoreAtSignal restores the terminal before a signal ends the program, until stop is
// called.
func (e *echo) restoreAtSignal() (stop func()) {
	caught, done := make(chan os.Signal, 1), make(chan struct{})
	fatal := slices.DeleteFunc(slices.Clone(fatalSignals), signal.Ignored)
	signal.Notify(caught, fatal...)
	go func() {
		select {
		case s := <-caught:
			e.turnOn()
			signal.Stop(caught)
			if p, err := os.FindProcess(os.Getpid()); err != nil || p.Signal(s) != nil {
				os.Exit(statusPanic) // a system without signals
			}
		case <-done:
		}
	}()
	return func() { signal.Stop(caught); close(done) }
}

// exitWith ends the program.
func (e *echo) exitWith(status int) {
	e.turnOn()
	os.Exit(status)
}

// symbols are the functions with which a program takes over signals.
func (e *echo) symbols() map[string]reflect.Value {
	return map[string]reflect.Value{
		"Notify": reflect.ValueOf(func(c chan<- os.Signal, sig ...os.Signal) {
			e.handled.Store(true)
			signal.Notify(c, sig...)
		}),
		"NotifyContext": reflect.ValueOf(func(parent context.Context, sig ...os.Signal) (context.Context, context.CancelFunc) {
			e.handled.Store(true)
			return signal.NotifyContext(parent, sig...)
		}),
	}
}
