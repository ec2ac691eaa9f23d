package kernel

import (
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
)

// A tool is a third-party program that works on notebooks.
type tool struct {
	program string
	// module is its Python distribution; empty for a program that isn't Python's.
	module string
	// advice is what to do when it lacks something.
	advice string
}

var tools = []tool{
	{"papermill", "papermill", "it can't pass parameters to Go notebooks; run: riffle install, with --prefix if it has an environment of its own"},
	{"nbgrader", "nbgrader", "it has no stub for solutions in Go; run: riffle install, or see doc/tools.md for the line in nbgrader_config.py"},
	{"jupytext", "jupytext", ""},
	{"nbdiff", "nbdime", ""},
	{"jupyter-nbconvert", "nbconvert", ""},
	{"quarto", "", ""},
}

// checkTools reports of each tool on PATH whether it works with riffle's notebooks. One
// that doesn't is no failure of the kernel.
func (d *doctor) checkTools() {
	homes := make(map[string][]tool) // by interpreter
	for _, t := range tools {
		if _, err := exec.LookPath(t.program); err != nil {
			continue
		}
		if t.module == "" {
			d.addNote("%s needs nothing besides the kernel (doc/tools.md)", t.program)
			continue
		}
		python, err := interpreter(t.program)
		if err != nil {
			d.addNote("%s can't be looked at: %v", t.program, err)
			continue
		}
		homes[python] = append(homes[python], t)
	}
	for _, python := range slices.Sorted(maps.Keys(homes)) {
		d.checkPython(python, homes[python])
	}
}

// checkPython asks one Python about the tools that run on it.
func (d *doctor) checkPython(python string, tools []tool) {
	var modules []string
	for _, t := range tools {
		modules = append(modules, t.module)
	}
	out, err := runPython(python, "tools.py", modules...)
	var answers map[string][2]string // version and fault
	if err == nil {
		err = json.Unmarshal(out, &answers)
	}
	if err != nil {
		d.addNote("%s can't be looked at: %v", strings.Join(modules, ", "), err)
		return
	}
	for _, t := range tools {
		switch version, fault := answers[t.module][0], answers[t.module][1]; {
		case fault == "":
			fmt.Fprintf(d.out, "ok    %s %s works with Go notebooks\n", t.module, version)
		case t.advice == "" || version == "":
			d.addNote("%s doesn't work: %s", t.module, fault)
		default:
			d.addNote("%s %s: %s (%s)", t.module, version, t.advice, fault)
		}
	}
}
