// Package turn lets other goroutines run during a long computation, where Go has only
// one thread and takes it from nobody: in a browser. Otherwise nobody would hear there
// that the computation is to stop, or how far it is. Call Give at each piece of work.
package turn
