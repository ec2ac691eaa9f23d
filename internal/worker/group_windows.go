package worker

import (
	"os"
	"syscall"
)

// ownGroup puts the child in a process group of its own, which a Ctrl-C at the
// console doesn't reach.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// killGroup kills a process that isn't yet reaped.
func killGroup(p *os.Process) { p.Kill() }

// endGroup leaves what this process started alone: Windows has no group to end.
func endGroup() {}

// signalName is empty: Windows has no signals.
func signalName(*os.ProcessState) string { return "" }
