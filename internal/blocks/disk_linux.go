package blocks

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// removed is how many bytes are in files that a process has removed but still has open.
func removed(pid int) (size int64) {
	open, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, name := range open {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if s, ok := info.Sys().(*syscall.Stat_t); ok && s.Nlink == 0 {
			size += info.Size()
		}
	}
	return size
}
