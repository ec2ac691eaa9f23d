package machine

import "unsafe"

// find makes the window all of Go's memory, up to the offsets of handles.
func (w *window) find([]unsafe.Pointer) error { return nil }
