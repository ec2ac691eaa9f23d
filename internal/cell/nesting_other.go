//go:build !js

package cell

// mostNested is how deep a cell may be nested; 0 for as deep as the parser allows.
const mostNested = 0
