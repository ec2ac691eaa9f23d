package covered

import (
	"slices"
	"strings"
)

// Where says which of the programs for browsers has a package.
type Where int

// The places of a package in a browser. A session on a computer has all packages.
const (
	Here   Where = iota // in riffle.wasm and in riffle-all.wasm
	Larger              // in riffle-all.wasm alone
	Never               // in neither
)

// Constraint is the build constraint of a file about packages in this place.
func (w Where) Constraint() string { return [...]string{"", "!js || riffle_all", "!js"}[w] }

// Course lists the packages that a first course needs, in alphabetical order, besides
// the project's own. They are in the program that browsers load first, so a package is
// to be worth its size; what one of them has in its functions has to be here too.
var Course = []string{
	"bufio", "bytes", "cmp",
	"container/heap", "container/list", "container/ring",
	"context", "crypto/rand", "encoding",
	"encoding/base64", "encoding/binary", "encoding/csv", "encoding/hex", "encoding/json",
	"errors", "flag", "fmt",
	"hash", "hash/crc32", "hash/fnv", "hash/maphash",
	"image", "image/color",
	"io", "io/fs", "iter", "log", "maps",
	"math", "math/big", "math/bits", "math/cmplx", "math/rand", "math/rand/v2",
	"os", "path", "path/filepath",
	"reflect", "regexp", "runtime", "runtime/debug", "slices", "sort", "strconv", "strings", "structs",
	"sync", "sync/atomic", "text/tabwriter", "time",
	"unicode", "unicode/utf16", "unicode/utf8", "unique",
}

// NotInBrowsers lists the packages that no program for browsers has, in alphabetical
// order, with the reason.
var NotInBrowsers = []Entry{
	{"crypto/tls", noConnections},
	{"expvar", noConnections},
	{"net", noConnections},
	{"net/http", noConnections},
	{"net/http/cgi", noConnections},
	{"net/http/cookiejar", noConnections},
	{"net/http/fcgi", noConnections},
	{"net/http/httptest", noConnections},
	{"net/http/httptrace", noConnections},
	{"net/http/httputil", noConnections},
	{"net/http/pprof", noConnections},
	{"net/rpc", noConnections},
	{"net/rpc/jsonrpc", noConnections},
	{"net/smtp", noConnections},
	{"os/exec", "a browser runs no other programs"},
	{"os/signal", "a browser sends no signals"},
	{"os/user", "a browser doesn't tell who uses it"},
	{"syscall", "a browser has no system calls"},
}

const noConnections = "a browser's programs can't open connections"

// InBrowsers is a package's place in browsers, for those that a cell may import.
func InBrowsers(path string) Where {
	if _, never := Reason(NotInBrowsers, path); never {
		return Never
	}
	if _, ok := slices.BinarySearch(Course, path); ok || Own(path) {
		return Here
	}
	return Larger
}

// Own reports whether a path is one of the project's.
func Own(path string) bool { return strings.HasPrefix(path, "riffle/") }
