package compile

import "riffle/internal/core"

// makeChan pushes a new channel.
func (f *function) makeChan(x *core.Make, l *layout) { refuse("a channel") }
