//go:build !amd64 && !js

package machine

// leaves are none: compiled code leaves in wazero's way.
func leaves() (few, many uintptr) { return 0, 0 }

func overwrites() (logs, sound, unlogged, unmarked uintptr) { return 0, 0, 0, 0 }

func resumePoints() uintptr { return 0 }
