package kernel

import "math"

// descriptors is how many files and sockets the process may have open: Windows
// sets no limit that matters.
func descriptors() int { return math.MaxInt32 }
