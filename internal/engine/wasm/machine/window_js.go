package machine

import "unsafe"

// find makes the window all of Go's memory, as far as there are offsets below the
// handles.
func (w *window) find([]unsafe.Pointer) error { return nil }
