//go:build !js

package machine

// take and give are for systems where compiled code is on a stack that goroutines share.
func (m *Machine) take() (ok bool) { return true }
func (m *Machine) give()           {}

func (m *Machine) holds() bool { return true }

func polled() {}

func full() (was bool) { return false }
func restore(bool)     {}

func (m *Machine) beginInstead() {}
func endInstead()                {}
