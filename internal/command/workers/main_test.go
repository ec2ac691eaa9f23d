// Package workers has the tests of riffle work and riffle run --on: programs that play
// experiments and cells by a NATS server.
package workers

import (
	"testing"

	_ "riffle/internal/command"
	"riffle/internal/test/built"
)

func TestMain(m *testing.M) { built.Main(m) }
