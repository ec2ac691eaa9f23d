package command

import (
	"flag"
	"fmt"
	"strings"

	"riffle/internal/display/cols"
	"riffle/internal/help"
	"riffle/internal/proto"
	"riffle/repl"
)

// columns is the width of the terminal, 0 if there is none.
func (a *app) columns() int {
	if out, ok := terminal(a.stdout); ok {
		return repl.TerminalWidth(out)
	}
	return 0
}

// overview prints how to call riffle.
func (a *app) overview() error {
	var rows [][2]string
	for _, c := range append([]command{prompt()}, commands()...) {
		rows = append(rows, c.summaries()...)
	}
	fmt.Fprintf(a.stdout, "Riffle is a live Go environment for shuffling, lotteries, cards and random\nnumbers.\n\n")
	fmt.Fprint(a.stdout, inColumns(rows))
	fmt.Fprintln(a.stdout, help.Wrap("\nriffle COMMAND --help says more of a command.\nTopics for riffle help: "+strings.Join(help.Topics(), ", "), 0))
	return nil
}

// summaries are the forms of a command with what they do.
func (c command) summaries() (rows [][2]string) {
	for i, line := range c.synopses() {
		rows = append(rows, [2]string{line, c.forms[i].summary})
	}
	return rows
}

// usageOf shows how to call a command, or those of a group.
func usageOf(name string) string {
	var lines []string
	for _, c := range lookup(name) {
		lines = append(lines, c.synopses()...)
	}
	return "usage: " + strings.Join(lines, "\n       ")
}

// describe prints the help on a command, or on those of a group.
func (a *app) describe(name string) error {
	if name == "" {
		if err := a.overview(); err != nil {
			return err
		}
		fmt.Fprint(a.stdout, "\nFlags of the prompt, a pipe and -e:\n"+prompt().flagTable())
		return nil
	}
	topic := ""
	for i, c := range lookup(name) {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		fmt.Fprint(a.stdout, c.help(a.columns()))
		topic = c.topic
	}
	if topic != "" {
		fmt.Fprintf(a.stdout, "\nriffle help %s says more.\n", topic)
	}
	return nil
}

// explainCommand is describe, with the topic of that name.
func (a *app) explainCommand(name string) error {
	text, ok := help.Topic(name)
	if !ok {
		return a.describe(name)
	}
	for _, c := range lookup(name) {
		fmt.Fprintln(a.stdout, c.help(a.columns()))
	}
	fmt.Fprintln(a.stdout, help.Text(&proto.Page{Text: text}, a.columns()))
	return nil
}

// help is what there is to say of a command.
func (c command) help(columns int) string {
	var b strings.Builder
	b.WriteString(inColumns(c.summaries()))
	for paragraph := range strings.Lines(c.about) {
		if strings.HasPrefix(paragraph, "  ") {
			b.WriteString(paragraph)
		} else {
			b.WriteString("\n" + help.Wrap(strings.TrimSpace(paragraph), columns) + "\n")
		}
	}
	if flags := c.flagTable(); flags != "" {
		b.WriteString("\nFlags:\n" + flags)
	}
	if len(c.examples) > 0 {
		b.WriteString("\nExamples:\n")
		var rows [][2]string
		for _, e := range c.examples {
			rows = append(rows, [2]string{e.call, e.does})
		}
		b.WriteString(inColumns(rows))
	}
	return b.String()
}

// flagTable has a line for each flag.
func (c command) flagTable() string {
	var rows [][2]string
	for _, f := range c.flags() {
		call, does := flagLine(f)
		rows = append(rows, [2]string{call, does})
	}
	return inColumns(rows)
}

// flagLine is a flag as it is given, and what it does.
func flagLine(f *flag.Flag) (call, does string) {
	value, does := flag.UnquoteUsage(f)
	call = dashed(f.Name)
	if takesValue(f) {
		call += " " + value
	}
	if d := f.DefValue; d != "" && d != "false" {
		does += " (" + strings.Replace(d, "m0s", "m", 1) + " if not given)"
	}
	return call, does
}

// inColumns lays out rows of two columns, the second in lines that fit a screen. It begins
// below a first part that is too long.
func inColumns(rows [][2]string) string {
	const widest, screen, indent = 46, 80, 6
	width := 0
	for _, r := range rows {
		if n := cols.Of(r[0]); n <= widest {
			width = max(width, n)
		}
	}
	var b strings.Builder
	for _, r := range rows {
		left := fmt.Sprintf("  %-*s  ", width, r[0])
		if cols.Of(r[0]) > width {
			b.WriteString("  " + r[0] + "\n")
			left = strings.Repeat(" ", indent)
		}
		for _, line := range cols.Fill(strings.Fields(r[1]), func(line string) bool { return cols.Of(left+line) <= screen }) {
			b.WriteString(strings.TrimRight(left+line, " ") + "\n")
			left = strings.Repeat(" ", cols.Of(left))
		}
	}
	return b.String()
}
