package transport

import "net"

// directly is nil: a write to a socket waits here.
func directly(net.Conn) func([]byte) int { return nil }
