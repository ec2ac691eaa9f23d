package session

import (
	"os"
	"strconv"
	"strings"

	"riffle/internal/engine"
	"riffle/internal/engine/walk"
	"riffle/internal/engine/wasm"
	"riffle/internal/engine/yaegi"
	"riffle/internal/magic"
	"riffle/internal/rt"
)

// EngineEnv is the environment variable that makes all programs interpreted if it is
// "yaegi", as %engine yaegi does, and all that can be compiled if it is "machine". "far7"
// is "machine" with every seventh object out of machine code's sight, as in a heap of
// more than 4 GiB, and likewise for other numbers.
const EngineEnv = "RIFFLE_ENGINE"

// newEngine starts the session's engine: machine code for what repeats, the walker for
// what doesn't, and behind them yaegi for everything else.
func newEngine(store *engine.Store) (*wasm.Engine, error) {
	e, err := wasm.New(store, func(e *wasm.Engine, t *engine.Traces) (engine.Engine, error) {
		interpreted := func() (engine.Engine, error) {
			o := yaegi.Options{Traces: t, Elsewhere: e.Elsewhere}
			if rt.OneThread {
				o.Turn, o.Nested, o.Longest = rt.Turn, rt.Nested, 2*wasm.Long
			}
			return yaegi.New(store, o)
		}
		off := func() bool { return !e.On() }
		return walk.New(store, walk.Options{Traces: t, Elsewhere: e.Elsewhere, Off: off}, interpreted), nil
	})
	if err != nil {
		return nil, err
	}
	switch name := os.Getenv(EngineEnv); name {
	case "yaegi":
		e.Turn(false)
	case "machine":
		e.TakeAll()
	default:
		far, _ := strings.CutPrefix(name, "far")
		if n, err := strconv.Atoi(far); err == nil && n > 0 {
			e.TakeAll()
			e.PutFar(n)
		}
	}
	return e, nil
}

// Idle prepares machine code, for the first cell that repeats something.
func (s *Session) Idle() { s.engine.Prepare() }

// MachineCode says why this process can't make machine code, nil if it can.
func MachineCode() error { return wasm.Available() }

// Engine says how the session's code runs.
func (m inCell) Engine() magic.Engine {
	w := m.s.engine
	e := magic.Engine{Interpreted: !w.On(), Missing: w.Off()}
	for _, u := range w.Last() {
		e.Last = append(e.Last, magic.Ran{Func: u.From, Machine: u.Machine, Why: u.Why})
	}
	return e
}

// Interpret sets whether all code is interpreted.
func (m inCell) Interpret(all bool) {
	m.s.engine.Turn(!all)
}
