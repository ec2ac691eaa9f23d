package worker

// memoryLimit is a child's limit in bytes for Options.MemoryLimit; 0 for none.
func memoryLimit(option int64) uint64 {
	switch {
	case option < 0:
		return 0
	case option > 0:
		return uint64(option)
	}
	free, ok := freeMemory()
	if !ok {
		return 0
	}
	return free / 10 * 8
}
