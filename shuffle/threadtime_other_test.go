//go:build !linux

package shuffle

import "time"

// threadTime returns the time: how long a thread runs is only known on Linux.
func threadTime() time.Duration { return time.Since(started) }

var started = time.Now()
