// Package house has the tests of the project as a whole: which package may import which,
// and whether comments and documents say what is so.
package house
