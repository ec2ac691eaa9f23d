// Loggers, and the end of a program by log.Fatal.
package main

import (
	"bytes"
	"fmt"
	"log"
	"log/slog"
	"os"
)

type user struct{ name string }

func (u user) String() string { return "user:" + u.name }

func main() {
	log.SetFlags(0)
	log.SetPrefix("app: ")
	log.SetOutput(os.Stdout)
	log.Println("standard logger", user{"ann"})
	log.Printf("%T %v %s", user{}, user{"bob"}, user{"eve"})
	var buf bytes.Buffer
	buflog := log.New(&buf, "buf:", log.Lmsgprefix)
	buflog.Println("hello", 3, user{"x"})
	fmt.Print("from buflog:", buf.String())
	h := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	h.Info("hi there", "who", user{"ann"}, "n", 3)
	log.SetOutput(os.Stderr)
	defer fmt.Println("never")
	log.Fatalf("cannot go on: %v", user{"zed"})
}
