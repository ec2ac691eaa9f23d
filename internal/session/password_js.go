package session

import "os"

// fatalSignals end a program that doesn't heed them.
var fatalSignals = []os.Signal{os.Interrupt}
