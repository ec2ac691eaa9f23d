// Package stress runs a package's TestStressProcess again in a process that collects
// garbage all the time, with freed memory overwritten, and with a rule broken, which
// the test has to notice. Process starts it; in there, Broken and Limit say what to do.
package stress

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"time"
)

const (
	rule    = "RIFFLE_STRESS_RULE"    // of the process: the rule that is broken
	seconds = "RIFFLE_STRESS_SECONDS" // how long a run takes, 2 if empty
)

// Process runs the test with a rule broken, or none if that is 0, and with settings of
// GODEBUG. It returns what the process prints.
func Process(broken int, debug string) (out string, err error) {
	// What is broken may as well loop for ever; on a busy machine a round takes long.
	more := 20 * time.Second
	if broken == 0 {
		more = 2 * time.Minute
	}
	ctx, cancel := context.WithTimeout(context.Background(), length()+more)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestStressProcess$", "-test.v")
	cmd.Env = append(os.Environ(), rule+"="+strconv.Itoa(broken), "GOGC=1", "GODEBUG="+debug, "GOTRACEBACK=none")
	text, err := cmd.CombinedOutput()
	return string(text), err
}

// Broken is the rule that is to be broken in this process, and whether it is one of
// Process's at all.
func Broken() (broken int, pressure bool) {
	broken, err := strconv.Atoi(os.Getenv(rule))
	return broken, err == nil
}

// Limit is how long the process runs. With a broken rule it ends when it has failed.
func Limit() time.Duration {
	if broken, _ := Broken(); broken != 0 {
		return 15 * time.Second
	}
	return length()
}

func length() time.Duration {
	n, err := strconv.Atoi(os.Getenv(seconds))
	if err != nil {
		n = 2
	}
	return time.Duration(n) * time.Second
}
