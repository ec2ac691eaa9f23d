// A logger tells the file and line of the call in the user's source.
package main

import (
	"fmt"
	"log"
	"os"
	"runtime"
)

type Point struct{ X, Y int }

func (p Point) String() string { return fmt.Sprintf("(%d; %d)", p.X, p.Y) }

func work(l *log.Logger) {
	l.Println("in work", Point{1, 2})
	func() {
		l.Printf("%v in a closure, %T", Point{3, 4}, Point{})
	}()
}

func main() {
	log.SetOutput(os.Stdout)
	log.SetFlags(log.Lshortfile)
	log.Print("first ", Point{5, 6}, Point{7, 8}, 1, 2)
	log.SetPrefix("note: ")
	log.Println("second")
	log.SetFlags(log.Lshortfile | log.Lmsgprefix)
	log.Println([]any{"spread", 3}...)
	log.SetFlags(0)
	log.Println("without a place")
	work(log.New(os.Stdout, "[own] ", log.Lshortfile))
	print := log.Println
	print("as a value")
	_, _, line, ok := runtime.Caller(0)
	fmt.Println(line, ok)
	defer func() { fmt.Printf("%q\n", recover()) }()
	log.Panicf("%d", 9)
}
