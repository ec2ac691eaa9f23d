//go:build !js

package turn

// OneThread reports whether nothing else runs while a goroutine computes.
const OneThread = false

// Give lets other goroutines run if they have waited for 10 ms.
func Give() {}

// Listen does nothing where there are threads.
func Listen() (end func()) { return func() {} }
