//go:build amd64 || arm64

package confine

import (
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Where a filter finds things in the data of a system call: struct seccomp_data,
// the low half of its arguments where that comes first.
const (
	atNumber   = 0
	atArch     = 4
	atArgument = 16 // the next is wide bytes further
	wide       = 8
)

// filter is a program for seccomp. Each of its methods adds a rule about one call,
// which falls through to the next if it doesn't apply.
type filter []unix.SockFilter

func (f *filter) add(code uint16, k uint32, yes, no uint8) {
	*f = append(*f, unix.SockFilter{Code: code, Jt: yes, Jf: no, K: k})
}

const (
	load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	equal  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	least  = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	mask   = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
	common = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
	answer = unix.BPF_RET | unix.BPF_K
)

func refusal(e unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(e) }

// refuse refuses a call with an error.
func (f *filter) refuse(call uint32, e unix.Errno) {
	f.add(equal, call, 0, 1)
	f.add(answer, refusal(e), 0, 0)
}

// only refuses a call unless its first argument is one of two.
func (f *filter) only(call, a, b uint32) {
	f.add(equal, call, 0, 5)
	f.add(load, atArgument, 0, 0)
	f.add(equal, a, 2, 0)
	f.add(equal, b, 1, 0)
	f.add(answer, refusal(unix.EPERM), 0, 0)
	f.add(answer, unix.SECCOMP_RET_ALLOW, 0, 0)
}

// with refuses a call unless its first argument has a bit.
func (f *filter) with(call, bit uint32) {
	f.add(equal, call, 0, 4)
	f.add(load, atArgument, 0, 0)
	f.add(common, bit, 1, 0)
	f.add(answer, refusal(unix.EPERM), 0, 0)
	f.add(answer, unix.SECCOMP_RET_ALLOW, 0, 0)
}

// emptying refuses a call that opens a file if the argument with its flags asks to
// empty it without writing to it, which Landlock takes for reading.
func (f *filter) emptying(call uint32, argument int) {
	f.add(equal, call, 0, 5)
	f.add(load, uint32(atArgument+wide*argument), 0, 0)
	f.add(mask, unix.O_ACCMODE|unix.O_TRUNC, 0, 0)
	f.add(equal, unix.O_RDONLY|unix.O_TRUNC, 0, 1)
	f.add(answer, refusal(unix.EPERM), 0, 0)
	f.add(answer, unix.SECCOMP_RET_ALLOW, 0, 0)
}

// calls is the filter of a process. It knows its number, which it keeps when it
// becomes another program, and whether Landlock refuses to empty files.
func calls(pid int, emptied bool) filter {
	var f filter
	f.add(load, atArch, 0, 0)
	f.add(equal, arch, 1, 0)
	f.add(answer, refusal(unix.ENOSYS), 0, 0) // as for a machine of 32 bits
	f.add(load, atNumber, 0, 0)
	f.add(least, 0x4000_0000, 0, 1)
	f.add(answer, refusal(unix.ENOSYS), 0, 0) // the numbers of x32
	for _, call := range slices.Concat(forbidden, forks, metadata, olderMetadata) {
		f.refuse(call, unix.EPERM)
	}
	if !emptied {
		f.refuse(unix.SYS_TRUNCATE, unix.EPERM)
		f.refuse(unix.SYS_OPENAT2, unix.ENOSYS) // its flags are where no filter can see them
		f.emptying(unix.SYS_OPENAT, 2)
		for _, call := range olderOpen {
			f.emptying(call, 1)
		}
	}
	// Without clone3, threads are made by clone, which a filter can tell from making a
	// process.
	f.refuse(unix.SYS_CLONE3, unix.ENOSYS)
	f.with(unix.SYS_CLONE, unix.CLONE_THREAD)
	f.only(unix.SYS_KILL, uint32(pid), uint32(-pid))
	f.only(unix.SYS_TGKILL, uint32(pid), uint32(pid))
	f.only(unix.SYS_PRLIMIT64, 0, uint32(pid))
	f.add(answer, unix.SECCOMP_RET_ALLOW, 0, 0)
	return f
}

// forbidden reach other machines or other processes, or, as io_uring does, make calls
// that no filter sees.
var forbidden = []uint32{
	unix.SYS_SOCKET, unix.SYS_IO_URING_SETUP,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD,
	unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_BPF, unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
}

// metadata change a file's metadata, which Landlock doesn't guard: its mode, owner, times
// and attributes. Calls on open files are included, since read-only files can be opened.
// So os.Chmod and the like don't work in the folder either.
var metadata = []uint32{
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_SETXATTRAT,
	unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR,
}

// filterCalls filters the system calls of the calling thread.
func filterCalls() {
	f := calls(os.Getpid(), landlockVersion() >= 3)
	seccomp(unix.SECCOMP_SET_MODE_FILTER, &unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]})
}

// seccomp asks the kernel's filters for something.
func seccomp[T any](operation uintptr, argument *T) error {
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, operation, 0, uintptr(unsafe.Pointer(argument))); errno != 0 {
		return errno
	}
	return nil
}
