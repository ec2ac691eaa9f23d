package core

import "strings"

// The side effects of native packages' code are known by name, for the few functions and
// methods where they matter: whether an interrupt may have to wait for them, and what
// they may wait for themselves.

// LibraryEffects are the effects of a function, method or variable of a native package:
// Blocks, Waits, Asks and Reads. Here Blocks means that it may wait for something outside
// the session, or compute for long.
func LibraryEffects(path, name string) Effects {
	e := memberEffects(path + "." + name)
	switch first, _, _ := strings.Cut(path, "/"); first {
	case "database", "net", "sort":
		e |= Blocks
	case "os":
		e |= Blocks | Reads
	case "archive", "bufio", "compress", "encoding", "image", "io", "mime", "text":
		e |= Reads
	}
	return e
}

// EffectsOf are the effects of a native, of the run-time or of a native package.
func EffectsOf(path, name string) Effects {
	if path != RuntimePath {
		return LibraryEffects(path, name)
	}
	if n := RuntimeNative(name); n != nil {
		return n.Effects
	}
	return 0
}

// memberEffects are the effects of members that differ from those of most of their
// package.
func memberEffects(member string) Effects {
	switch member {
	case "bufio.Discard", "bufio.Peek", "bufio.Read", "bufio.ReadByte", "bufio.ReadBytes", "bufio.ReadLine", "bufio.ReadRune", "bufio.ReadSlice", "bufio.ReadString", "bufio.Scan",
		"math/big.Binomial", "math/big.Exp", "math/big.ModSqrt", "math/big.MulRange", "math/big.ProbablyPrime", "math/big.Sqrt", "math/big.String", "math/big.Text",
		"testing.AllocsPerRun", "testing.Benchmark", "testing.Run", "testing.RunParallel":
		return Blocks
	case "time.Stop", "time.Reset", "runtime.Name", "runtime.FileLine", "runtime.Entry", "runtime.Next", "log.Output": // they have stand-ins, as what waits has
		return Blocks
	case "time.Sleep":
		return Waits
	case "fmt.Scan", "fmt.Scanf", "fmt.Scanln", "os.Stdin", "riffle/stdlib/display.Password":
		return Asks
	case "bytes.ReadFrom", "fmt.Fscan", "fmt.Fscanf", "fmt.Fscanln":
		return Reads
	}
	return 0
}
