//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package past

// lockFile does nothing on this system. Appends are still whole lines; only an
// entry that another session adds while this one shortens the file can be lost.
func lockFile(string) (unlock func(), err error) { return func() {}, nil }
