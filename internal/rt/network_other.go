//go:build !js

package rt

import (
	"net"
	"net/http"
	"os/exec"
)

// errAbortHandler is the panic with which a web server's handler gives up.
var errAbortHandler any = http.ErrAbortHandler

// wakeOther ends the wait for a command or a server.
func wakeOther(x any) {
	switch x := x.(type) {
	case *exec.Cmd:
		if x.Process != nil {
			endProcess(x.Process)
		}
	case *http.Server:
		x.Close()
	}
}

// closeListener closes x if it is a listener, and reports whether it is.
func closeListener(x any) bool {
	l, ok := x.(net.Listener)
	if ok {
		l.Close()
	}
	return ok
}
