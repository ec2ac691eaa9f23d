//go:build linux

package prompt

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"riffle/internal/test/golden"
	"riffle/repl"
)

// block is a fenced block of a Markdown file. Its first group is how the fence is
// marked, its second the text.
var block = regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$")

// documents are the files whose sessions are replayed.
func documents(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "doc", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	return append(files, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md"))
}

// TestSessions replays the blocks marked "console", in a terminal: a line that begins
// with $ is a command, and below a bare "$ riffle" what has a prompt is typed at it. A
// line ^C is pressed when the lines above it are on the screen. All commands of a file
// share a folder, in which a block marked "go NAME" is the file of that name.
func TestSessions(t *testing.T) {
	for _, file := range documents(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			r := &recording{t: t, dir: t.TempDir()}
			golden.Replay(t, file, func(text string) string {
				return block.ReplaceAllStringFunc(text, func(all string) string {
					m := block.FindStringSubmatch(all)
					return "```" + m[1] + "\n" + r.replay(m[1], m[2]) + "```"
				})
			})
		})
	}
}

// TestAllSessions wants whatever looks like a session in a document to be replayed.
func TestAllSessions(t *testing.T) {
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range notReplayed(string(text)) {
			t.Errorf("%s: %s looks like a session, and isn't in a block marked console", file, line)
		}
	}
}

// sessionLine begins with a shell's prompt or with ours.
var sessionLine = regexp.MustCompile(`(?m)^(?:\t|    |)(?:\$ |(?:\d+|In \[\d+\]: ?)?> ).*`)

// notReplayed returns the lines of sessions in other blocks, fenced or indented. Text
// that is quoted begins with > too.
func notReplayed(text string) []string {
	var lines []string
	rest := block.ReplaceAllStringFunc(text, func(all string) string {
		if m := block.FindStringSubmatch(all); m[1] != "console" {
			lines = append(lines, sessionLine.FindAllString(m[2], -1)...)
		}
		return ""
	})
	for _, line := range sessionLine.FindAllString(rest, -1) {
		if !strings.HasPrefix(line, "> ") {
			lines = append(lines, line)
		}
	}
	return lines
}

func TestNotReplayed(t *testing.T) {
	for text, want := range map[string]int{
		"```console\n$ riffle\n> 1\n1\n```\n":   0,
		"```\n$ riffle\n> 1\n1\n```\n":          2,
		"```go\n> 1\n```\n":                     1,
		"```text\n1> 1\n1\n```\n":               1,
		"    $ riffle\n    > 1\n    1\n":        2,
		"> quoted\n\n    riffle install # so\n": 0,
	} {
		if got := notReplayed(text); len(got) != want {
			t.Errorf("%q: %q, want %d lines", text, got, want)
		}
	}
}

// recording is what a document records.
type recording struct {
	t   *testing.T
	dir string
}

// replay returns a block as it is when it is done again.
func (r *recording) replay(mark, text string) string {
	if name, ok := strings.CutPrefix(mark, "go "); ok {
		if !fs.ValidPath(name) {
			r.t.Fatalf("%s is no file's name", name)
		}
		if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o600); err != nil {
			r.t.Fatal(err)
		}
	}
	if mark != "console" {
		return text
	}
	var out strings.Builder
	for call := range strings.SplitSeq(strings.TrimPrefix(text, "$ "), "\n$ ") {
		command, lines, _ := strings.Cut(call, "\n")
		out.WriteString("$ " + command + "\n")
		if command == "riffle" {
			out.WriteString(r.session(lines))
		} else {
			out.WriteString(r.command(command))
		}
	}
	return out.String()
}

// command returns what the shell says, on both streams in order.
func (r *recording) command(line string) string {
	cmd := exec.CommandContext(r.t.Context(), "sh", "-c", line)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "HOME="+r.dir, "XDG_STATE_HOME="+r.dir)
	out, err := cmd.CombinedOutput()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		r.t.Fatalf("%s: %v", line, err)
	}
	return string(out)
}

// input is a cell that is entered, and the row that is shown before it is interrupted.
type input struct {
	cell, last string
	interrupt  bool
}

// inputs are those of a session.
func inputs(session string) []input {
	var found []input
	var lines []string
	flush := func() {
		text := strings.Join(lines, "\n")
		if cells, ok := repl.Transcript(text); ok && len(cells) == 1 {
			shown, _, interrupt := strings.Cut(text+"\n", "\n^C\n")
			last := shown[strings.LastIndex(shown, "\n")+1:]
			found = append(found, input{cells[0], last, interrupt})
		}
		lines = nil
	}
	for line := range strings.Lines(session) {
		line = strings.TrimSuffix(line, "\n")
		if cells, ok := repl.Transcript(line); ok && len(cells) == 1 {
			flush()
		}
		lines = append(lines, line)
	}
	flush()
	return found
}

// A terminal has so many columns that nothing is wrapped, and so many rows that nothing
// scrolls away. Pictures are as wide as at 80 columns.
const recordedColumns, recordedRows = 200, 400

// session types the inputs again and returns what stands on the screen below the banner.
func (r *recording) session(lines string) string {
	p := openPaneIn(r.t, r.dir, recordedColumns, recordedRows, "NO_COLOR=1")
	banner := p.screen.Text()
	banner = banner[:strings.LastIndex(banner, "\n")+1]
	for i, in := range inputs(lines) {
		p.presses(fmt.Sprintf(paste, in.cell) + "\r")
		p.until(in.cell, func() bool { return strings.Count(p.log.String(), edited) > i })
		if in.interrupt {
			p.until(in.last, func() bool { return strings.HasSuffix(p.screen.Text(), in.last) })
			p.presses("\x03")
		}
		if !p.until("a prompt", func() bool { return strings.Count(p.log.String(), editing) > i+1 && p.prompted() }) {
			break
		}
	}
	text, ok := strings.CutPrefix(p.screen.Text(), banner)
	if !ok {
		r.t.Fatalf("the session has more than %d rows", recordedRows)
	}
	if !p.left { // what stands last is a prompt
		text = text[:strings.LastIndex("\n"+text, "\n")]
	}
	return strings.TrimSuffix(text, "\n") + "\n"
}

// prompted reports whether the cursor is behind a prompt.
func (p *pane) prompted() bool {
	rows := p.screen.Marked()
	_, ok := repl.Transcript(rows[strings.LastIndex(rows, "\n")+1:])
	return ok && strings.HasSuffix(rows, "> |")
}
