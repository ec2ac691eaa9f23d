//go:build amd64 || arm64

package confine

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// TestTryLinux wants refused what the kernel can refuse, and no more.
func TestTryLinux(t *testing.T) {
	got, err := Try()
	if err != nil {
		t.Fatal(err)
	}
	seccomp := filters()
	want := Report{Network: seccomp, Files: seccomp && landlockVersion() > 0, Processes: seccomp}
	if want.Network && !got.Network || want.Files && !got.Files || want.Processes && !got.Processes {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// filters says whether the kernel knows filters of system calls.
func filters() bool {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	return seccomp(unix.SECCOMP_GET_ACTION_AVAIL, &action) == nil
}

// TestEmptying runs the rules for a Landlock that doesn't refuse to empty files.
func TestEmptying(t *testing.T) {
	f := calls(os.Getpid(), false)
	const refused, allowed = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM), unix.SECCOMP_RET_ALLOW
	for _, tt := range []struct {
		call, flags, want uint32
	}{
		{unix.SYS_OPENAT, unix.O_RDONLY | unix.O_TRUNC, refused},
		{unix.SYS_OPENAT, unix.O_RDONLY | unix.O_TRUNC | unix.O_CLOEXEC, refused},
		{unix.SYS_OPENAT, unix.O_RDONLY | unix.O_CLOEXEC, allowed},
		{unix.SYS_OPENAT, unix.O_WRONLY | unix.O_TRUNC, allowed},
		{unix.SYS_OPENAT, unix.O_RDWR | unix.O_TRUNC, allowed},
		{unix.SYS_TRUNCATE, 0, refused},
		{unix.SYS_FTRUNCATE, 0, allowed},
		{unix.SYS_FCHMODAT, 0, refused},
		{unix.SYS_GETPID, 0, allowed},
	} {
		data := map[uint32]uint32{atNumber: tt.call, atArch: arch, atArgument + 2*wide: tt.flags}
		if got := f.answer(data); got != tt.want {
			t.Errorf("call %d with %#x: %#x, want %#x", tt.call, tt.flags, got, tt.want)
		}
	}
}

// answer runs the filter as the kernel does.
func (f filter) answer(data map[uint32]uint32) uint32 {
	var a uint32
	for at := 0; ; at++ {
		i := f[at]
		yes := false
		switch i.Code {
		case load:
			a = data[i.K]
			continue
		case mask:
			a &= i.K
			continue
		case answer:
			return i.K
		case equal:
			yes = a == i.K
		case least:
			yes = a >= i.K
		case common:
			yes = a&i.K != 0
		}
		if yes {
			at += int(i.Jt)
		} else {
			at += int(i.Jf)
		}
	}
}
