package confine

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func signalParent() error { return unix.Kill(os.Getppid(), 0) }

// TestAttempts wants every attempt to be refused that the system knows how to
// refuse.
func TestAttempts(t *testing.T) {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		t.Skipf("no Landlock in this kernel: %v", errno)
	}
	t.Logf("Landlock version %d", version)
	var said map[string]string
	run(t, "attempts", &said)
	for what, err := range said {
		allowed := what == "write within" || what == "write to nothing"
		refused := strings.Contains(err, "permission denied") || strings.Contains(err, "operation not permitted")
		if allowed && err != "<nil>" || !allowed && !refused {
			t.Errorf("%s: %s", what, err)
		}
	}
}

func TestTry(t *testing.T) {
	got, err := Try()
	if err != nil {
		t.Fatal(err)
	}
	if want := (Report{true, true, true}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if open := (Report{Files: true}).Open(); len(open) != 2 || open[0] != "network: not blocked on this system" {
		t.Errorf("%q", open)
	}
}
