package session

import "os"

// fatalSignals end a program that doesn't handle them.
var fatalSignals = []os.Signal{os.Interrupt}
