// The command line has the flags that the program defines and no others.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	all := func() (n int) {
		flag.VisitAll(func(f *flag.Flag) { n++; fmt.Printf("-%s %s (%s)\n", f.Name, f.Usage, f.DefValue) })
		return n
	}
	fmt.Println(all(), flag.NFlag(), flag.NArg(), flag.Parsed(), flag.CommandLine.ErrorHandling() == flag.ExitOnError)
	n := flag.Int("n", 6, "how many")
	name := flag.String("name", "keno", "which `lottery`")
	flag.CommandLine.SetOutput(os.Stdout)
	flag.PrintDefaults()
	flag.Usage = func() { fmt.Println("use it so:"); flag.PrintDefaults() }
	flag.CommandLine.Usage()
	flag.Parse()
	fmt.Println(all(), *n, *name, flag.Args(), flag.Lookup("quickchecks"), flag.CommandLine.Name() == os.Args[0])
	flag.CommandLine.Parse([]string{"-n", "3", "-nobody"})
}
