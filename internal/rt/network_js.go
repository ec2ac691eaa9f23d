package rt

// Programs in a browser have neither commands nor servers.

var errAbortHandler any

func wakeOther(any) {}

func closeListener(any) bool { return false }
