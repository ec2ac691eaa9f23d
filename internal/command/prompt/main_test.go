// Package prompt has the tests of riffle's prompt as a person uses it: the program at a
// pseudo-terminal, whose keys they press and whose screen they read.
package prompt

import (
	"testing"
	"time"

	_ "riffle/internal/command"
	"riffle/internal/test/built"
)

// patience is how long a person waits at most for anything.
const patience = 30 * time.Second

// root is the folder of the project.
const root = "../../.."

func TestMain(m *testing.M) { built.Main(m) }
