package confine

import (
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
)

func wrapper(string, string) []string { return nil }

// Enter restricts this process and returns, to go on as the subcommand: a program
// of Windows can't become another.
func Enter(dir, _ string) error {
	if err := os.Chdir(dir); err != nil {
		return err
	}
	kept := Environment(os.Environ(), dir)
	os.Clearenv()
	for _, v := range kept {
		name, value, _ := strings.Cut(v, "=")
		os.Setenv(name, value)
	}
	alone()
	return nil
}

// alone puts this process into a job with room for no other. The handle stays
// open: the job ends with the process.
func alone() {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS | windows.JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
	limits.BasicLimitInformation.ActiveProcessLimit = 1
	windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	windows.AssignProcessToJobObject(job, windows.CurrentProcess())
}
