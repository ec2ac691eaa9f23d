package confine

import (
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

func wrapper(string, string) []string { return nil }

// restrict restricts the calling thread. Without NO_NEW_PRIVS the system allows
// neither of the two to a user.
func restrict(dir string) {
	if unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != nil {
		return
	}
	landlock(dir)
	filterCalls()
}

// Rights of Landlock.
const (
	seeing  = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	running = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE
	device  = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	oldest  = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1 // all rights of version 1
)

// landlock leaves access only to dir and the program's own files. Everything else that
// this version of Landlock can refuse is refused.
func landlock(dir string) {
	version := landlockVersion()
	if version == 0 {
		return
	}
	rules := rulesOf(version)
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&rules)), unsafe.Sizeof(rules), 0)
	if errno != 0 {
		return
	}
	set := int(fd)
	defer unix.Close(set)
	allow(set, dir, rules.Handled_access_fs&^unix.LANDLOCK_ACCESS_FS_EXECUTE)
	for _, file := range ownFiles() {
		allow(set, file, running)
	}
	for _, file := range []string{"/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"} {
		allow(set, file, device)
	}
	allow(set, "/etc/ld.so.cache", unix.LANDLOCK_ACCESS_FS_READ_FILE)
	allow(set, "/usr/share/zoneinfo", seeing)
	unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(set), 0, 0)
}

// landlockVersion is the system's version of Landlock, 0 for none.
func landlockVersion() int {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(version)
}

// rulesOf is all that a version of Landlock can refuse. What it doesn't know is zero, so
// that it takes the structure of a later version too.
func rulesOf(version int) (rules unix.LandlockRulesetAttr) {
	rules.Handled_access_fs = oldest
	if version >= 2 {
		rules.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= 3 {
		rules.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= 4 {
		rules.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if version >= 5 {
		rules.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if version >= 6 {
		rules.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	return rules
}

// allow adds a rule for a file, or for a folder and all in it. What doesn't exist
// needs none.
func allow(set int, path string, access uint64) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer unix.Close(fd)
	rule := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(fd)}
	unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(set), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
}

// ownFiles are the files that this process is made of: the program and, where it
// was linked with a C compiler, the loader and its libraries.
func ownFiles() (files []string) {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		self, _ := os.Executable()
		return []string{self}
	}
	for line := range strings.Lines(string(maps)) {
		if at := strings.IndexByte(line, '/'); at >= 0 && strings.Contains(line[:at], "x") {
			files = append(files, strings.TrimSuffix(line[at:], "\n"))
		}
	}
	return files
}
