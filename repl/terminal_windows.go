package repl

import (
	"io"
	"os"

	"github.com/chzyer/readline"
	"golang.org/x/sys/windows"
)

// stopProcess does nothing: there is no job control here.
func stopProcess() {}

// onResize does nothing: the size is looked up when a text begins.
func (t *terminal) onResize(func()) {}

// rawInput is the source of keys: the console's key events, which readline turns into
// what terminals send.
func rawInput(*os.File) io.Reader { return readline.Stdin }

// prepareOutput makes a console understand a terminal's control sequences.
func prepareOutput(out *os.File) {
	console := windows.Handle(out.Fd())
	var mode uint32
	if windows.GetConsoleMode(console, &mode) == nil {
		// A console that can't is too old for colours and won't be drawn well.
		_ = windows.SetConsoleMode(console, mode|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	}
}

// silence does nothing: a console echoes only what is read as a line.
func silence(int) (speak func()) { return nil }

func forgetTyped(int) {}
