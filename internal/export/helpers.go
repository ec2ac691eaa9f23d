package export

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/magic"
)

// helper is the name of a function that the program gets besides the user's.
func (t *translator) helper(name, text string) string {
	if t.helpers == nil {
		t.helpers = map[string]string{}
	}
	for known, h := range t.helpers {
		if h == text {
			return known
		}
	}
	free := t.used.fresh(name, 1)
	t.helpers[free] = text
	return free
}

// helperText are all of them, with their names in.
func (t *translator) helperText() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(t.helpers)) {
		b.WriteString("\n" + strings.ReplaceAll(t.helpers[name], "NAME", name))
	}
	return b.String()
}

// shell is a statement that runs a command.
func (t *translator) shell(with, command string) string {
	exec, os := t.imports.of("os/exec"), t.imports.of("os")
	text := fmt.Sprintf(`// NAME runs a command in a shell and shows what it says.
func NAME(program, command string) {
	cmd := %s.Command(program, "-c", command)
	cmd.Stdout, cmd.Stderr = %s.Stdout, %s.Stderr
	if err := cmd.Run(); err != nil {
		panic(err)
	}
}
`, exec, os, os)
	return fmt.Sprintf("%s(%q, %s)", t.helper("shell", text), with, literal(command))
}

// literal is a text as a literal, on several lines if it has them.
func literal(s string) string {
	if strings.Contains(s, "\n") && strconv.CanBackquote(strings.ReplaceAll(s, "\n", "")) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// writeFile is %%writefile.
func (t *translator) writeFile(c *magic.Call) string {
	fmts, os := t.imports.of("fmt"), t.imports.of("os")
	text := fmt.Sprintf(`// NAME writes a file and says so.
func NAME(name, text string) {
	verb := "wrote"
	if _, err := %s.Stat(name); err == nil {
		verb = "replaced"
	}
	if err := %s.WriteFile(name, []byte(text), 0o666); err != nil {
		panic(err)
	}
	%s.Println(verb, name)
}
`, os, os, fmts)
	body := strings.TrimPrefix(strings.TrimPrefix(c.Text[c.Body:], "\r"), "\n")
	if body != "" && !strings.HasSuffix(body, "\n") {
		body += "\n"
	}
	name, err := magic.FileName(c.Arg)
	if err != nil {
		name = c.Arg
	}
	return fmt.Sprintf("%s(%q, %s)", t.helper("writeFile", text), name, literal(body))
}

// mayFail is the function that runs a cell which ends in a panic.
func (t *translator) mayFail() string {
	text := fmt.Sprintf(`// NAME runs what may end in a panic, and says so.
func NAME(cell string, run func()) {
	defer func() {
		if err := recover(); err != nil {
			%s.Fprintf(%s.Stderr, "%%s: panic: %%v\n", cell, err)
		}
	}()
	run()
}
`, t.imports.of("fmt"), t.imports.of("os"))
	return t.helper("mayFail", text)
}
