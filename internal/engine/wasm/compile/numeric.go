package compile

import "riffle/internal/engine/wasm/code"

// numeric emits what happens to values in locals and on the stack alone: arithmetic,
// conversions, and how slots become words. It knows no frame, no memory and no facts. Its
// methods are in arith.go, divide.go, conv.go and truncate.go.
type numeric struct {
	*code.Func
	*locals
	types *layouts
}
