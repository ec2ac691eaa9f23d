package confine

import "golang.org/x/sys/unix"

const arch = unix.AUDIT_ARCH_X86_64

// forks make processes as clone does.
var forks = []uint32{unix.SYS_FORK, unix.SYS_VFORK}
