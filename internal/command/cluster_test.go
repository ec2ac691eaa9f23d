package command

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// shards runs all shards of an experiment, some at a time, in an order that isn't
// theirs: shards N DIR FILE [ARG...].
func shards(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: shards N DIR FILE [ARG...]")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	var wg sync.WaitGroup
	running := make(chan struct{}, 4)
	failed := make(chan string, n)
	for i := n; i > 0; i-- {
		wg.Go(func() {
			running <- struct{}{}
			defer func() { <-running }()
			cmd := inScript(ts, append([]string{"run", "--shard", fmt.Sprintf("%d/%d", i, n), "--parts"}, args[1:]...))
			if out, err := cmd.CombinedOutput(); err != nil {
				failed <- fmt.Sprintf("%v: %v\n%s", cmd, err, out)
			}
		})
	}
	wg.Wait()
	close(failed)
	for text := range failed {
		ts.Fatalf("%s", text)
	}
}

// kills runs riffle until a file is there, and kills it: kills PATTERN ARG...
func kills(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: kills PATTERN ARG...")
	}
	cmd := inScript(ts, args[1:])
	ts.Check(cmd.Start())
	for limit := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		found, err := filepath.Glob(ts.MkAbs(args[0]))
		ts.Check(err)
		if len(found) > 0 {
			break
		}
		if time.Now().After(limit) {
			cmd.Process.Kill()
			ts.Fatalf("no %s", args[0])
		}
	}
	ts.Check(cmd.Process.Kill())
	cmd.Wait()
}

// inScript is riffle in the script's folder and environment.
func inScript(ts *testscript.TestScript, args []string) *exec.Cmd {
	cmd := exec.Command("riffle", args...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(cmd.Environ(), "PATH="+ts.Getenv("PATH"), "HOME="+ts.Getenv("HOME"), "SEED="+ts.Getenv("SEED"))
	return cmd
}
