//go:build !js

package machine

import "testing"

// manyCalls is how deep a recursion may be at least.
const manyCalls = 1_000_000

// manyEntries is how deep entries may be nested at least.
const manyEntries = 1_000

// needFar needs pointers out of the window.
func needFar(*testing.T) {}

// needProcesses needs another process.
func needProcesses(*testing.T) {}
