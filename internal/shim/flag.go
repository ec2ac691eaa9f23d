package shim

import (
	"flag"
	"os"
)

// processFlags has the flags of our packages, and those of tests.
var processFlags = flag.CommandLine

// OwnFlags makes the flags of the command line the program's: packages of ours have defined
// some of their own.
func OwnFlags() {
	flag.CommandLine = flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	flag.CommandLine.Usage = func() { flag.Usage() }
}
