package confine

import "golang.org/x/sys/unix"

const arch = unix.AUDIT_ARCH_AARCH64

// forks is empty: this architecture has no calls that make processes but clone.
var forks []uint32

// olderMetadata is empty: this architecture began with the newer calls.
var olderMetadata []uint32

// olderOpen is empty for the same reason.
var olderOpen []uint32
