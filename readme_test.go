package main_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"riffle/internal/test/golden"
	"riffle/stdlib"
)

// fenced finds the blocks of a Markdown file: language and text.
var fenced = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// rewrite applies f to the blocks of a file, in order, and wants each to be what
// f makes of it.
func rewrite(t *testing.T, file string, f func(language, block string) string) {
	t.Helper()
	golden.Replay(t, file, func(text string) string {
		return fenced.ReplaceAllStringFunc(text, func(block string) string {
			m := fenced.FindStringSubmatch(block)
			return "```" + m[1] + "\n" + f(m[1], m[2]) + "```"
		})
	})
}

// TestReadme replays the README's transcripts.
func TestReadme(t *testing.T) {
	rewrite(t, "README.md", func(language, block string) string {
		if language != "console" {
			return block
		}
		return replay(t, block)
	})
}

// TestRedeclaring replays the sessions that show what is declared again.
func TestRedeclaring(t *testing.T) {
	rewrite(t, "doc/redeclaring.md", func(_, block string) string { return replay(t, block) })
}

// replay runs the calls of riffle in a transcript, with what is typed at the
// prompt as input, and returns the transcript with what they say.
func replay(t *testing.T, transcript string) string {
	var out strings.Builder
	for call := range strings.SplitSeq(strings.TrimPrefix(transcript, "$ "), "\n$ ") {
		first, rest, _ := strings.Cut(call, "\n")
		out.WriteString("$ " + first + "\n")
		if first == "riffle" {
			out.WriteString(typed(t, rest))
			continue
		}
		out.WriteString(said(t, words(first), ""))
	}
	return out.String()
}

// typed types the lines with a prompt. Each is a process's last line once, so
// that what it says is known from what the lines before it say.
func typed(t *testing.T, lines string) string {
	var out, input, before strings.Builder
	for line := range strings.Lines(lines) {
		text, ok := strings.CutPrefix(line, "> ")
		if !ok {
			continue
		}
		input.WriteString(text)
		all := said(t, []string{"riffle"}, input.String())
		answer, ok := strings.CutPrefix(all, before.String())
		if !ok {
			t.Errorf("%s is not the same each time: first\n%s\nthen\n%s", line, &before, all)
		}
		out.WriteString(line + answer)
		before.WriteString(answer)
	}
	return out.String()
}

// said is what a command says, on both streams in order.
func said(t *testing.T, argv []string, stdin string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatalf("%v: %v", argv, err)
	}
	return string(out)
}

// words splits a command line, whose only quotes are single ones.
func words(line string) []string {
	var ws []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			ws = append(ws, part)
		} else {
			ws = append(ws, strings.Fields(part)...)
		}
	}
	return ws
}

// TestReadmeImports wants the README to name the project's packages that a cell
// can import, and what it can't import with the reason that an error gives.
func TestReadmeImports(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stdlib.Paths() {
		if name := path[strings.LastIndexByte(path, '/')+1:]; strings.HasPrefix(path, "riffle/") && !strings.Contains(string(text), name+"`") {
			t.Errorf("README.md doesn't name %s, which a cell can import", path)
		}
	}
	for path, reason := range stdlib.LeftOut() {
		if row := "| `" + path + "` | " + reason + " |\n"; !strings.Contains(string(text), row) {
			t.Errorf("no row in README.md\n%s", row)
		}
	}
}
