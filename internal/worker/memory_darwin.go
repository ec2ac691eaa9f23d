package worker

import (
	"os"

	"golang.org/x/sys/unix"
)

// freeMemory is what the system has in free pages and in those it can reclaim at once.
func freeMemory() (uint64, bool) {
	var pages uint64
	for _, name := range []string{"vm.page_free_count", "vm.page_purgeable_count", "vm.page_pageable_external_count"} {
		n, err := unix.SysctlUint32(name)
		if err != nil {
			continue
		}
		pages += uint64(n)
	}
	return pages * uint64(os.Getpagesize()), pages > 0
}
