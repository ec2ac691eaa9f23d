package command

import (
	"fmt"
	"strings"
	"time"

	"riffle/internal/help"
)

// Manual is the man page, for a version of some day, as troff takes it.
func Manual(version string, day time.Time) []byte {
	m := &manual{}
	m.printf(".TH RIFFLE 1 %q %q \"User Commands\"\n", day.Format(time.DateOnly), "riffle "+strings.TrimPrefix(version, "v"))
	m.printf(".SH NAME\nriffle \\- live Go environment for shuffling, lotteries, cards and random numbers\n")
	m.printf(".SH SYNOPSIS\n")
	all := append([]command{prompt()}, commands()...)
	m.printf(".B riffle\n")
	for i, line := range prompt().synopses() {
		m.printf("%s", []string{"", ".br\n.B riffle\n"}[min(i, 1)])
		m.line(strings.TrimPrefix(line, "riffle "))
	}
	m.printf(".br\n.B riffle\nCOMMAND [ARG...]\n")
	m.printf(".SH DESCRIPTION\n")
	m.line("Without a command riffle starts a prompt, at which each line of Go shows at once what it gives. " +
		"If its input is a file or a pipe, it runs that as if it were typed.")
	m.flags(prompt())
	m.printf(".SH COMMANDS\n")
	for _, c := range all[1:] {
		m.command(c)
	}
	m.ending()
	return []byte(m.String())
}

// manual is a man page that is written.
type manual struct{ strings.Builder }

func (m *manual) printf(format string, args ...any) { fmt.Fprintf(m, format, args...) }

// escape makes text that troff shows as it is.
func (m *manual) escape(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
	if strings.HasPrefix(text, ".") {
		return `\&` + text
	}
	return text
}

// line writes text, which troff fills.
func (m *manual) line(text string) { m.printf("%s\n", m.escape(text)) }

// command writes the section of a command.
func (m *manual) command(c command) {
	if len(c.forms) == 0 {
		return
	}
	m.printf(".SS riffle %s\n", c.name)
	for i, line := range c.synopses() {
		m.printf(".TP\n.B %s\n%s\n", m.escape(line), m.escape(c.forms[i].summary))
	}
	m.about(c.about)
	m.flags(c)
	m.examples(c)
}

// about writes paragraphs, and rows of tables as they are.
func (m *manual) about(text string) {
	inTable := false
	for line := range strings.Lines(text) {
		line, isRow := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "  ")
		switch {
		case isRow && !inTable:
			m.printf(".PP\n.nf\n")
		case inTable && !isRow:
			m.printf(".fi\n.PP\n")
		case !isRow:
			m.printf(".PP\n")
		}
		inTable = isRow
		m.line(line)
	}
	if inTable {
		m.printf(".fi\n")
	}
}

// flags writes what a command's flags do.
func (m *manual) flags(c command) {
	for _, f := range c.flags() {
		call, does := flagLine(f)
		m.printf(".TP\n.B %s\n%s\n", m.escape(call), m.escape(does))
	}
}

// examples writes those of a command.
func (m *manual) examples(c command) {
	for i, e := range c.examples {
		if i == 0 {
			m.printf(".PP\nExamples:\n")
		}
		m.printf(".TP\n.B %s\n%s\n", m.escape(e.call), m.escape(e.does))
	}
}

// ending writes what all commands have in common.
func (m *manual) ending() {
	m.printf(".SH EXIT STATUS\n")
	m.line("0 if all is well, 1 after an error, 2 after a wrong command line or an uncaught panic of a program, 130 after Ctrl-C, " +
		"128+n after signal n, or what a program asked os.Exit for.")
	m.printf(".SH FILES\n.TP\n.I %s\nGo that the prompt runs when it starts\n", m.escape("$XDG_CONFIG_HOME/riffle/init.go"))
	m.printf(".TP\n.I %s\nsettings of the prompt, a line NAME = VALUE each; %%config shows them\n", m.escape("$XDG_CONFIG_HOME/riffle/settings"))
	m.printf(".TP\n.I %s\nhistories, and sessions to restore\n", m.escape("$XDG_STATE_HOME/riffle"))
	m.printf(".SH SEE ALSO\n")
	m.line("riffle help TOPIC, for the topics " + strings.Join(help.Topics(), ", ") + "; ?NAME at the prompt.")
}
