package yaegi

import (
	"testing"

	"riffle/internal/engine"
	"riffle/internal/engine/enginetest"
)

// TestEngine: yaegi keeps what package engine promises.
func TestEngine(t *testing.T) {
	enginetest.Run(t, false, func(s *engine.Store) (engine.Engine, error) { return New(s, Options{}) })
}
