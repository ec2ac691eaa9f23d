package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"riffle/internal/test/built"
	"riffle/internal/test/leak"
)

// patience is how long a person waits at most for anything.
const patience = 30 * time.Second

func TestMain(m *testing.M) { built.Main(m) }

func TestScripts(t *testing.T) {
	testscript.RunT(scripts{t}, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "shards": shards, "kills": kills},
	})
}

// scripts are the tests of scripts, whose logs have all that riffle says: nothing of its own
// may be in it.
type scripts struct{ *testing.T }

func (s scripts) Run(name string, f func(testscript.T)) {
	s.T.Run(name, func(t *testing.T) { f(scripts{t}) })
}

// Verbose makes the log whole.
func (scripts) Verbose() bool { return true }

func (s scripts) Log(args ...any) {
	s.Helper()
	leak.Check(s, fmt.Sprint(args...))
	s.T.Log(args...)
}

// exits runs a program and wants an exit status: exits STATUS PROGRAM ARG...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// TestInterrupt sends Ctrl-C to batches that would run for ever.
func TestInterrupt(t *testing.T) {
	const forever = `fmt.Println("ready"); for {}`
	tests := []struct {
		name  string
		args  []string
		stdin string
	}{
		{"-e", []string{"-e", forever}, ""},
		{"pipe", nil, forever + "\nfmt.Println(\"never\")\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), "riffle", tt.args...)
			cmd.Stderr = t.Output()
			stdin, _ := cmd.StdinPipe()
			stdout, _ := cmd.StdoutPipe()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() }).Stop()
			io.WriteString(stdin, tt.stdin)
			out := bufio.NewReader(stdout)
			if line, err := out.ReadString('\n'); line != "ready\n" {
				t.Errorf("read %q, %v", line, err)
			}
			cmd.Process.Signal(os.Interrupt)
			if rest, _ := io.ReadAll(out); len(rest) > 0 {
				t.Errorf("went on: %q", rest)
			}
			cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != statusInterrupted {
				t.Errorf("exit status %d, want %d", got, statusInterrupted)
			}
		})
	}
}
