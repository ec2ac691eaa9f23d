package kernel

import (
	"context"
	"regexp"
)

// help is a cell that asks for documentation and nothing else: ?name, name?,
// and with two marks for the source too.
var help = regexp.MustCompile(`^\s*(?:(\?\??)\s*([\pL_][\pL\pN_.]*)|([\pL_][\pL\pN_.]*)(\?\??))\s*$`)

// page answers a cell that asks for help with a page for the front end's
// pager; nil when it asks for none or nothing is known.
func (k *kernel) page(ctx context.Context, req executeRequest) any {
	m := help.FindStringSubmatch(req.Code)
	if m == nil {
		return nil
	}
	e, err := k.engine.get(ctx)
	if err != nil {
		return nil
	}
	marks, name := m[1]+m[4], m[2]+m[3]
	i := e.Inspect(name, len(name), len(marks)-1)
	if !i.Found {
		return nil
	}
	return map[string]any{"source": "page", "start": 0, "data": orEmpty(i.Value.Data)}
}
