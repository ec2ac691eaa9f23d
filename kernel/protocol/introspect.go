package protocol

import (
	"errors"
	"unicode/utf8"
)

// cursorRequest is the content of complete_request and inspect_request. The
// protocol counts positions in code points.
type cursorRequest struct {
	Code   string `json:"code"`
	Pos    *int   `json:"cursor_pos"`
	Detail int    `json:"detail_level"`
}

// byteOffset is the cursor in bytes, the end of the code by default.
func (r cursorRequest) byteOffset() int {
	if r.Pos == nil {
		return len(r.Code)
	}
	return byteOffset(r.Code, *r.Pos)
}

// byteOffset is where the first n code points of s end.
func byteOffset(s string, n int) int {
	for i := range s {
		if n <= 0 {
			return i
		}
		n--
	}
	return len(s)
}

// pointOffset is how many code points the first n bytes of s hold.
func pointOffset(s string, n int) int {
	return utf8.RuneCountInString(s[:max(0, min(n, len(s)))])
}

// typedMatch is one completion as JupyterLab draws it.
type typedMatch struct {
	Start     int    `json:"start"`
	End       int    `json:"end"`
	Text      string `json:"text"`
	Type      string `json:"type"`
	Signature string `json:"signature,omitempty"`
}

// matchTypes are JupyterLab's names, which select an icon, for the kinds of
// candidates that it calls otherwise.
var matchTypes = map[string]string{
	"method":   "function",
	"type":     "class",
	"variable": "instance",
	"constant": "statement",
	"field":    "property",
	"package":  "module",
}

func completeCode(k *Kernel, r *request) (any, error) {
	var req cursorRequest
	if err := r.decodeContent(&req); err != nil {
		return nil, err
	}
	e, err := k.engine.waitEngine(k.ctx)
	if err != nil {
		return nil, err
	}
	c := e.Complete(req.Code, req.byteOffset())
	start, end := pointOffset(req.Code, c.Start), pointOffset(req.Code, c.End)
	matches, typed := make([]string, len(c.Items)), make([]typedMatch, len(c.Items))
	for i, item := range c.Items {
		matches[i] = item.Text
		typed[i] = typedMatch{start, end, item.Text, matchType(item.Kind), item.Type}
	}
	return map[string]any{
		"status":       "ok",
		"matches":      matches,
		"cursor_start": start,
		"cursor_end":   end,
		"metadata":     map[string]any{"_jupyter_types_experimental": typed},
	}, nil
}

func matchType(kind string) string {
	if t, renamed := matchTypes[kind]; renamed {
		return t
	}
	return kind
}

func inspect(k *Kernel, r *request) (any, error) {
	var req cursorRequest
	if err := r.decodeContent(&req); err != nil {
		return nil, err
	}
	e, err := k.engine.waitEngine(k.ctx)
	if err != nil {
		return nil, err
	}
	i := e.Inspect(req.Code, req.byteOffset(), max(0, min(req.Detail, 1)))
	return map[string]any{
		"status":   "ok",
		"found":    i.Found,
		"data":     orEmptyMap(i.Value.Data),
		"metadata": orEmptyMap(i.Value.Metadata),
	}, nil
}

// isComplete answers that it's unknown where it can't tell: this reply has no status error.
func isComplete(k *Kernel, r *request) (any, error) {
	var req struct {
		Code string `json:"code"`
	}
	err := r.decodeContent(&req)
	e, noEngine := k.engine.waitEngine(k.ctx)
	if err := errors.Join(err, noEngine); err != nil {
		k.Journal.Note("can't tell whether a cell is complete", err.Error())
		return ok{"unknown"}, nil
	}
	c := e.IsComplete(req.Code)
	content := map[string]string{"status": c.Status}
	if c.Status == "incomplete" {
		content["indent"] = c.Indent
	}
	return content, nil
}
