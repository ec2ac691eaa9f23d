//go:build unix

package worker

import (
	"os"
	"syscall"
)

// ownGroup puts the child in a process group of its own: a Ctrl-C at the terminal
// reaches the supervisor only, and what the child starts can be ended with it.
//
// The child dies with the supervisor by the end of its stdin, on Linux also by its
// lifeline. PR_SET_PDEATHSIG wouldn't do: it watches the thread that started the child,
// which in a Go program may end at any time.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a process that isn't yet reaped and all of its group.
func killGroup(p *os.Process) {
	if syscall.Kill(-p.Pid, syscall.SIGKILL) != nil {
		p.Kill()
	}
}

// endGroup ends this process and what it started, if it leads its group.
func endGroup() {
	if pid := os.Getpid(); syscall.Getpgrp() == pid {
		syscall.Kill(-pid, syscall.SIGKILL)
	}
}

// signalName names the signal that ended a process, "" for none.
func signalName(s *os.ProcessState) string {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return w.Signal().String()
	}
	return ""
}
