// Basic values are shown as println shows them.
package main

func main() { panic(1.5) }
