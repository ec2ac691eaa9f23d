package notebook

import "strings"

// upgradedMinor is the minor version of notebooks upgraded from format 3: the last before
// cells had ids, which would have to be invented.
const upgradedMinor = 4

// upgrade rewrites the tree of a format 3 notebook as one of format 4.
// Format 3 had worksheets, and other names for most fields.
func upgrade(root object) error {
	sheets, err := takeField(root, "", "worksheets").asList()
	if err != nil {
		return err
	}
	cells := []any{}
	for _, sheet := range sheets {
		o, err := sheet.asObject()
		if err != nil {
			return err
		}
		nodes, err := takeField(o, sheet.path, "cells").asList()
		if err != nil {
			return err
		}
		for _, n := range nodes {
			if err := upgradeCell(n); err != nil {
				return err
			}
			cells = append(cells, n.value)
		}
	}
	root["cells"] = cells
	if meta, ok := root["metadata"].(object); ok {
		delete(meta, "name")
		delete(meta, "signature")
	}
	return nil
}

func upgradeCell(n node) error {
	o, ok := n.value.(object)
	if !ok {
		return n.want("an object")
	}
	switch o["cell_type"] {
	case Code:
		return upgradeCode(n.path, o)
	case "heading":
		return upgradeHeading(n.path, o)
	case "html":
		o["cell_type"] = Markdown
	}
	return nil
}

func upgradeCode(path string, o object) error {
	delete(o, "language")
	rename(o, "input", "source")
	rename(o, "prompt_number", "execution_count")
	if v, ok := o["collapsed"]; ok {
		meta, err := node{path + ".metadata", o["metadata"]}.asObject()
		if err != nil {
			return err
		}
		meta["collapsed"] = v
		o["metadata"] = meta
		delete(o, "collapsed")
	}
	outs, err := node{path + ".outputs", o["outputs"]}.asList()
	if err != nil {
		return err
	}
	for _, n := range outs {
		out, ok := n.value.(object)
		if !ok {
			return n.want("an object")
		}
		upgradeOutput(out)
	}
	return nil
}

// upgradeHeading turns a heading into Markdown, on one line as Markdown requires.
func upgradeHeading(path string, o object) error {
	level, err := takeField(o, path, "level").asCount()
	if err != nil {
		return err
	}
	text, err := node{path + ".source", o["source"]}.asText()
	if err != nil {
		return err
	}
	o["cell_type"] = Markdown
	o["source"] = strings.Repeat("#", min(max(level, 1), 6)) + " " + strings.Join(strings.Fields(text), " ")
	return nil
}

// shortNames are the names of MIME types in format 3.
var shortNames = map[string]string{
	"text":       "text/plain",
	"html":       "text/html",
	"svg":        "image/svg+xml",
	"png":        "image/png",
	"jpeg":       "image/jpeg",
	"pdf":        "application/pdf",
	"latex":      "text/latex",
	"json":       "application/json",
	"javascript": "application/javascript",
}

func upgradeOutput(o object) {
	switch o["output_type"] {
	case "pyerr":
		o["output_type"] = "error"
	case "stream":
		rename(o, "stream", "name")
		if o["name"] == nil {
			o["name"] = "stdout"
		}
	case "pyout":
		o["output_type"] = "execute_result"
		rename(o, "prompt_number", "execution_count")
		upgradeData(o)
	case "display_data":
		upgradeData(o)
	}
}

// upgradeData moves representations, which lay in the output itself, to data.
func upgradeData(o object) {
	data := object{}
	for short, mime := range shortNames {
		v, ok := o[short]
		if !ok {
			continue
		}
		delete(o, short)
		data[mime] = upgradeText(mime, v)
	}
	o["data"] = data
	if o["metadata"] == nil {
		o["metadata"] = object{}
	}
}

// upgradeText joins lines, and reads JSON, which format 3 held as text.
func upgradeText(mime string, v any) any {
	s, ok := v.(string)
	if list, isList := v.([]any); isList {
		s, ok = joinStrings(list)
	}
	if !ok {
		return v
	}
	if isJSON(mime) {
		if tree, err := parseJSON([]byte(s)); err == nil {
			return tree
		}
	}
	return s
}

func rename(o object, old, now string) {
	if v, ok := o[old]; ok {
		o[now] = v
		delete(o, old)
	}
}
