package worker

import (
	"bufio"
	"bytes"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
)

// freeMemory is what a process can still use: what the machine has, memory that
// the kernel can reclaim included, or what the tightest of its cgroups leaves, if
// that is less.
func freeMemory() (uint64, bool) { return freeMemoryIn(os.DirFS("/")) }

// freeMemoryIn reads the machine's files in root.
func freeMemoryIn(root fs.FS) (uint64, bool) {
	free, ok := readField(root, "proc/meminfo", "MemAvailable:")
	free *= 1 << 10
	for _, g := range cgroups(root) {
		if left, limited := g.memoryLeft(root); limited && (!ok || left < free) {
			free, ok = left, true
		}
	}
	return free, ok
}

// cgroup is a folder of the control group file system, of version 1 or 2.
type cgroup struct {
	dir                string
	limit, used, cache string // the names of its files, and of a line in memory.stat
}

// cgroups lists the groups of this process and those above them. Within a container
// the path may be the host's, in which case only the root exists.
func cgroups(root fs.FS) (all []cgroup) {
	list, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(list)) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) != 3 {
			continue
		}
		g := cgroup{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"}
		if part[1] == "memory" {
			g = cgroup{"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}
		} else if part[1] != "" {
			continue
		}
		all = append(all, g.andAbove(part[2])...)
	}
	return all
}

// andAbove lists the group at place below g, and those above it.
func (g cgroup) andAbove(place string) (all []cgroup) {
	top := g.dir
	for place = path.Clean("/" + place); ; place = path.Dir(place) {
		g.dir = path.Join(top, place)
		all = append(all, g)
		if place == "/" {
			return all
		}
	}
}

// memoryLeft is what the group's limit leaves: inactive file pages count as free.
func (g cgroup) memoryLeft(root fs.FS) (uint64, bool) {
	limit, ok := readNumber(root, path.Join(g.dir, g.limit))
	if !ok || limit >= 1<<62 { // version 1 says "none" with a huge number
		return 0, false
	}
	used, ok := readNumber(root, path.Join(g.dir, g.used))
	if !ok {
		return limit, true
	}
	cache, _ := readField(root, path.Join(g.dir, "memory.stat"), g.cache)
	used -= min(cache, used)
	return limit - min(used, limit), true
}

// readNumber reads a file that holds one number; "max" counts as none.
func readNumber(root fs.FS, name string) (uint64, bool) {
	b, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseUint(string(bytes.TrimSpace(b)), 10, 64)
	return n, err == nil
}

// readField reads the number after key in a file of lines "key number …".
func readField(root fs.FS, name, key string) (uint64, bool) {
	f, err := root.Open(name)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if w := strings.Fields(lines.Text()); len(w) >= 2 && w[0] == key {
			n, err := strconv.ParseUint(w[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
