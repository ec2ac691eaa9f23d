package machine

// overwrites are the addresses of log, overwrite, overwriteUnlogged and
// overwriteUnmarked.
func overwrites() (logs, sound, unlogged, unmarked uintptr)

// They are never called by Go.

func log()
func overwrite()
func overwriteUnlogged()
func overwriteUnmarked()
