package session

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"weak"

	"riffle/internal/magic"
	"riffle/internal/proto"
	"riffle/internal/test/golden"
	"riffle/shuffle"
)

// transcript runs the cells of a file in one session. A cell begins with a line
// ">>>", with the cell's first line behind it; what is expected begins with a
// line "---": output, then the value displayed after "= ", or the error.
func transcript(t *testing.T, s *Session, text string) string {
	var out strings.Builder
	head, cells, _ := strings.Cut("\n"+text, "\n>>> ")
	out.WriteString(strings.TrimPrefix(head, "\n"))
	for i, c := range strings.Split(cells, "\n>>> ") {
		source, _, found := strings.Cut(c, "\n---\n")
		if !found {
			source = strings.TrimSuffix(strings.TrimSuffix(c, "\n"), "\n---")
		}
		r := &recorder{stored: true}
		res := s.Run(context.Background(), proto.Cell{Source: source, N: i + 1, Width: 72}, r)
		out.WriteString("\n>>> " + source + "\n---\n" + normal(answer(r, res)))
	}
	return strings.TrimPrefix(out.String(), "\n")
}

// answer is all that a cell said.
func answer(r *recorder, res proto.Result) string {
	text := r.out.String()
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if res.Value != nil {
		text += "= " + res.Value.Text() + "\n"
	}
	if res.Offer != "" {
		text += "offered:\n" + res.Offer + "\n"
	}
	if res.Err != nil {
		text += res.Err.Format() + "\n"
	}
	return text
}

var times = regexp.MustCompile(`\b\d+(\.\d+)? (ns|µs|ms|s)\b`)

// normal replaces what differs from run to run.
func normal(text string) string {
	dir, _ := os.UserHomeDir()
	text = strings.ReplaceAll(text, dir, "HOME")
	return times.ReplaceAllString(text, "TIME")
}

// aloneEnv says that a process of this test binary runs one test only.
const aloneEnv = "RIFFLE_TEST_ALONE"

