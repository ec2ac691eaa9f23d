// Package generic roots the hand-written sources of those generic functions
// whose own source an interpreter can't run, because it reaches into the
// runtime or uses unsafe. Each folder replaces declarations of the package
// with that path; what isn't replaced is taken from the toolchain.
//
// A file in here is also an ordinary package, so that the compiler checks it
// and the test compares it with the original. It may import what a cell may
// import, its own original included. A file of stand-ins, such as slices/original.go,
// has functions of the original that aren't exported and are taken from the toolchain.
package generic
