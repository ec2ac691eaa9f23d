// Package diff compares riffle with compiled Go. It holds tests only.
package diff
