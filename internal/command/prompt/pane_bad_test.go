//go:build linux

package prompt

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestPaneBadInput: what is typed or pasted, and how the screen ends then, with the
// cursor as |. Afterwards the prompt takes a cell.
func TestPaneBadInput(t *testing.T) {
	long := strings.Repeat("a", 1_000_000)
	for _, c := range []struct{ name, keys, want string }{
		{"tabs and CRLF", fmt.Sprintf(paste, "if true {\r\n\tfmt.Println(1)\r\n}\r\n") + "\r", ".. }\n1\n2> |"},
		{"CRLF without marks", "if true {\r\n\tfmt.Println(1)\r\n}\r\n", ".. }\n1\n2> |"},
		{"tabs in a string", fmt.Sprintf(paste, "len(\"\t\")") + "\r", "\n1\n2> |"},
		{"broken UTF-8", "\"a\xffb\xc3\"\r", "1> \"a�b�\"\n\"a�b�\"\n2> |"},
		{"a NUL", "1\x00+1\r", "1> 1+1\n2\n2> |"},
		{"an escape sequence of a string", "len(\"\x1b[31m\")\r", "1> len(\"\")\n0\n2> |"},
		{"a line of a megabyte", fmt.Sprintf(paste, "len(\""+long+"\")") + "\r", "\n1000000\n2> |"},
		{"a line of a megabyte without marks", "len(\"" + long + "\")\r", "\n1000000\n2> |"},
		{"a million brackets", fmt.Sprintf(paste, strings.Repeat("(", 1_000_000)) + "\x03", "((^C\n1> |"},
		{"half a session", fmt.Sprintf(paste, "In [7]: x := 20\n\nIn [8]: x + 1\nOut[8]: 21") + "\r", "\n21\n3> |"},
		{"Ctrl-C in the tutorial", "%tutorial\rNewLottery(40\x03", "1> NewLottery(40^C\n1> |"},
		{"Ctrl-C behind help", "?fair\r\x03", "1> ^C\n1> |"},
		{"Ctrl-D in a cell", "func f() {\r\x04", ": this { is never closed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := openPane(t, "NO_COLOR=1")
			go p.tty.WriteString(c.keys)
			p.shows(regexp.MustCompile(regexp.QuoteMeta(c.want)))
			p.shows(regexp.MustCompile(`\n\d+> \|$`))
			p.presses("6*7\r")
			p.shows(regexp.MustCompile(`(?s)> 6\*7\n42\n.*\d+> \|$`))
		})
	}
}

// TestPaneNarrow: at 20 columns a session is all there, and nothing is drawn over.
func TestPaneNarrow(t *testing.T) {
	p := openPaneIn(t, t.TempDir(), 20, 40, "NO_COLOR=1")
	p.types("\x0c", "1> |")
	p.types("s := \"日本語の箱e\u0301e\u0301\"\r", "1> s := \"日本語の箱e\u0301\ne\u0301\"\n2> |")
	p.types("len([]rune(s)) + len(s)\r", "2> len([]rune(s)) +\nlen(s)\n30\n3> |")
	p.types("NewLottery(40, JavaRandom(42)).Pick(6)\r", "\n[11 14 15 23 31 35]\n4> |")
	p.types("lotto.Pick(6)\r", "\ncell 4:1:1:\nundefined: lotto\n    lotto.Pick(6)\n    ^^^^^\n5> |")
}

// TestPaneVanishes closes the terminal of a prompt that is idle, and of a cell that
// runs. The worker ends too, and the history is kept.
func TestPaneVanishes(t *testing.T) {
	for name, cell := range map[string]string{"idle": "\"r\" + \"eady\"", "busy": "fmt.Println(\"r\" + \"eady\"); for {}", "edited": "\"r\" + \"eady\"\rfunc f() {"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			p := openPaneIn(t, dir, 60, 20, "NO_COLOR=1")
			p.types("os.Getpid()\r", "\n2> |")
			_, shown, _ := strings.Cut(p.screen.Text(), "os.Getpid()\n")
			worker, err := strconv.Atoi(strings.Split(shown, "\n")[0])
			if err != nil {
				t.Fatal(err)
			}
			p.presses(cell + "\r")
			p.shows(regexp.MustCompile(`ready"?\n`))
			p.tty.Close()
			for _, pid := range []int{p.cmd.Process.Pid, worker} {
				for began := time.Now(); running(pid); time.Sleep(5 * time.Millisecond) {
					if time.Since(began) > patience {
						t.Fatalf("process %d goes on without a terminal", pid)
					}
				}
			}
			history, err := os.ReadFile(filepath.Join(dir, "riffle", "history"))
			if first, _, _ := strings.Cut(cell, "\r"); err != nil || !strings.Contains(string(history), first) {
				t.Errorf("history %q, %v", history, err)
			}
		})
	}
}

// running reports whether a process runs: one that has ended, and which nobody has asked
// about yet, doesn't.
func running(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, state, _ := bytes.Cut(stat, []byte(") "))
	return !bytes.HasPrefix(state, []byte("Z"))
}
