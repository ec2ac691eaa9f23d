package magic

import (
	"context"
	"errors"
)

// errNoShell is the error of every command in a browser.
var errNoShell = errors.New("a browser has no shell; the riffle that runs on a computer has one")

func system(context.Context, Session, string) error { return errNoShell }

func inBash(context.Context, Session, string) error { return errNoShell }
