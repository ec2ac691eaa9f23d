// A panic in a deferred call tells of the panic before it.
package main

func main() {
	defer func() { panic("second") }()
	panic("first")
}
