package protocol

import (
	"context"
	"fmt"

	"riffle/internal/proto"
)

// pageReply answers a cell that asks for help with a page for the front end's
// pager; nil when it asks for none.
func (k *Kernel) pageReply(ctx context.Context, req executeRequest) any {
	name, detail, ok := proto.Question(req.Code)
	if !ok {
		return nil
	}
	e, err := k.engine.waitEngine(ctx)
	if err != nil {
		return nil
	}
	if name == "" {
		name = "?"
	}
	i := e.Inspect(name, len(name), detail)
	data := i.Value.Data
	if !i.Found {
		advice := "Tab completes what there is"
		if i.Page != nil && i.Page.Note != "" {
			advice = i.Page.Note
		}
		data = map[string]any{"text/plain": fmt.Sprintf("no documentation for %s; %s", name, advice)}
	}
	return map[string]any{"source": "page", "start": 0, "data": orEmptyMap(data)}
}
