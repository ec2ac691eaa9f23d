package machine

// overwrites are the addresses of overwrite, overwriteUnlogged and overwriteUnmarked.
func overwrites() (sound, unlogged, unmarked uintptr)

// They are never called by Go.

func overwrite()
func overwriteUnlogged()
func overwriteUnmarked()
