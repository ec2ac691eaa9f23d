// Arguments, flags and the environment.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

type list []string

func (l *list) String() string     { return strings.Join(*l, "|") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

func main() {
	fmt.Println(len(os.Args), os.Args[1:])
	fmt.Println(os.Getenv("LUCKY"), os.Getenv("NO_SUCH_VARIABLE") == "")
	os.Setenv("MINE", "1")
	v, ok := os.LookupEnv("MINE")
	fmt.Println(v, ok, os.ExpandEnv("$MINE-${LUCKY}"))
	fs := flag.NewFlagSet("game", flag.ContinueOnError)
	fs.SetOutput(os.Stdout)
	n := fs.Int("n", 6, "how many `balls`")
	var verbose bool
	fs.BoolVar(&verbose, "v", false, "say more")
	name := fs.String("name", "lotto", "its name")
	var l list
	wait := fs.Duration("wait", 0, "wait")
	add := flag.NewFlagSet("add", flag.ContinueOnError)
	add.Var(&l, "add", "add one")
	fmt.Println(add.Parse([]string{"-add", "a", "-add=b"}))
	err := fs.Parse([]string{"-n=7", "-v", "-wait", "1m30s", "rest", "-n"})
	fmt.Println(*n, verbose, *name, l, *wait, fs.Args(), err)
	fs.PrintDefaults()
	fmt.Println(fs.Parse([]string{"-x"}))
	fs.VisitAll(func(f *flag.Flag) { fmt.Print(f.Name, "=", f.Value, " ") })
	fmt.Println()
}
