package walk

import (
	"testing"

	"riffle/internal/engine"
	"riffle/internal/engine/enginetest"
	"riffle/internal/engine/yaegi"
)

func TestEngine(t *testing.T) {
	enginetest.Run(t, false, func(s *engine.Store) (engine.Engine, error) {
		traces := engine.NewTraces()
		return New(s, Options{Traces: traces}, func() (engine.Engine, error) {
			return yaegi.New(s, yaegi.Options{Traces: traces})
		}), nil
	})
}