// inOwnProcess runs a test of files in a process of its own, and reports whether this is that
// process. One that TestAccept has filled (with arrays of gigabytes) may have objects out of
// machine code's sight.
func inOwnProcess(t *testing.T, files string) bool {
	t.Helper()
	if os.Getenv(aloneEnv) != "" || golden.Updating() {
		return true
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names { // the go command notes which files a result depends on
		if _, err := os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^"+t.Name()+"$")
	cmd.Env = append(cmd.Environ(), aloneEnv+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	return false
}

// TestMagics runs the sessions in testdata/magic, in a directory with scripts.
func TestMagics(t *testing.T) {
	const files = "testdata/magic/*.txt"
	if !inOwnProcess(t, files) {
		return
	}
	golden.Each(t, files, func(t *testing.T, text string) string {
		if name := t.Name(); runtime.GOOS == "windows" && (strings.HasSuffix(name, "/system") || strings.HasSuffix(name, "/where")) {
			t.Skip("it needs a Unix shell")
		}
		home(t)
		return transcript(t, newSession(t, Options{}), text)
	})
}

// scripts are the files in the directory that a transcript runs in.
var scripts = map[string]string{
	"again.go": `%run again.go
`,
	"forever.go": `fmt.Println("once")
for {
}
`,
	"lesson.go": `#!/usr/bin/env -S riffle run
greeting := "hello"
func greet(name string) string { return greeting + ", " + name }
42
// %%
%quiet off
fmt.Println(greet("script"))
`,
	"lesson.ipynb": `{}`,
	"exported.go": `x := 1
x

func twice() int {
	/*

	*/

	return 2 * x
}


%quiet off
x := 7

x


%%html
<b>x</b>

fmt.Println(twice(), x)
`,
	"whole.go": `fmt.Println(later())

x := later

func later() int { return 4 }
`,
	"percent.go": `// ---
// jupyter:
//   jupytext:
//     text_representation:
//       format_name: percent
// ---

// %% [markdown]
// # Title
// %who

// %%
// %quiet off
// a remark, %who
x := 1

// %% language="html"
// <b>x</b>

// %% tags=["raises-exception", "other"]
panic("expected")

// %% tags=["skip-execution"]
panic("never")

// %%
ok := true
fmt.Println("at the end", x, ok)
// !ok
// %%
panic("unexpected")
`,
	"program.go": `package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Println("a program")
	defer fmt.Println("never")
	os.Exit(0)
}
`,
	"three.go": `package main

import "os"

func main() { os.Exit(3) }
`,
	"wrong.go": `x := 1
y := undefinedName
`,
}

// home moves the test into a directory with the scripts.
func home(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("RIFFLE_TEST", "before")
	t.Chdir(dir)
	for name, text := range scripts {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func newSession(t *testing.T, o Options) *Session {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(shuffle.Unseed)
	return s
}

// run runs one cell, which must end well, and returns what it said.
func run(t *testing.T, s *Session, n int, source string) (string, proto.Result) {
	t.Helper()
	r := &recorder{}
	res := s.Run(context.Background(), proto.Cell{Source: source, N: n}, r)
	if res.Err != nil {
		t.Fatalf("%s: %s", source, res.Err.Format())
	}
	return answer(r, res), res
}

func TestIsComplete(t *testing.T) {
	s := newSession(t, Options{})
	for _, c := range []struct{ source, want string }{
		{"%who", "complete"},
		{"%sh echo \"it's", "complete"},
		{"$ echo `", "complete"},
		{"%time for i := range 3 {", "incomplete"},
		{"%time for i := range 3 {\n}", "complete"},
		{"x := 1\n%who\nfunc f() {", "incomplete"},
		{"%%time", "incomplete"},
		{"%%time\nf()", "complete"},
		{"%%timeit -n 3\nfor {", "incomplete"},
		{"7 %", "incomplete"},
		{"%nosuch", "invalid"},
	} {
		if got := s.IsComplete(c.source).Status; got != c.want {
			t.Errorf("IsComplete(%q) = %s, want %s", c.source, got, c.want)
		}
	}
}

// TestTimeitLoops: without -n there are enough loops for a run to take a measurable time.
func TestTimeitLoops(t *testing.T) {
	s := newSession(t, Options{})
	got, _ := run(t, s, 1, "n := 0\n%timeit -r 2 n++")
	m := regexp.MustCompile(`of 2 runs of (\d+)0000 loops`).FindStringSubmatch(got)
	if m == nil || strings.Trim(m[1], "0") != "1" && strings.Trim(m[1], "0") != "2" && strings.Trim(m[1], "0") != "5" {
		t.Errorf("said %q, want 1, 2 or 5 and zeros of loops", got)
	}
}

// TestInterruptSave: a %save that makes a program ends by an interrupt.
func TestInterruptSave(t *testing.T) {
	home(t)
	begun := make(chan struct{})
	s := newSession(t, Options{Magics: magic.All.WithPrograms(func(ctx context.Context, _ []magic.Cell) (string, string, error) {
		close(begun)
		<-ctx.Done()
		return "", "", ctx.Err()
	})})
	run(t, s, 1, "x := 1")
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-begun; cancel() }()
	res := s.Run(ctx, proto.Cell{Source: "%save x.go", N: 2}, &recorder{})
	if res.Err == nil || res.Err.Name != "interrupted" {
		t.Errorf("got %+v, want an interrupt", res.Err)
	}
	if _, err := os.Stat("x.go"); err == nil {
		t.Error("the file is there")
	}
}

// TestInterruptMagics interrupts cells that say something and then never end.
func TestInterruptMagics(t *testing.T) {
	for _, source := range []string{
		"println(1)\n%timeit -n 1000000000 turns++",
		"%timeit -n 1 -r 1000000000 println(1)",
		"%time for { println(1) }",
		"%sh echo 1; sleep 60",
		"%sh echo 1; sleep 60 | cat",
		"%%time\n%who turns\nfor { turns++ }",
		"println(1)\n%who spin",
		"println(1)\nspin",
		"%run forever.go",
	} {
		t.Run(source, func(t *testing.T) {
			home(t)
			s := newSession(t, Options{})
			run(t, s, 1, "turns := 0\ntype Spin int\nfunc (Spin) String() string { for { turns++ } }\nspin := Spin(1);")
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			res := s.Run(ctx, proto.Cell{Source: source, N: 2}, &firstSign{heard: cancel})
			if res.Err == nil || res.Err.Name != "interrupted" {
				t.Errorf("got %+v, want an interrupt", res.Err)
			}
			if got, _ := run(t, s, 3, "1+1"); got != "= 2\n" {
				t.Errorf("after it: %q", got)
			}
		})
	}
}

// TestAskMeanwhile asks for completions while magics write: they must hold no
// lock then.
func TestAskMeanwhile(t *testing.T) {
	s := newSession(t, Options{})
	run(t, s, 1, "x := 1")
	for i, source := range []string{
		"%who", "%time println(x)", "%timeit -n 1 -r 1 println(x)", "%history", "%help", "%lowered x", "%seed", "%pwd", "%%time\n%who",
	} {
		asked := false
		out := &firstSign{heard: func() {
			asked = true
			s.Complete("NewL", 4)
			s.Inspect("x", 1, 0)
			s.IsComplete("%time {")
		}}
		if res := s.Run(context.Background(), proto.Cell{Source: source, N: i + 2}, out); res.Err != nil || !asked {
			t.Errorf("%s: asked %v, %v", source, asked, res.Err)
		}
	}
}

func TestResetHard(t *testing.T) {
	asked := 0
	s := newSession(t, Options{Restart: func() { asked++ }})
	if got, _ := run(t, s, 1, "println(1)\n%reset hard\nprintln(2)"); got != "1\n" || asked != 1 {
		t.Errorf("said %q, asked %d times", got, asked)
	}
}

func TestRestarted(t *testing.T) {
	s := newSession(t, Options{Restarts: 1})
	if got, _ := run(t, s, 1, "1;"); !strings.Contains(got, "no seed") {
		t.Errorf("first cell of a new process said %q", got)
	}
	if got, _ := run(t, s, 2, "1;"); got != "" {
		t.Errorf("second cell said %q", got)
	}
}

func TestSeedInMetadata(t *testing.T) {
	s := newSession(t, Options{})
	if _, res := run(t, s, 1, "1"); res.Value.Metadata["riffle"] != nil {
		t.Error("unseeded, but stamped")
	}
	_, res := run(t, s, 2, "Seed(42)\nNewDealer().Left()")
	stamp, _ := res.Value.Metadata["riffle"].(map[string]any)
	if stamp["seed"] != int64(42) {
		t.Errorf("metadata %v", res.Value.Metadata)
	}
}

// TestSeededRand holds both packages to child stream 0, and sees that the
// library's own functions are back.
func TestSeededRand(t *testing.T) {
	s := newSession(t, Options{})
	all := `v1.Int(); v1.Intn(10); v1.Int31(); v1.Int31n(9); v1.Int63(); v1.Int63n(9); v1.Uint32(); v1.Uint64(); v1.Float32()
v1.Float64(); v1.NormFloat64(); v1.ExpFloat64(); v1.Perm(5); v1.Shuffle(3, func(i, j int) {}); v1.Read(make([]byte, 9))
v2.Int(); v2.IntN(10); v2.Int32(); v2.Int32N(9); v2.Int64(); v2.Int64N(9); v2.Uint32(); v2.Uint32N(9); v2.Uint64(); v2.Uint64N(9)
v2.Uint(); v2.UintN(9); v2.Float32(); v2.Float64(); v2.NormFloat64(); v2.ExpFloat64(); v2.Perm(5); v2.Shuffle(3, func(i, j int) {})
v2.N(10); v1.Uint64()`
	run(t, s, 1, "import v1 \"math/rand\"\nimport v2 \"math/rand/v2\"")
	first, _ := run(t, s, 2, "Seed(7)\n"+all)
	second, _ := run(t, s, 3, "Seed(7)\n"+all)
	if first != second {
		t.Errorf("seeded runs differ: %s %s", first, second)
	}
	unseeded, _ := run(t, s, 4, "%reset\nimport v1 \"math/rand\"\nimport v2 \"math/rand/v2\"\n"+all)
	if unseeded == first {
		t.Error("unseeded run repeats the seeded one")
	}
	want := shuffle.StreamOf(7, 0).Uint64()
	if got, res := run(t, s, 5, "%seed 7\nrand.Uint64() == "+strconv.FormatUint(want, 10)); res.Value.Text() != "true" {
		t.Errorf("the first word is not child 0's: %s", got)
	}
}

// TestOutIsBounded runs more cells than Out keeps.
func TestOutIsBounded(t *testing.T) {
	h := newHistory()
	for n := 1; n <= outMost; n++ {
		if gone := h.putValue(n, n); gone != 0 {
			t.Fatalf("put %d dropped %d", n, gone)
		}
	}
	if gone := h.putValue(7, "again"); gone != 0 {
		t.Fatalf("a cell run again dropped %d", gone)
	}
	if gone := h.putValue(outMost+1, nil); gone != 1 || len(h.out) != outMost {
		t.Fatalf("one too many dropped %d, kept %d", gone, len(h.out))
	}
}

// TestResetOutFrees sees that nothing holds a value after %reset out.
func TestResetOutFrees(t *testing.T) {
	s := newSession(t, Options{})
	run(t, s, 1, "make([]int, 1000)")
	held := weak.Make(&s.history.out[1].([]int)[0])
	runtime.GC()
	if held.Value() == nil {
		t.Fatal("Out doesn't hold the value")
	}
	run(t, s, 2, "%reset out")
	run(t, s, 3, "1")
	runtime.GC()
	if held.Value() != nil {
		t.Error("something still holds the value")
	}
}

// firstSign calls heard when a cell says something.
type firstSign struct {
	proto.Discard
	heard func()
}

func (f *firstSign) Stream(string, []byte) { f.heard() }
