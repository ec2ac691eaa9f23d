//go:build linux

package prompt

import (
	"fmt"
	"strings"
	"testing"
	"time"

	emulator "riffle/internal/test/screen"
)

// pane is riffle at a pseudo-terminal, and what is to be seen there.
type pane struct {
	seat
	t      testing.TB
	log    strings.Builder // all that came
	left   bool            // riffle has ended
	screen *emulator.Screen
}

// openPane starts riffle at a terminal of 60 columns and 20 rows, and waits for its
// prompt.
func openPane(t testing.TB, env ...string) *pane {
	t.Helper()
	return openPaneIn(t, t.TempDir(), 60, 20, env...)
}

// openPaneIn starts riffle in a folder, which is its user's home too, and waits for
// its prompt.
func openPaneIn(t testing.TB, dir string, width, height int, env ...string) *pane {
	t.Helper()
	s := takeSeat(t, dir, width, height, append([]string{"XTERM_VERSION=emulated"}, env...)...)
	p := &pane{seat: s, t: t, screen: emulator.New(t, width, height)}
	p.sees("> |")
	return p
}

// resize changes the terminal's size; its driver tells riffle.
func (p *pane) resize(width, height int) {
	p.screen.Resize(width, height)
	setSize(p.t, p.tty, width, height)
}

// resizes changes the terminal's size and waits until the screen ends with want.
func (p *pane) resizes(width, height int, want string) {
	p.t.Helper()
	p.resize(width, height)
	p.sees(want)
}

// types presses keys and waits until the screen, with the cursor as |, ends with want.
func (p *pane) types(keys, want string) {
	p.t.Helper()
	p.presses(keys)
	p.sees(want)
}

func (p *pane) presses(keys string) {
	p.t.Helper()
	if _, err := p.tty.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

func (p *pane) sees(want string) {
	p.t.Helper()
	if !p.until(want, func() bool { return strings.HasSuffix(p.screen.Marked(), want) }) {
		p.t.Fatalf("riffle has left without showing\n%s", want)
	}
}

// until draws what comes until done. It is false if riffle has left before that.
func (p *pane) until(want string, done func() bool) bool {
	p.t.Helper()
	late := time.After(patience)
	for !done() {
		select {
		case text, ok := <-p.more:
			if !ok {
				p.left = true
				return false
			}
			p.log.WriteString(text)
			p.screen.Write([]byte(text))
		case <-late:
			p.t.Fatalf("the screen does not show\n%s\nbut\n%s", want, p.screen.Marked())
		}
	}
	return true
}

const keyUp, keyDown, keyEnd, altEnter = "\x1b[A", "\x1b[B", "\x1b[F", "\x1b\r"

// TestPaneEdits writes a function, recalls it as the lines that it was, and changes
// one of them.
func TestPaneEdits(t *testing.T) {
	p := openPane(t)
	p.types("func twice(n int) int {\r", "> func twice(n int) int {\n..     |")
	p.types("return n + n\r}", ".     return n + n\n.. }|")
	p.types("\r", ". }\n2> |")
	p.types("twice(21)\r", "> twice(21)\n42\n3> |")
	p.types("fu"+keyUp, "> func twice(n int) int {\n..     return n + n\n.. }|")
	p.types(keyUp+keyEnd+" + 1", ".     return n + n + 1|\n.. }")
	p.types(keyDown+keyEnd+"\r", ". }\n4> |")
	p.types("tw", "> tw|ice(21)") // from the history
	p.types(keyEnd+"\r", "> twice(21)\n43\n5> |")
}

// TestPaneResizes edits a cell while its terminal becomes narrow and wide again.
func TestPaneResizes(t *testing.T) {
	p := openPane(t, "NO_COLOR=1")
	p.types("s := \"日本語日本語\""+altEnter+"len(s)", "> s := \"日本語日本語\"\n.. len(s)|")
	p.resizes(21, 10, "> s := \"日本語日本語\n\"\n.. len(s)|")
	p.types("+1", "> s := \"日本語日本語\n\"\n.. len(s)+1|")
	p.resizes(60, 20, "> s := \"日本語日本語\"\n.. len(s)+1|")
	p.types("+1", "> s := \"日本語日本語\"\n.. len(s)+1+1|")
	p.types("\r", ". len(s)+1+1\n20\n2> |")
}

// TestPaneTakesASession pastes a session with its prompts and what it showed.
func TestPaneTakesASession(t *testing.T) {
	p := openPane(t, "NO_COLOR=1")
	p.types("\x1b[200~4> x := 20\n5> x + 1\n21\n6> for i := range 2 {\n..     fmt.Println(i)\n.. }\n0\n1\n\x1b[201~",
		"> x := 20\n.. // %%\n.. x + 1\n.. // %%\n.. for i := range 2 {\n..     fmt.Println(i)\n.. }|")
	p.types("\r", ". }\n21\n0\n1\n4> |")
}

// TestPaneCompletes lists what fits below a cell of several lines.
func TestPaneCompletes(t *testing.T) {
	p := openPane(t, "NO_COLOR=1")
	p.types("lotto := NewLottery(40)\r", "> |")
	p.types("func f() []int {\rreturn lotto.Pi\t", ".     return lotto.Pick|")
}

// TestPaneNumbers: a prompt has the number that the errors of its cell have. What runs
// nothing has none.
func TestPaneNumbers(t *testing.T) {
	p := openPane(t, "NO_COLOR=1")
	p.types("x := 1\r\r?magics\r%history\r", "1  x := 1\n2> |")
	p.types("nope\r", "2> nope\ncell 2:1:1: undefined: nope\n    nope\n    ^^^^\n3> |")
	p.types("\x1b[200~8> x + 1\n2\n9> nope\n\x1b[201~\r", "cell 4:1:1: undefined: nope\n    nope\n    ^^^^\n5> |")
	p.types("x\x03", "5> x^C\n5> |")
	for n := 5; n < 10; n++ {
		p.types("x\r", fmt.Sprintf("%d> x\n1\n%d> |", n, n+1))
	}
	p.types("for {"+altEnter, "10> for {\n...     |")
}
