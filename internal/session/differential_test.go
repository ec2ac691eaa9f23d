package session

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"riffle/internal/test/full"
	"riffle/internal/test/golden"
	"riffle/internal/test/leak"
)

// The programs in testdata/programs print here what they print when the
// toolchain compiles them. What that is stands beside each in a .out file, made
// by -update: the standard output, the message of a panic or of the run-time
// on the standard error, and the exit status. A .in file is its standard input.

var toolchain = flag.Bool("toolchain", false, "compile all of testdata/programs again and compare with their .out files")

// programArgs are the arguments that every program gets.
var programArgs = []string{"alpha", "beta gamma"}

// programEnv, if set, makes this test binary run a program, as riffle run does.
const programEnv = "RIFFLE_TEST_PROGRAM"

func TestMain(m *testing.M) {
	os.Setenv(VerifyEnv, "1")
	if file := os.Getenv(programEnv); file != "" {
		os.Unsetenv(programEnv)
		os.Exit(RunFile(file, os.Args[1:], nil))
	}
	// Hundreds of sessions are made and dropped here; collecting each at once is a quarter
	// of the time.
	debug.SetGCPercent(400)
	growHeap()
	os.Exit(leak.Main(m.Run()))
}

func programs(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/programs/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	return files
}

// outcome is what a program did, as its .out file tells it.
func outcome(t *testing.T, file string, cmd *exec.Cmd) string {
	t.Helper()
	cmd.Args = append(cmd.Args, programArgs...)
	cmd.Env = append(cmd.Environ(), "LUCKY=7", "GOTRACEBACK=single")
	if in, err := os.Open(strings.TrimSuffix(file, ".go") + ".in"); err == nil {
		defer in.Close()
		cmd.Stdin = in
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	defer time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() }).Stop()
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if slices.ContainsFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, programEnv) }) {
		leak.Check(t, stdout.String()+stderr.String()) // ours; a compiled one's trace has frames
	}
	a := txtar.Archive{Files: []txtar.File{{Name: "stdout", Data: stdout.Bytes()}}}
	if exit != nil {
		a.Files = append(a.Files,
			txtar.File{Name: "stderr", Data: message(stderr.String())},
			txtar.File{Name: "status", Data: []byte(exit.String())})
	}
	return string(txtar.Format(&a))
}

// message is the part of the standard error before a trace: from there on
// compiled programs name addresses and goroutines, ours the lines of the source.
func message(stderr string) []byte {
	var b strings.Builder
	for line := range strings.Lines(stderr) {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "[signal ") || strings.Contains(line, ".go:") {
			break
		}
		b.WriteString(line)
	}
	return []byte(b.String())
}

// engines are the values of EngineEnv that programs run with.
var engines = []string{"", "yaegi", "machine", "far1", "far7", "far2"}

// nearEngines are those without far memory, and come first.
const nearEngines = 3

// runsOn reports whether program i runs on engine k: on all in the full run, otherwise on
// one of those with far memory and, unless the run is short, on all others.
func runsOn(i, k int) bool {
	far := k >= nearEngines
	return full.On() || far && k-nearEngines == i%(len(engines)-nearEngines) || !far && (k == 0 || !testing.Short())
}

// onEngine runs a program on an engine, in a process of this test binary.
func onEngine(t *testing.T, file, engine string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(cmd.Environ(), programEnv+"="+file, EngineEnv+"="+engine)
	return outcome(t, file, cmd)
}

// compiled builds and runs a program.
func compiled(t *testing.T, file string) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "program")
	if out, err := exec.Command("go", "build", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return outcome(t, file, exec.Command(exe))
}

// TestPrograms compares every program, on each engine, with its .out file.
func TestPrograms(t *testing.T) {
	if golden.Updating() {
		t.Skip("TestToolchain writes the outputs")
	}
	for i, file := range programs(t) {
		for k, engine := range engines {
			if !runsOn(i, k) {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(file), ".go")+","+cmp.Or(engine, "auto"), func(t *testing.T) {
				t.Parallel()
				compare(t, file, onEngine(t, file, engine))
			})
		}
	}
}

// compare wants a program's .out file to hold what it did.
func compare(t *testing.T, file, got string) {
	t.Helper()
	golden.Check(t, strings.TrimSuffix(file, ".go")+".out", got)
}

// TestToolchain compiles programs and compares them with their .out files: two
// that change from day to day, all with -toolchain; -update writes the files.
func TestToolchain(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("needs the Go toolchain, which takes a second for each program")
	}
	files := programs(t)
	if !*toolchain && !golden.Updating() {
		day := time.Now().YearDay()
		files = []string{files[day%len(files)], files[(day+len(files)/2)%len(files)]}
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(t *testing.T) {
			t.Parallel()
			compare(t, file, compiled(t, file))
		})
	}
}
