//go:build unix

package confine

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// Enter restricts this process to the folder and executes the program's subcommand in its
// place. It returns only if that fails. What the system can't restrict it leaves as it
// is.
func Enter(dir, subcommand string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if err := os.Chdir(dir); err != nil {
		return err
	}
	runtime.LockOSThread() // what follows holds for this thread, and for what it becomes
	limitFiles()
	restrict(dir)
	err = syscall.Exec(self, []string{self, subcommand}, Environment(os.Environ(), dir))
	return fmt.Errorf("start the confined process: %w", err)
}

// largestFile is the maximum size of a file that a confined process writes.
const largestFile = 64 << 20

// limitFiles bounds the files that the process writes, and leaves no image of its
// memory behind when it crashes.
func limitFiles() {
	syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: largestFile, Max: largestFile})
	syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
}
