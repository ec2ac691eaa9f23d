package confine

import "golang.org/x/sys/unix"

const arch = unix.AUDIT_ARCH_X86_64

// forks make processes as clone does.
var forks = []uint32{unix.SYS_FORK, unix.SYS_VFORK}

// olderMetadata are calls that newer ones have replaced; other architectures never had
// them.
var olderMetadata = []uint32{unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT}

// olderOpen opens a file as openat does.
var olderOpen = []uint32{unix.SYS_OPEN}
