package command

import (
	"embed"
	"flag"
	"fmt"
	"slices"
	"strings"

	"riffle/internal/help"
	"riffle/internal/session"
)

// shells has the scripts that ask riffle what Tab can complete.
//
//go:embed shells
var shells embed.FS

// Shells are those that [Completion] has a script for.
var Shells = []string{"bash", "zsh", "fish", "powershell"}

// Completion is the script that makes a shell complete riffle's command lines.
func Completion(shell string) ([]byte, error) { return shells.ReadFile("shells/riffle." + shell) }

// completion prints a shell's script.
func (a *app) completion(args []string) error {
	fs := newFlags("completion")
	if err := parseOnly(fs, args, 1); err != nil {
		return err
	}
	script, err := Completion(fs.Arg(0))
	if err != nil {
		return misused(fs, "no shell %q%s", fs.Arg(0), didYouMean(fs.Arg(0), Shells))
	}
	_, err = a.stdout.Write(script)
	return err
}

// completer is the hidden subcommand that the scripts call. Its arguments are the words
// before the cursor, the last one behind a colon, as some shells lose empty words.
const completer = "complete"

// complete prints what can stand at the cursor, each with a tab and what it is; and what
// files can, in a line of its own: ":files", with endings if only some, or ":folders".
func (a *app) complete(args []string) error {
	if len(args) == 0 {
		return nil
	}
	current := strings.TrimPrefix(args[len(args)-1], ":")
	for _, c := range candidates(args[:len(args)-1], current) {
		if strings.HasPrefix(c[0], ":") || strings.HasPrefix(c[0], current) {
			fmt.Fprintln(a.stdout, strings.TrimRight(c[0]+"\t"+c[1], "\t"))
		}
	}
	return nil
}

// candidates are words, each with what it is, and lines about files.
func candidates(words []string, current string) [][2]string {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "=" }) // bash's
	c, rest, ok := find(words)
	switch {
	case !ok && len(words) == 0 && !strings.HasPrefix(current, "-"):
		return commandNames()
	case !ok && (len(words) == 0 || strings.HasPrefix(words[0], "-")):
		return prompt().arguments(words, current)
	case !ok:
		return groupNames(words)
	}
	return append(groupNames(words), c.arguments(rest, current)...)
}

// commandNames are all first words.
func commandNames() (list [][2]string) {
	for _, name := range names() {
		c := lookup(name)[0]
		list = append(list, [2]string{name, c.forms[0].summary})
	}
	return list
}

// groupNames are the second words that can follow the first.
func groupNames(words []string) (list [][2]string) {
	if len(words) != 1 {
		return nil
	}
	for _, second := range subcommands(words[0]) {
		list = append(list, [2]string{second, lookup(words[0] + " " + second)[0].forms[0].summary})
	}
	return list
}

// arguments are what can follow a command's name and some words.
func (c command) arguments(words []string, current string) [][2]string {
	flags := c.flags()
	named := 0 // arguments that aren't flags
	for i := 0; i < len(words); i++ {
		f := flagNamed(flags, words[i])
		switch {
		case !strings.HasPrefix(words[i], "-") || words[i] == "-":
			named++
		case f == nil || !takesValue(f) || strings.Contains(words[i], "="):
		case i+1 == len(words):
			return flagValues(f)
		default:
			i++
		}
		if c.name == "run" && named == 1 && !isNotebook(words[i]) {
			return [][2]string{{":files"}} // of the program
		}
	}
	if strings.HasPrefix(current, "-") {
		return flagNames(flags)
	}
	return c.argument(named, current)
}

// flagNamed finds a flag by a word of the command line.
func flagNamed(flags []*flag.Flag, word string) *flag.Flag {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	i := slices.IndexFunc(flags, func(f *flag.Flag) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return flags[i]
}

// flagNames are flags with what they do.
func flagNames(flags []*flag.Flag) (list [][2]string) {
	for _, f := range flags {
		_, does := flagLine(f)
		list = append(list, [2]string{dashed(f.Name), does})
	}
	return append(list, [2]string{"--help", "says how to call it"})
}

// flagValues are what can follow a flag, by what it calls its value.
func flagValues(f *flag.Flag) [][2]string {
	switch value, _ := flag.UnquoteUsage(f); value {
	case "DIR":
		return [][2]string{{":folders"}}
	case "OUT", "PROGRAM":
		return [][2]string{{":files"}}
	}
	return nil
}

// argument is what can stand for argument n, by the command's takes: words, *.go for
// files with that ending, * for any, DIR for a folder, TOPIC for what help
// knows. The last may end with "...".
func (c command) argument(n int, current string) (list [][2]string) {
	if last := len(c.takes) - 1; last >= 0 && n > last && strings.HasSuffix(c.takes[last], "...") {
		n = last
	}
	if n >= len(c.takes) {
		return nil
	}
	var endings []string
	for _, word := range strings.Fields(strings.TrimSuffix(c.takes[n], "...")) {
		ending, ok := strings.CutPrefix(word, "*.")
		switch {
		case ok:
			endings = append(endings, ending)
		case word == "*":
			list = append(list, [2]string{":files"})
		case word == "DIR":
			list = append(list, [2]string{":folders"})
		case word == "TOPIC":
			list = append(list, helpNames(current)...)
		default:
			list = append(list, [2]string{word})
		}
	}
	if endings != nil {
		list = append(list, [2]string{":files " + strings.Join(endings, " ")})
	}
	return list
}

// helpNames are what riffle help explains: commands, topics, and names that begin so.
func helpNames(current string) [][2]string {
	list := commandNames()
	for _, topic := range help.Topics() {
		if !slices.Contains(names(), topic) {
			list = append(list, [2]string{topic, "a topic"})
		}
	}
	if current == "" {
		return list
	}
	s, err := session.New(session.Options{})
	if err != nil {
		return list
	}
	found := s.Complete(current, len(current))
	for _, c := range found.Items {
		list = append(list, [2]string{current[:found.Start] + c.Text, c.Doc})
	}
	return list
}
