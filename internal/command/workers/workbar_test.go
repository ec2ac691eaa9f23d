//go:build linux

package workers

import (
	"bytes"
	"os/exec"
	"regexp"
	"testing"

	"riffle/internal/test/pty"
	"riffle/internal/test/screen"
)

// TestWorkersBar runs an experiment whose standard error is a terminal: there is a bar,
// which leaves nothing behind, and the output has none.
func TestWorkersBar(t *testing.T) {
	f := newFarm(t)
	f.worker("one", f.URL())
	f.worker("two", f.URL())
	master, slave := pty.Open(t)
	shown := make(chan []byte)
	go func() {
		var all bytes.Buffer
		all.ReadFrom(master)
		shown <- all.Bytes()
	}()
	var out bytes.Buffer
	cmd := exec.Command("riffle", "run", "--on", f.URL(), f.file("slow.go", "Seed(1)\nr := trials.Run(512, func(rng PRNG) int {\n\ttime.Sleep(5*time.Millisecond)\n\treturn rng.IntN(2)\n})\nfmt.Println(r.Runs)\n"))
	cmd.Dir, cmd.Stdout, cmd.Stderr = f.dir, &out, slave
	cmd.Env = append(cmd.Environ(), "TERM=xterm")
	if err := cmd.Run(); err != nil || out.String() != "512\n" {
		t.Errorf("%v, printed %q", err, &out)
	}
	slave.Close()
	got := <-shown
	if !regexp.MustCompile(`experiment 1, 2 workers \[#+\.+\]  \d\d%, \ds left`).Match(got) {
		t.Errorf("the terminal got %q", got)
	}
	s := screen.New(t, 80, 4)
	s.Write(got)
	if text := s.Text(); text != "" {
		t.Errorf("at the end the terminal shows\n%s", text)
	}
}
