// What prints without saying where prints to os.Stdout as it is at that moment; what reads,
// from os.Stdin.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
)

// captured is what f prints.
func captured(f func()) string {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	old, olderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = w, w
	defer func() { os.Stdout, os.Stderr = old, olderr }()
	text := make(chan string)
	go func() {
		b, _ := io.ReadAll(r)
		text <- string(b)
	}()
	f()
	w.Close()
	return <-text
}

type shape struct{ side int }

func (s shape) String() string { return fmt.Sprint("square ", s.side) }

func main() {
	fmt.Printf("%q\n", captured(func() {
		fmt.Print("one ", 1)
		fmt.Println(" two", shape{2})
		fmt.Printf("%03d\n", 3)
		fmt.Fprintln(os.Stdout, "four")
		fmt.Fprintln(os.Stderr, "five")
		log.New(os.Stdout, "log: ", 0).Println("six")
		out := bufio.NewWriter(os.Stdout)
		defer out.Flush()
		fmt.Fprint(out, "seven")
	}))
	fmt.Printf("%q\n", captured(func() {
		set := flag.NewFlagSet("cards", flag.ContinueOnError)
		set.Int("n", 6, "how many")
		set.PrintDefaults()
		defer func() { fmt.Println("recovered", recover()) }()
		var m map[string]int
		m["a"] = 1
	}))
	log.SetFlags(0)
	fmt.Printf("%q\n", captured(func() {
		log.SetOutput(os.Stderr)
		log.Print("to the pipe")
	}))

	r, w, _ := os.Pipe()
	terminal := os.Stdin
	os.Stdin = r
	fmt.Fprint(w, "40 6\nrest of it\nlast")
	w.Close()
	var n, k int
	fmt.Scan(&n, &k)
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Printf("%d %d %q %v\n", n, k, line, err)
	os.Stdin = terminal
	fmt.Fprintln(os.Stdout, "at last")
}
