package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Decode reads a notebook of format 4, or of format 3, which it upgrades. Its errors name
// the line and column, or the field, that is wrong.
func Decode(data []byte) (*Notebook, error) {
	root, err := parseJSON(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err != nil {
		return nil, err
	}
	if isTooDeep(root, maxDepth) {
		return nil, fmt.Errorf("notebook: lists and objects nest more than %d deep", maxDepth)
	}
	nb, err := fromTree(root)
	if err != nil {
		return nil, fmt.Errorf("notebook: %w", err)
	}
	return nb, nil
}

// maxDepth bounds nesting, because indentation makes the written file grow with its
// square.
const maxDepth = 500

func isTooDeep(v any, left int) bool {
	deeper := func(v any) bool { return isTooDeep(v, left-1) }
	switch v := v.(type) {
	case object:
		return left == 0 || slices.ContainsFunc(slices.Collect(maps.Values(v)), deeper)
	case []any:
		return left == 0 || slices.ContainsFunc(v, deeper)
	}
	return false
}

// parseJSON reads the JSON document; numbers keep their digits.
func parseJSON(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var root any
	err := d.Decode(&root)
	if err == nil {
		if _, err = d.Token(); errors.Is(err, io.EOF) {
			return root, nil
		}
		return nil, fmt.Errorf("notebook: %s: more text after the end of the notebook", placeAt(data, d.InputOffset()))
	}
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("notebook: %s: no valid JSON: %w", placeAt(data, syntax.Offset), err)
	case errors.Is(err, io.EOF):
		return nil, errors.New("notebook: the file is empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("notebook: %s: the file ends in the middle of the notebook", placeAt(data, int64(len(data))+1))
	}
	return nil, fmt.Errorf("notebook: no valid JSON: %w", err)
}

// placeAt is line and column of an offset, both from 1.
func placeAt(data []byte, offset int64) string {
	before := data[:min(max(offset-1, 0), int64(len(data)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("%d:%d", line, column)
}

func fromTree(value any) (*Notebook, error) {
	root, ok := value.(object)
	if !ok {
		return nil, node{"the file", value}.want("an object")
	}
	if _, ok := root["nbformat"]; !ok {
		return nil, errors.New("no field nbformat: this isn't a Jupyter notebook")
	}
	major, err := takeField(root, "", "nbformat").asCount()
	if err != nil {
		return nil, err
	}
	minor, err := takeField(root, "", "nbformat_minor").asCount()
	if err != nil {
		return nil, err
	}
	switch {
	case major == 3:
		if err := upgrade(root); err != nil {
			return nil, err
		}
		minor = upgradedMinor
	case major < 3:
		return nil, fmt.Errorf("nbformat %d is too old, want 3 or 4: open it in Jupyter and save it", major)
	case major > 4:
		return nil, fmt.Errorf("nbformat %d is newer than the 4 known here: save it as nbformat 4", major)
	}
	nb := &Notebook{Minor: minor, extra: root}
	return nb, nb.takeFields(root)
}

// takeFields moves the known fields of format 4 from the root into the notebook.
func (nb *Notebook) takeFields(root object) (err error) {
	if nb.Metadata, err = takeField(root, "", "metadata").asObject(); err != nil {
		return err
	}
	if _, ok := root["cells"]; !ok {
		return errors.New("no field cells")
	}
	cells, err := takeField(root, "", "cells").asList()
	if err != nil {
		return err
	}
	for _, n := range cells {
		c, err := decodeCell(n)
		if err != nil {
			return err
		}
		nb.Cells = append(nb.Cells, c)
	}
	return nil
}

func decodeCell(n node) (*Cell, error) {
	o, ok := n.value.(object)
	if !ok {
		return nil, n.want("an object")
	}
	c := &Cell{extra: o}
	var errs [6]error
	c.Type, errs[0] = takeField(o, n.path, "cell_type").asText()
	c.ID, errs[1] = takeField(o, n.path, "id").asText()
	c.Source, errs[2] = takeField(o, n.path, "source").asText()
	c.Metadata, errs[3] = takeField(o, n.path, "metadata").asObject()
	if c.Type == Code {
		c.Count, errs[4] = takeField(o, n.path, "execution_count").asCount()
		c.Outputs, errs[5] = decodeOutputs(takeField(o, n.path, "outputs"))
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	if c.Type == "" {
		return nil, n.errorf("no cell_type, want %q, %q or %q", Code, Markdown, Raw)
	}
	return c, nil
}

func decodeOutputs(n node) ([]Output, error) {
	nodes, err := n.asList()
	if err != nil {
		return nil, err
	}
	var outs []Output
	for _, n := range nodes {
		o, ok := n.value.(object)
		if !ok {
			return nil, n.want("an object")
		}
		if err := joinLines(n.path, o); err != nil {
			return nil, err
		}
		if Output(o).Type() == "error" {
			delete(o, "status") // which the format forbids; earlier kernels sent one, and front ends stored it
		}
		outs = append(outs, o)
	}
	return outs, nil
}

// joinLines makes one string of each text that is a list of lines.
func joinLines(path string, o object) error {
	if list, ok := o["text"].([]any); ok {
		s, ok := joinStrings(list)
		if !ok {
			return node{path + ".text", list}.want("a string or a list of strings")
		}
		o["text"] = s
	}
	data, ok := o["data"].(object)
	if !ok && o["data"] != nil {
		return node{path + ".data", o["data"]}.want("an object")
	}
	for mime, v := range data {
		if list, ok := v.([]any); ok && !isJSON(mime) {
			if s, ok := joinStrings(list); ok {
				data[mime] = s
			}
		}
	}
	return nil
}

// isJSON reports whether data of a MIME type are a tree, in which a list of strings is
// just that.
func isJSON(mime string) bool {
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}
