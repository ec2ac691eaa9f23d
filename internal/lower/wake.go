package lower

import (
	"strings"

	"riffle/internal/core"
)

// A goroutine that waits for a channel can be woken by the user's other goroutines, or by
// native code that runs on its own: a timer, a signal, a network connection. Only in a
// session that uses none of the latter can a deadlock be detected.

// quiet are the packages whose code runs only in its caller, by the first element of
// their paths.
var quiet = map[string]bool{
	"bufio": true, "bytes": true, "cmp": true, "compress": true, "container": true, "context": true, "crypto": true,
	"encoding": true, "errors": true, "fmt": true, "go": true, "hash": true, "html": true, "image": true, "index": true,
	"io": true, "iter": true, "log": true, "maps": true, "math": true, "mime": true, "path": true, "reflect": true,
	"regexp": true, "riffle": true, "slices": true, "sort": true, "strconv": true, "strings": true, "sync": true,
	"text": true, "time": true, "unicode": true, "unique": true, "gonum.org": true,
}

// wakers are the functions of quiet packages that do run something on their own.
var wakers = map[string]bool{
	"time.After": true, "time.AfterFunc": true, "time.NewTicker": true, "time.NewTimer": true, "time.Tick": true,
	"time.Reset": true, "context.AfterFunc": true, "context.WithDeadline": true, "context.WithDeadlineCause": true,
	"context.WithTimeout": true, "context.WithTimeoutCause": true,
}

// mayWake reports whether a native function or method may wake a goroutine
// later.
func mayWake(path, name string) bool {
	if path == "os" || path == "runtime" {
		return name == "SetFinalizer" || name == "AddCleanup" || strings.HasPrefix(name, "StartProcess")
	}
	first, _, _ := strings.Cut(path, "/")
	return !quiet[first] || wakers[path+"."+name]
}

// mayWait reports whether a native function or method is called through rt, so that an
// interrupt need not wait for it.
func mayWait(path, name string) bool { return core.LibraryEffects(path, name).Has(core.Blocks) }
