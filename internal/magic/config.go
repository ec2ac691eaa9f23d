package magic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// config shows where everything is and what is set.
func config(_ context.Context, s Session, c *Call) error {
	if c.Arg != "" {
		return errors.New("settings of a terminal are changed at its prompt; %quiet, %engine, %seed and %randseed work everywhere")
	}
	e, on := s.Engine(), func(is bool) string {
		if is {
			return "on"
		}
		return "off"
	}
	engine := "auto"
	if e.Interpreted {
		engine = "yaegi"
	}
	if e.Missing != nil {
		engine += fmt.Sprintf(", but no machine code: %v", e.Missing)
	}
	seed := "none, draws are random"
	if n := s.Seed(); n != nil {
		seed = fmt.Sprint(*n)
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = err.Error()
	}
	rows := append(s.Facts(), [2]string{"folder", dir},
		[2]string{"engine", engine}, [2]string{"seed", seed},
		[2]string{"randseed", on(s.HeedsRandSeed())}, [2]string{"quiet", on(s.Memory().Quiet)})
	writeFacts(s.Stdout(), rows)
	io.WriteString(s.Stdout(), "\n")
	writeFacts(s.Stdout(), variableRows())
	return nil
}

// writeFacts writes rows in two columns.
func writeFacts(w io.Writer, rows [][2]string) {
	width := 0
	for _, r := range rows {
		width = max(width, len(r[0]))
	}
	for _, r := range rows {
		fmt.Fprintf(w, "%-*s  %s\n", width, r[0], strings.ReplaceAll(r[1], "\n", "\n"+strings.Repeat(" ", width+2)))
	}
}

// read are the environment variables that riffle reads, and what for.
var read = [][2]string{
	{"NO_COLOR", "turns colours off"},
	{"TERM", "dumb has no editor and no colours"},
	{"VISUAL", "the editor of %edit and F2"},
	{"EDITOR", "the same, where VISUAL isn't set"},
	{"XDG_CONFIG_HOME", "holds riffle/init.go and riffle/settings on Linux"},
	{"XDG_STATE_HOME", "holds riffle/history on Linux"},
	{"JUPYTER_DATA_DIR", "holds the kernel"},
	{"JUPYTER_PATH", "where kernels are looked for, too"},
	{"RIFFLE_ENGINE", "yaegi has all code interpreted"},
	{"GOMAXPROCS", "how many processors cells use"},
	{"GOGC", "how often memory is cleared up"},
}

// variableRows are these with their values.
func variableRows() (rows [][2]string) {
	for _, r := range read {
		value, set := os.LookupEnv(r[0])
		if !set {
			value = "is not set"
		} else {
			value = fmt.Sprintf("%q", value)
		}
		rows = append(rows, [2]string{r[0], value + "; " + r[1]})
	}
	return rows
}

// terminalConfig shows the terminal's settings with the session's, or changes one of
// the terminal's.
func terminalConfig(ctx context.Context, t Terminal, c *Call) error {
	name, value, _ := strings.Cut(c.Arg, " ")
	switch {
	case name == "":
		return t.Ask(ctx, "%config")
	case c.Arg == "save":
		return t.SaveSettings()
	}
	return t.Set(name, strings.TrimSpace(value))
}
