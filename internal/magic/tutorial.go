package magic

import (
	"context"

	"riffle/internal/proto"
	"riffle/internal/tutorial"
)

// showTutorial shows the whole tutorial, to be read: in a notebook the cells are the
// reader's own.
func showTutorial(_ context.Context, _ Session, c *Call) error {
	c.Value = &proto.Bundle{Data: map[string]any{"text/plain": tutorial.Text(), "text/markdown": tutorial.Markdown()}}
	return nil
}

// takeTutorial goes through the tutorial at the prompt.
func takeTutorial(_ context.Context, t Terminal, c *Call) error {
	t.Tutorial(c.Arg)
	return nil
}
