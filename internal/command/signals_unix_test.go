//go:build unix

package command

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"riffle/internal/notebook"
)

// eventually waits for a state that another process brings about.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within %v", what, patience)
		}
	}
}

// ended reports whether a process is gone, or waits for its collector.
func ended(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || strings.Contains(string(stat), ") Z ")
}

// process is a riffle that runs.
type process struct {
	*exec.Cmd
	t      *testing.T
	out    *bufio.Reader
	stderr bytes.Buffer
}

func startRiffle(t *testing.T, stdin string, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command("riffle", args...), t: t}
	stdout, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	// A pipe that stays open, so that it's not the end of input that ends riffle.
	input, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.Stderr = &p.stderr
	p.out = bufio.NewReader(stdout)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(input, stdin)
	timeout := time.AfterFunc(patience, func() { p.Process.Kill() })
	t.Cleanup(func() { timeout.Stop(); p.Process.Kill() })
	return p
}

// ready reads "ready", and the numbers of the session's processes.
func (p *process) ready() (pids []int) {
	p.t.Helper()
	line, err := p.out.ReadString('\n')
	var worker, child int
	if n, _ := fmt.Sscanf(line, "ready %d %d", &worker, &child); n == 0 {
		p.t.Fatalf("read %q, %v; stderr %s", line, err, &p.stderr)
	}
	return []int{worker, child}[:len(strings.Fields(line))-1]
}

// wait is the status with which a shell would report the end.
func (p *process) wait() int {
	io.Copy(io.Discard, p.out)
	p.Wait()
	if s := p.ProcessState.Sys().(syscall.WaitStatus); s.Signaled() {
		return 128 + int(s.Signal())
	}
	return p.ProcessState.ExitCode()
}

// TestSignalsLeaveNoWorker ends riffle in every way while its session is busy
// with every kind of thing.
func TestSignalsLeaveNoWorker(t *testing.T) {
	const ready = `fmt.Println("ready", os.Getpid()); `
	cells := map[string]string{
		"loop":        ready + `for {}`,
		"sleep":       ready + `time.Sleep(time.Hour)`,
		"native call": ready + `x := big.NewInt(3); x.Exp(x, x.Lsh(x, 1<<20), nil)`,
		"goroutines":  ready + `for range 200 { go func() { for {} }() }; select {}`,
		"child": `c := exec.Command("sleep", "1000")
			c.Start()
			fmt.Println("ready", os.Getpid(), c.Process.Pid)
			c.Wait()`,
	}
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGSEGV, syscall.SIGKILL} {
		for name, cell := range cells {
			if s != syscall.SIGKILL && s != syscall.SIGQUIT && name != "loop" {
				continue // one signal that is heeded stands for all
			}
			t.Run(fmt.Sprint(s, "/", name), func(t *testing.T) {
				t.Parallel()
				p := startRiffle(t, "", "-e", cell)
				pids := p.ready()
				p.Process.Signal(s)
				if got, want := p.wait(), 128+int(s); got != want {
					t.Errorf("exit status %d, want %d", got, want)
				}
				for _, pid := range pids {
					eventually(t, "the end of the session's processes", func() bool { return ended(pid) })
				}
				said := p.stderr.String()
				if s != syscall.SIGINT && s != syscall.SIGKILL && !strings.HasSuffix(said, fmt.Sprintf("riffle: ended by signal %d (%v)\n", int(s), s)) {
					t.Errorf("stderr does not say how it ended: %s", said)
				}
				if strings.Contains(said, "goroutine ") {
					t.Errorf("stderr has a trace of riffle's own: %s", said)
				}
			})
		}
	}
}

// TestStoppedWorkerEndsWithItsParent: a process that is stopped runs nothing,
// so it can't see that its parent is gone.
func TestStoppedWorkerEndsWithItsParent(t *testing.T) {
	p := startRiffle(t, "", "-e", `fmt.Println("ready", os.Getpid()); for {}`)
	pid := p.ready()[0]
	syscall.Kill(pid, syscall.SIGSTOP)
	p.Process.Kill()
	p.wait()
	eventually(t, "the end of the session's process", func() bool { return ended(pid) })
}

