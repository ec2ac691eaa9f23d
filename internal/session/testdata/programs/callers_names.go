// Who has called, and what functions are called. Literals with a defer aren't inlined, so
// that the compiler names them plainly.
package main

import (
	"fmt"
	"log"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"sort"
	"strings"
)

func here(skip int) string {
	pc, file, line, ok := runtime.Caller(skip + 1)
	return fmt.Sprint(runtime.FuncForPC(pc).Name(), " ", filepath.Base(file), ":", line, " ", ok)
}

var global = here(0)

type T struct{}

func (t T) Value() string    { return here(0) }
func (t *T) Pointer() string { return here(0) }

type G[E any] struct{ e E }

func (g *G[E]) Push() string { return here(0) }

func Map[A any](a A) string { return here(0) }

type Valuer interface{ Value() string }

func init() { fmt.Println(here(0)) }
func init() { fmt.Println(here(0)) }

func stack() {
	pcs := make([]uintptr, 20)
	n := runtime.Callers(1, pcs)
	frames := runtime.CallersFrames(pcs[:n])
	for {
		f, more := frames.Next()
		fmt.Println("  ", f.Function, filepath.Base(f.File), f.Line, f.PC != 0)
		if !more {
			return
		}
	}
}

func seq(yield func(int) bool) { yield(1) }

func logf(format string, args ...any) { log.Output(2, fmt.Sprintf(format, args...)) }

func deep(n int) {
	if n > 0 {
		deep(n - 1)
		return
	}
	stack()
	_, _, _, ok := runtime.Caller(100)
	fmt.Println(ok)
}

func recovering() {
	defer func() { fmt.Println(recover(), here(0)) }()
	panics()
}

func panics() {
	var m map[string]int
	m["a"]++
}

func name(f any) string { return runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name() }

func bubble(xs []int) []int { return xs }
func insert(xs []int) []int { return xs }

func (T) Method() {}

func main() {
	fmt.Println(global)
	fmt.Println(here(0), here(1))
	fmt.Println(T{}.Value(), (&T{}).Pointer(), (&G[int]{}).Push(), Map(1), Valuer(T{}).Value())
	func() {
		defer func() { fmt.Println(here(0)) }()
		fmt.Println(here(0))
		func() { defer stack(); fmt.Println(here(0)) }()
	}()
	deep(3)
	done := make(chan bool)
	go func() { defer close(done); fmt.Println(here(0)); stack() }()
	<-done
	for range seq {
		fmt.Println(here(0))
	}
	recovering()
	fmt.Println(here(0))

	log.SetFlags(log.Lshortfile)
	log.SetOutput(os.Stdout)
	logf("%d cards", 52)
	func() { defer logf("in a literal") }()
	own := log.New(os.Stdout, "own: ", log.Lshortfile|log.Lmsgprefix)
	own.Output(1, "by itself")
	own.Println("as ever")
	withoutTime := func(_ []string, a slog.Attr) slog.Attr {
		if src, ok := a.Value.Any().(*slog.Source); ok {
			src.File = filepath.Base(src.File)
		}
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{AddSource: true, ReplaceAttr: withoutTime})).Info("text", "n", 1)
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{AddSource: true, ReplaceAttr: withoutTime})))
	slog.Warn("json")

	for _, f := range []func([]int) []int{bubble, insert, func(xs []int) []int { return xs }} {
		fmt.Println(name(f))
	}
	table := map[string]func(float64) float64{"sqrt": math.Sqrt, "same": func(x float64) float64 { return x }}
	local := bubble
	fmt.Println(name(local), name(table["sqrt"]), name(table["same"]), name(T.Method), name(T{}.Method), name(Map[int]),
		name(fmt.Println), name(strings.ToUpper), name(sort.Ints), name(main))
	f := runtime.FuncForPC(reflect.ValueOf(insert).Pointer())
	_, line := f.FileLine(f.Entry())
	fmt.Println(line, reflect.ValueOf(bubble).Pointer() == reflect.ValueOf(insert).Pointer())
}
