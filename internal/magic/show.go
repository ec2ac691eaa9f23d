package magic

import (
	"context"
	"strings"

	"riffle/internal/proto"
)

// showsMIME is a magic that displays the lines below it as a MIME type.
func showsMIME(mime string) func(context.Context, Session, *Call) error {
	return func(_ context.Context, _ Session, c *Call) error {
		text := strings.TrimSpace(c.Text[c.Body:])
		c.Value = &proto.Bundle{Data: map[string]any{mime: text, "text/plain": text}}
		return nil
	}
}