func TestSignalsEndAPipe(t *testing.T) {
	p := startRiffle(t, "fmt.Println(\"ready\", os.Getpid())\n")
	pid := p.ready()[0]
	p.Process.Signal(syscall.SIGTERM) // it waits for the next line
	if got := p.wait(); got != 143 {
		t.Errorf("exit status %d, want 143", got)
	}
	eventually(t, "the end of the session's process", func() bool { return ended(pid) })
}

func TestNohupKeepsRiffle(t *testing.T) {
	p := &process{Cmd: exec.Command("nohup", "riffle", "-e", `fmt.Println("ready", os.Getpid()); time.Sleep(300*time.Millisecond); fmt.Println("done")`), t: t}
	stdout, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(stdout)
	if err := p.Start(); err != nil {
		t.Skipf("no nohup: %v", err)
	}
	p.ready()
	p.Process.Signal(syscall.SIGHUP)
	if rest, _ := io.ReadAll(p.out); string(rest) != "done\n" {
		t.Errorf("printed %q, want done", rest)
	}
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
}

// writeNotebook writes a notebook of these cells, each with an output of an
// earlier run.
func writeNotebook(t *testing.T, name string, cells ...string) {
	t.Helper()
	nb := &notebook.Notebook{Minor: 4}
	for _, source := range cells {
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Code, Source: source, Count: 99, Outputs: []notebook.Output{
			{"output_type": "stream", "name": "stdout", "text": "of an earlier run"},
		}})
	}
	if err := notebook.WriteFile(name, nb); err != nil {
		t.Fatal(err)
	}
}

