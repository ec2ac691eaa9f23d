package machine

// plainStores reports whether Overwrite stores without the host here.
func plainStores() bool { return true }
