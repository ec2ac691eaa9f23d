//go:build !amd64 && !js

package machine

// leaves are none: compiled code leaves as wazero does it.
func leaves() (few, many uintptr) { return 0, 0 }
