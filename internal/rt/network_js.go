package rt

// A browser's programs have neither commands nor servers.

var errAbortHandler any

func wakeOther(any) {}

func closeListener(any) bool { return false }
