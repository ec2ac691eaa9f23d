package machine

// leaves are the addresses of leave and leaveWithMore.
func leaves() (few, many uintptr)

// The others are never called by Go.

func leave()
func leaveWithMore()
func toGo()
func inGo()
func fromGo()
