package stdlib

import (
	"go/constant"
	"go/types"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
)

func TestImporter(t *testing.T) {
	im := Importer()
	for _, c := range []struct{ path, name, want string }{
		{"fmt", "Println", "func fmt.Println(a ...any) (n int, err error)"},
		{"net/http", "HandlerFunc", "type net/http.HandlerFunc func(net/http.ResponseWriter, *net/http.Request)"},
		{"slices", "Sort", "func slices.Sort[S ~[]E, E cmp.Ordered](x S)"},
		{"riffle/shuffle", "Card", "type riffle/shuffle.Card struct{Rank riffle/shuffle.Rank; Suit riffle/shuffle.Suit}"},
	} {
		o := load(t, im, c.path).Scope().Lookup(c.name)
		if o == nil || o.String() != c.want {
			t.Errorf("%s.%s = %v, want %s", c.path, c.name, o, c.want)
		}
	}
	if p := load(t, im, "unsafe"); p != types.Unsafe {
		t.Errorf("unsafe is %v", p)
	}
}

// TestIdentity checks that packages share the types of those they import.
func TestIdentity(t *testing.T) {
	im := Importer()
	scanner := load(t, im, "bufio").Scope().Lookup("NewScanner").(*types.Func)
	reader := load(t, im, "io").Scope().Lookup("Reader")
	if got := scanner.Signature().Params().At(0).Type(); got != reader.Type() {
		t.Errorf("bufio's io.Reader is another %v", got)
	}
}

func TestUnknownImport(t *testing.T) {
	for path, want := range map[string]string{
		"rand":              `no package "rand"; did you mean "math/rand/v2"?`,
		"Fmt":               `no package "Fmt"; did you mean "fmt"?`,
		"strngs":            `no package "strngs"; did you mean "strings"?`,
		"math/rnad":         `no package "math/rnad"; did you mean "math/rand"?`,
		"http":              `no package "http"; did you mean "net/http"?`,
		"lodash":            `no package "lodash" in the standard library or in riffle`,
		"":                  `no package "" in the standard library or in riffle`,
		"internal/abi":      `package "internal/abi" is internal to others and can't be imported`,
		"cmd/go":            `package "cmd/go" is internal to others and can't be imported`,
		"log/syslog":        `package "log/syslog" can't be used in a cell: it doesn't exist on Windows; use log or log/slog`,
		"golang.org/x/term": `package "golang.org/x/term" is not part of riffle: display.Password asks for a line that isn't shown`,
		"github.com/x/yyyy": `package "github.com/x/yyyy" is not part of riffle: a cell can import the standard library, gonum's mat, stat, distuv, floats and plot, and riffle's own packages`,
	} {
		if _, err := Importer().Import(path); err == nil || err.Error() != want {
			t.Errorf("Import(%q): %v, want %s", path, err, want)
		}
	}
}

// TestConstants compares the constants that differ between systems with the
// compiler's.
func TestConstants(t *testing.T) {
	im := Importer()
	for _, c := range []struct {
		path, name string
		want       constant.Value
	}{
		{"os", "PathSeparator", constant.MakeInt64(os.PathSeparator)},
		{"os", "PathListSeparator", constant.MakeInt64(os.PathListSeparator)},
		{"os", "DevNull", constant.MakeString(os.DevNull)},
		{"os", "O_APPEND", constant.MakeInt64(int64(os.O_APPEND))},
		{"os", "O_CREATE", constant.MakeInt64(int64(os.O_CREATE))},
		{"os", "O_EXCL", constant.MakeInt64(int64(os.O_EXCL))},
		{"os", "O_SYNC", constant.MakeInt64(int64(os.O_SYNC))},
		{"path/filepath", "Separator", constant.MakeInt64(filepath.Separator)},
		{"path/filepath", "ListSeparator", constant.MakeInt64(filepath.ListSeparator)},
		{"runtime", "GOOS", constant.MakeString(runtime.GOOS)},
		{"runtime", "GOARCH", constant.MakeString(runtime.GOARCH)},
		{"math", "MaxInt", constant.MakeInt64(math.MaxInt)},
		{"strconv", "IntSize", constant.MakeInt64(strconv.IntSize)},
	} {
		got := load(t, im, c.path).Scope().Lookup(c.name).(*types.Const).Val()
		if got.ExactString() != c.want.ExactString() {
			t.Errorf("%s.%s = %v, want %v", c.path, c.name, got, c.want)
		}
	}
}

// TestConcurrentImport is for the race detector.
func TestConcurrentImport(t *testing.T) {
	im := Importer()
	var wg sync.WaitGroup
	for _, path := range []string{"fmt", "os", "net/http", "io", "fmt", "time"} {
		wg.Go(func() {
			if _, err := im.Import(path); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func BenchmarkImportFmt(b *testing.B) {
	for b.Loop() {
		if _, err := Importer().Import("fmt"); err != nil {
			b.Fatal(err)
		}
	}
}
