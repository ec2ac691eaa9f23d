package protocol

import (
	"context"

	"riffle/internal/proto"
)

// page answers a cell that asks for help with a page for the front end's
// pager; nil when it asks for none or nothing is known.
func (k *Kernel) page(ctx context.Context, req executeRequest) any {
	name, detail, ok := proto.Question(req.Code)
	if !ok {
		return nil
	}
	e, err := k.engine.get(ctx)
	if err != nil {
		return nil
	}
	if name == "" {
		name = "?"
	}
	i := e.Inspect(name, len(name), detail)
	if !i.Found {
		return nil
	}
	return map[string]any{"source": "page", "start": 0, "data": orEmpty(i.Value.Data)}
}