// shown is the cells' outputs in a few words; nothing while there is no file.
func shown(t *testing.T, name string) string {
	t.Helper()
	nb, err := notebook.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return ""
	}
	if err != nil {
		t.Fatal(err) // a file is there wholly or not at all
	}
	var b strings.Builder
	for _, c := range nb.Cells {
		fmt.Fprintf(&b, "%d:", c.Count)
		for _, o := range c.Outputs {
			if o.Type() == "error" {
				fmt.Fprintf(&b, " %v", o["ename"])
			} else {
				fmt.Fprintf(&b, " %s", strings.TrimSpace(o["text"].(string)))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestStoppedNotebookKeepsItsOutputs ends a run in the middle of its third cell.
func TestStoppedNotebookKeepsItsOutputs(t *testing.T) {
	cells := []string{`fmt.Println("one")`, `fmt.Println("two")`, `fmt.Println("three"); for {}`, `fmt.Println("four")`}
	const untilKilled = "1: one\n2: two\n"
	const untilStopped = untilKilled + "3: three interrupted\n"
	for _, tt := range []struct {
		signal  syscall.Signal
		inPlace bool
		want    string
	}{
		{syscall.SIGINT, false, untilStopped + "0:\n"},
		{syscall.SIGTERM, false, untilStopped + "0:\n"},
		{syscall.SIGQUIT, false, untilStopped + "0:\n"},
		{syscall.SIGKILL, false, untilKilled + "0:\n0:\n"},
		{syscall.SIGINT, true, untilStopped + "99: of an earlier run\n"},
		{syscall.SIGKILL, true, untilKilled + "99: of an earlier run\n99: of an earlier run\n"},
	} {
		t.Run(fmt.Sprint(tt.signal, " ", tt.inPlace), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			in, out := filepath.Join(dir, "in.ipynb"), filepath.Join(dir, "out.ipynb")
			writeNotebook(t, in, cells...)
			if err := os.Chmod(in, 0o640); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadFile(in)
			if err != nil {
				t.Fatal(err)
			}
			args := []string{"run", in, "-o", out}
			if tt.inPlace {
				out, args = in, args[:2]
			}
			p := startRiffle(t, "", args...)
			eventually(t, "the outputs of two cells", func() bool { return strings.HasPrefix(shown(t, out), untilKilled) })
			p.Process.Signal(tt.signal)
			if got, want := p.wait(), 128+int(tt.signal); got != want {
				t.Errorf("exit status %d, want %d; stderr %s", got, want, &p.stderr)
			}
			got := shown(t, out)
			if strings.HasPrefix(got, untilKilled+"3: interrupted") { // before it printed
				got = strings.Replace(got, "3: interrupted", "3: three interrupted", 1)
			}
			if got != tt.want {
				t.Errorf("%s holds\n%swant\n%s", filepath.Base(out), got, tt.want)
			}
			said := fmt.Sprintf("riffle: the run was stopped at In[3], cell 3 of 4; %s holds the outputs until then\n", out)
			if tt.signal != syscall.SIGKILL && !strings.Contains(p.stderr.String(), said) {
				t.Errorf("stderr %swant %s", &p.stderr, said)
			}
			if after, _ := os.ReadFile(in); !tt.inPlace && !bytes.Equal(before, after) {
				t.Error("the notebook itself has changed")
			}
			if info, err := os.Stat(in); err != nil || info.Mode().Perm() != 0o640 {
				t.Errorf("mode %v, %v, want 0640", info.Mode(), err)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, ".riffle-*")); tt.signal != syscall.SIGKILL && len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// TestNotebookOutlivesFailedWrites takes away the folder that the outputs go to.
func TestNotebookOutlivesFailedWrites(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	in, gone := filepath.Join(dir, "in.ipynb"), filepath.Join(dir, "gone")
	if err := os.Mkdir(gone, 0o755); err != nil {
		t.Fatal(err)
	}
	writeNotebook(t, in, fmt.Sprintf("fmt.Println(os.RemoveAll(%q))", gone), `time.Sleep(100*time.Millisecond)`, `fmt.Println("three")`)
	p := &process{Cmd: exec.Command("riffle", "run", in, "-o", filepath.Join(gone, "out.ipynb")), t: t}
	p.Env = append(os.Environ(), "TMPDIR="+temp)
	p.Stderr = &p.stderr
	p.Run()
	if got := p.ProcessState.ExitCode(); got != 1 {
		t.Errorf("exit status %d, want 1", got)
	}
	files, _ := filepath.Glob(filepath.Join(temp, "riffle-*.ipynb"))
	if len(files) != 1 {
		t.Fatalf("the notebook is nowhere; stderr %s", &p.stderr)
	}
	for _, want := range []string{"riffle: the outputs so far can't be stored: ", "; the notebook with its outputs is now " + files[0] + "\n"} {
		if !strings.Contains(p.stderr.String(), want) {
			t.Errorf("stderr %swant %s", &p.stderr, want)
		}
	}
	if got, want := shown(t, files[0]), "1: <nil>\n2:\n3: three\n"; got != want {
		t.Errorf("it holds\n%swant\n%s", got, want)
	}
}

// TestSignalsEndTheKernel sends them while no front end is there.
func TestSignalsEndTheKernel(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGSEGV} {
		t.Run(s.String(), func(t *testing.T) {
			dir, err := os.MkdirTemp("", "k")
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(dir)
			file, socket := filepath.Join(dir, "c.json"), filepath.Join(dir, "s")
			data, err := json.Marshal(map[string]any{
				"transport": "ipc", "ip": socket, "key": "k", "shell_port": 1, "control_port": 2, "iopub_port": 3, "stdin_port": 4, "hb_port": 5,
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			p := startRiffle(t, "", "kernel", file)
			eventually(t, "the last socket", func() bool { _, err := os.Stat(socket + "-1"); return err == nil })
			p.Process.Signal(s)
			if got, want := p.wait(), 128+int(s); got != want {
				t.Errorf("exit status %d, want %d", got, want)
			}
			if want := fmt.Sprintf("riffle: ended by signal %d (%v)\n", int(s), s); !strings.HasSuffix(p.stderr.String(), want) {
				t.Errorf("stderr %q, want %q", &p.stderr, want)
			}
		})
	}
}
