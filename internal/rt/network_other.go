//go:build !js

package rt

import (
	"net"
	"net/http"
	"os/exec"
)

// errAbortHandler is the panic by which the handler of a web server gives up.
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

// closeListener closes what connections come by.
func closeListener(x any) bool {
	l, ok := x.(net.Listener)
	if ok {
		l.Close()
	}
	return ok
}
