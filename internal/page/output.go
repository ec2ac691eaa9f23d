package page

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"strings"

	"riffle/internal/notebook"
)

// joinStreams are the outputs, with consecutive pieces of a stream as one.
func joinStreams(outputs []notebook.Output) []notebook.Output {
	var all []notebook.Output
	for _, o := range outputs {
		if n := len(all); n > 0 && o.Type() == "stream" && all[n-1].Type() == "stream" && all[n-1]["name"] == o["name"] {
			before, _ := all[n-1]["text"].(string)
			more, _ := o["text"].(string)
			all[n-1] = maps.Clone(all[n-1])
			all[n-1]["text"] = before + more
			continue
		}
		all = append(all, o)
	}
	return all
}

// outputPart is an output of a cell, in the richest form that needs no script.
func (r *renderer) outputPart(o notebook.Output) part {
	switch o.Type() {
	case "stream":
		text, _ := o["text"].(string)
		class := "out"
		if o["name"] == "stderr" {
			class = "out err"
		}
		return terminal(class, text)
	case "error":
		return terminal("out err", errorText(o))
	}
	data, _ := o["data"].(map[string]any)
	return r.bundlePart(data)
}

// bundlePart is the best of several forms of a value.
func (r *renderer) bundlePart(data map[string]any) part {
	forms := []struct {
		mime string
		draw func(text string) part
	}{
		{"text/html", func(text string) part { return framed(render(r.clean(text))) }},
		{"text/markdown", func(text string) part { return framed(render(r.markdown(text))) }},
		{"image/svg+xml", func(text string) part {
			return r.picture("image/svg+xml", base64.StdEncoding.EncodeToString([]byte(text)), data)
		}},
		{"image/png", func(text string) part { return r.picture("image/png", text, data) }},
		{"image/jpeg", func(text string) part { return r.picture("image/jpeg", text, data) }},
		{"image/gif", func(text string) part { return r.picture("image/gif", text, data) }},
		{"image/webp", func(text string) part { return r.picture("image/webp", text, data) }},
		{"text/plain", func(text string) part { return terminal("out", text) }},
		{"text/latex", r.wordsPart},
	}
	for _, f := range forms {
		text, ok := data[f.mime].(string)
		if !ok {
			continue
		}
		if p := f.draw(text); !p.empty {
			return p
		}
	}
	if tree, ok := data["application/json"]; ok {
		if text, err := json.MarshalIndent(tree, "", "  "); err == nil {
			return r.wordsPart(string(text))
		}
	}
	return part{}
}

// framed is a cell's HTML in a box that it can't leave.
func framed(p part) part {
	p.html = "<div class=\"rich\">" + p.html + "</div>\n"
	return p
}

// picture is an image, described by the value's text.
func (r *renderer) picture(mime, data string, forms map[string]any) part {
	text, _ := forms["text/plain"].(string)
	alt, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	img := fmt.Sprintf(`<img src="%s" alt="%s">`, html.EscapeString(dataURL(mime, data)), html.EscapeString(alt))
	return framed(render(r.clean(img)))
}

// errorText is an error as the cell reported it.
func errorText(o notebook.Output) string {
	lines, _ := o["traceback"].([]any)
	var b strings.Builder
	for _, line := range lines {
		if text, ok := line.(string); ok {
			b.WriteString(strings.TrimRight(text, "\n") + "\n")
		}
	}
	if b.Len() == 0 {
		return fmt.Sprintf("%v: %v", o["ename"], o["evalue"])
	}
	return b.String()
}
