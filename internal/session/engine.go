package session

import (
	"os"

	"riffle/internal/engine"
	"riffle/internal/engine/wasm"
	"riffle/internal/engine/yaegi"
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
