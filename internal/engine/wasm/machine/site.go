package machine

import "go/token"

// Word says what a word of a frame or of a flattened value is.
type Word uint8

// A word may hold anything but a pointer; the offset of an object, or a handle; or
// a native address.
const (
	Raw Word = iota
	Offset
	Address
)

// Function names a compiled function in traces.
type Function struct {
	Name string // its symbol
	From string // its name in the user's source, empty for the cell itself
}

// Frame is a function and the place running in it.
type Frame struct {
	Pos token.Pos
	In  *Function
}

// HostFunc implements a host call. It finds the arguments in a, of length at least 3, and
// leaves its results there, from a[0]. sp is what the compiled code passed: for a quick
// call the beginning of its frame, for a full one its end.
//
// A quick one must not run user code, block, unlink what others may still see without
// logging it (Store, Keep), or call Sync; it may allocate and panic. A full one finds all
// frames written, and calls Sync(sp) before it does any of that.
type HostFunc func(c *Context, sp uint32, a []uint64)

// Site is a place in compiled code that calls the host, or another function with
// its frame written.
type Site struct {
	Pos token.Pos
	In  *Function
	// Callers are the functions that In is inlined into, where they call, the innermost
	// first.
	Callers []Frame
	Raw     uint32 // bytes of the frame after the number, a multiple of 8
	Words   []Word // and after these
	Size    uint32 // of the frame, in bytes: 8 + Raw + 8*len(Words), computed by Module.Site
	Host    HostFunc

	// Unwind makes the site that of a guard, see Unwind. Stops says that it may stop a
	// panic.
	Unwind Unwind
	Stops  bool

	module *Module
}

// siteHeader is the number that a frame begins with.
const siteHeader = 8

// logged is set in a frame's number while all its current words are in the log. Rewriting
// the frame writes the number without it.
const logged = 1 << 63
