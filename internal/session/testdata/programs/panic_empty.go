// A panic with an empty string has a message: nothing.
package main

func main() { panic("") }
