package session

import (
	"fmt"
	"os"

	"golang.org/x/term"

	stddisplay "riffle/stdlib/display"
)

// Password asks for a line that isn't shown. A program has its own terminal.
func (d screen) Password(prompt string) (string, error) {
	if !d.s.variables.direct {
		return d.s.out.newest().Input(prompt, true)
	}
	in := int(os.Stdin.Fd())
	if !term.IsTerminal(in) {
		return new(stddisplay.Screen).Password(prompt)
	}
	fmt.Fprint(os.Stdout, prompt)
	defer fmt.Fprintln(os.Stdout) // in the place of Enter, which isn't echoed either
	line, err := term.ReadPassword(in)
	return string(line), err
}
