//go:build !js

// Command upgrade checks what riffle relies on that nobody promises against the Go, the
// wazero and the yaegi that it is built with. doc/upgrading.md says what to do where
// something has changed. From the root of the project:
//
//	go run ./internal/upgrade
//	GOTOOLCHAIN=go1.27.0 go run ./internal/upgrade
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"

	"riffle/internal/engine/wasm/compile"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/engine/yaegi"
	"riffle/internal/relied"
	"riffle/internal/rt"
	"riffle/internal/rtype"
)

func main() {
	if changed := report(os.Stdout, facts()); changed > 0 {
		os.Exit(1)
	}
}

// facts are all facts of the project.
func facts() []relied.Fact {
	return slices.Concat(rtype.Relied(), rt.Relied(), machine.Relied(), compile.Relied(), yaegi.Relied())
}

// report checks facts, prints a line for each, and returns how many don't hold.
func report(w io.Writer, facts []relied.Fact) (changed int) {
	versions := versionsInUse()
	for _, f := range facts {
		err := check(f)
		if err == nil {
			fmt.Fprintf(w, "ok       %s %s: %s\n", f.Of, versions[f.Of], f.What)
			continue
		}
		changed++
		fmt.Fprintf(w, "changed  %s %s: %s: %v\n         %s knows it; as it is, %s\n", f.Of, versions[f.Of], f.What, err, f.File, f.Else)
	}
	if changed > 0 {
		fmt.Fprintf(w, "%d of %d have changed; doc/upgrading.md says how to go on\n", changed, len(facts))
	}
	return changed
}

// check checks a fact. What reads memory in a way that is wrong now may panic.
func check(f relied.Fact) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the check panicked: %v", v)
		}
	}()
	return f.Check()
}

// versionsInUse are the versions that this program is built with, by the names that facts
// have for them.
func versionsInUse() map[string]string {
	versions := map[string]string{"Go": runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return versions
	}
	for _, m := range info.Deps {
		switch m.Path {
		case "github.com/tetratelabs/wazero":
			versions["wazero"] = m.Version
		case "github.com/traefik/yaegi":
			versions["yaegi"] = m.Version
		}
	}
	return versions
}
