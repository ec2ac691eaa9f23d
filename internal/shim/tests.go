package shim

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"reflect"
	"regexp"
	"sync"
	"testing"
	"time"
)

// Tests are the tests and benchmarks of a session.
type Tests struct {
	Tests      []testing.InternalTest
	Benchmarks []testing.InternalBenchmark
	Examples   []testing.InternalExample
	// Flags are those of go test, without "-test.": run, bench, count, benchtime, v.
	Flags map[string]string
	// Match chooses tests by a pattern; nil for regular expressions.
	Match func(pattern, text string) (bool, error)
}

// testFlags are what a run sets, with what each is by default. The library reads
// them as those of the process.
var testFlags = map[string]string{
	"run": "", "skip": "", "bench": "", "count": "1", "benchtime": "1s", "v": "true", "paniconexit0": "false", "timeout": "0",
}

// RunTests runs tests as go test -v does and reports whether all went well. A panic
// costs its test only. The library prints to os.Stdout, which is to hold the file
// that Captured gave.
func (l *Library) RunTests(t Tests) (bool, error) {
	testing.Init()
	for name, value := range testFlags {
		if given, ok := t.Flags[name]; ok {
			value = given
		}
		if err := flag.Set("test."+name, value); err != nil {
			return false, err
		}
	}
	if !flag.Parsed() {
		if err := flag.CommandLine.Parse(nil); err != nil {
			return false, err
		}
	}
	for i, test := range t.Tests {
		t.Tests[i].F = l.rt.Guarded(reflect.ValueOf(test.F)).Interface().(func(*testing.T))
	}
	for i, b := range t.Benchmarks {
		t.Benchmarks[i].F = l.rt.Guarded(reflect.ValueOf(b.F)).Interface().(func(*testing.B))
	}
	return testing.MainStart(testRun{t.Match}, t.Tests, t.Benchmarks, nil, t.Examples).Run() == 0, nil
}

// Captured has what native code prints to os.Stdout go to a file, and what the file
// gets to out, until the returned function is called. The library puts places in the
// engine's sources before what a test logs: they make way for the user's.
func Captured(out io.Writer) (file io.Writer, end func(), err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	old := os.Stdout
	os.Stdout = w
	var done sync.WaitGroup
	done.Go(func() {
		defer r.Close()
		copyLines(out, r)
	})
	return w, func() {
		os.Stdout = old
		w.Close()
		done.Wait()
	}, nil
}

// calledAt goes before the user's place, where that is known.
const calledAt = "\x00at "

var testPlace = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^( +)(?:\w+\.go:\d+: ` + calledAt + `|(?:value\.go|asm_\w+\.s):\d+: )`)
})

// copyLines passes on lines as they come.
func copyLines(out io.Writer, in io.Reader) {
	var rest []byte
	buf := make([]byte, 32<<10)
	for {
		n, err := in.Read(buf)
		rest = append(rest, buf[:n]...)
		for {
			i := bytes.IndexByte(rest, '\n')
			if i < 0 {
				break
			}
			out.Write(testPlace().ReplaceAll(rest[:i+1], []byte("$1")))
			rest = rest[i+1:]
		}
		if err != nil {
			out.Write(rest)
			return
		}
	}
}

// testRun is what package testing asks the go command's main of a test for.
type testRun struct {
	match func(pattern, text string) (bool, error)
}

var errNoFuzzing = errors.New("there is no fuzzing in a session")

type corpusEntry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

func (testRun) ImportPath() string { return "" }
func (testRun) ModulePath() string { return "" }

func (r testRun) MatchString(pattern, text string) (bool, error) {
	if r.match != nil {
		return r.match(pattern, text)
	}
	re, err := regexp.Compile(pattern)
	return err == nil && re.MatchString(text), err
}

func (testRun) SetPanicOnExit0(bool)                        {}
func (testRun) StartCPUProfile(io.Writer) error             { return nil }
func (testRun) StopCPUProfile()                             {}
func (testRun) StartTestLog(io.Writer)                      {}
func (testRun) StopTestLog() error                          { return nil }
func (testRun) WriteProfileTo(string, io.Writer, int) error { return nil }

func (testRun) CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []corpusEntry, []reflect.Type, string, string) error {
	return errNoFuzzing
}
func (testRun) RunFuzzWorker(func(corpusEntry) error) error { return errNoFuzzing }
func (testRun) ReadCorpus(string, []reflect.Type) ([]corpusEntry, error) {
	return nil, errNoFuzzing
}
func (testRun) CheckCorpus([]any, []reflect.Type) error { return errNoFuzzing }
func (testRun) ResetCoverage()                          {}
func (testRun) SnapshotCoverage()                       {}

func (testRun) InitRuntimeCoverage() (mode string, tearDown func(string, string) (string, error), snapshot func() float64) {
	return "", nil, nil
}
