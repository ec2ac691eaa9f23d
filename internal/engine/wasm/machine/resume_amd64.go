package machine

// resumePoints is the address of resumePoint.
func resumePoints() uintptr

// resumePoint is never called by Go.
func resumePoint()
