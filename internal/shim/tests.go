//go:build !js || riffle_all

package shim

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
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

// testFlags are the flags that a run sets, with their defaults. The library reads them as
// the process's.
var testFlags = map[string]string{
	"run": "", "skip": "", "bench": "", "count": "1", "benchtime": "1s", "v": "true", "paniconexit0": "false", "timeout": "0",
}

// RunTests runs tests as go test -v does and reports whether all passed. A panic fails
// only its test. The library prints to os.Stdout, which must be the file from Captured.
func (l *Library) RunTests(t Tests) (bool, error) {
	defer func(users *flag.FlagSet) { flag.CommandLine = users }(flag.CommandLine)
	flag.CommandLine = processFlags
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

// benchmark is testing.Benchmark.
func (l *Library) benchmark(f func(*testing.B)) testing.BenchmarkResult {
	requireFunc(f)
	return testing.Benchmark(l.rt.Guarded(reflect.ValueOf(f)).Interface().(func(*testing.B)))
}

// testingMain is testing.Main: it runs the tests and ends the cell.
func (l *Library) testingMain(match func(pat, str string) (bool, error), tests []testing.InternalTest, benchmarks []testing.InternalBenchmark, examples []testing.InternalExample) {
	end := func() {}
	if l.config.Capture != nil {
		var err error
		if end, err = l.config.Capture(); err != nil {
			panic(err)
		}
	}
	l.rt.MayWake() // tests run on goroutines of the library's
	ok, err := l.RunTests(Tests{Tests: tests, Benchmarks: benchmarks, Examples: examples, Match: match, Flags: map[string]string{"v": "false"}})
	end()
	switch {
	case err != nil:
		panic(err)
	case !ok:
		l.rt.ExitWith(1)
	}
	l.rt.ExitWith(0)
}

// LogTest is Log for a method of a test, Log, Error, Fatal or Skip, with or without an f.
// A type of the user's may have methods of these names.
func (l *Library) LogTest(place int, test any, name string, spread bool, args ...any) {
	t := nativeTest(test)
	if t == nil {
		l.rt.Invoke(test, name, 0, args...)
		return
	}
	what, formats := strings.CutSuffix(name, "f")
	how := "ln"
	if formats {
		how = "f"
	}
	text := l.logText(how, single(spread, args))
	if file, line := l.config.Place(place); l.config.Capture != nil && line > 0 {
		text = fmt.Sprintf("%s%s:%d: %s", calledAt, file, line, text)
	}
	switch text = strings.TrimSuffix(text, "\n"); what {
	case "Log":
		t.Log(text)
	case "Error":
		t.Error(text)
	case "Fatal":
		t.Fatal(text)
	case "Skip":
		t.Skip(text)
	}
}

// nativeTest is the library's own test, nil for others.
func nativeTest(test any) testing.TB {
	switch t := test.(type) {
	case *testing.T:
		return t
	case *testing.B:
		return t
	case *testing.F:
		return t
	}
	return nil
}

// testOverrides are the session's own versions of functions of the testing packages.
func (l *Library) testOverrides() map[string]map[string]reflect.Value {
	v := reflect.ValueOf
	return map[string]map[string]reflect.Value{
		"testing": {"Benchmark": v(l.benchmark), "Main": v(l.testingMain)},
	}
}

// testRun is what package testing needs from the main that the go command generates.
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
