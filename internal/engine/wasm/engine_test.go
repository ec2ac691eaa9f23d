package wasm_test

import (
	"testing"

	"riffle/internal/engine"
	"riffle/internal/engine/enginetest"
	"riffle/internal/engine/wasm"
	"riffle/internal/engine/yaegi"
)

// start starts an engine in front of yaegi.
func start(s *engine.Store) (engine.Engine, error) {
	return wasm.New(s, func(e *wasm.Engine, t *engine.Traces) (engine.Engine, error) {
		return yaegi.New(s, yaegi.Options{Traces: t, Elsewhere: e.Elsewhere})
	})
}

// TestEngine: the engine keeps what package engine promises.
func TestEngine(t *testing.T) { enginetest.Run(t, true, start) }
