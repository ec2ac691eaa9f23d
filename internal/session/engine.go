package session

import (
	"os"

	"riffle/internal/engine"
	"riffle/internal/engine/wasm"
	"riffle/internal/engine/yaegi"
	"riffle/internal/magic"
)

// EngineEnv chooses how a session's programs run: "yaegi" interprets all of them,
// "wasm" runs what repeats as machine code.
const EngineEnv = "RIFFLE_ENGINE"

// newEngine starts the session's engine.
func newEngine(store *engine.Store) (engine.Engine, error) {
	if os.Getenv(EngineEnv) != "wasm" {
		return yaegi.New(store, yaegi.Options{})
	}
	return wasm.New(store, func(e *wasm.Engine, t *engine.Traces) (engine.Engine, error) {
		return yaegi.New(store, yaegi.Options{Traces: t, Elsewhere: e.Elsewhere})
	})
}

// Engine tells how the session's code runs.
func (m inCell) Engine() magic.Engine {
	w, ok := m.s.engine.(*wasm.Engine)
	if !ok {
		return magic.Engine{Interpreted: true}
	}
	e := magic.Engine{Interpreted: !w.On(), Missing: w.Off()}
	for _, u := range w.Last() {
		e.Last = append(e.Last, magic.Ran{Func: u.From, Machine: u.Machine, Why: u.Why})
	}
	return e
}

// Interpret says whether all code is to be interpreted.
func (m inCell) Interpret(all bool) {
	if w, ok := m.s.engine.(*wasm.Engine); ok {
		w.Turn(!all)
	}
}
