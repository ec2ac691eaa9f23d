package notebook

import (
	"encoding/json"
	"fmt"
	"strings"
)

// object is a JSON object.
type object = map[string]any

// node is a value of a JSON tree with its place, for messages.
type node struct {
	path  string
	value any
}

// errorf is an error at the node's place.
func (n node) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %s", n.path, fmt.Sprintf(format, args...))
}

// want is the error for a value of another type.
func (n node) want(what string) error {
	return n.errorf("want %s, have %s", what, kind(n.value))
}

// kind names the JSON type of v.
func kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case json.Number:
		return "a number"
	case string:
		return "a string"
	case []any:
		return "a list"
	}
	return "an object"
}

// asObject is the node as an object, an empty one for null.
func (n node) asObject() (object, error) {
	switch v := n.value.(type) {
	case nil:
		return object{}, nil
	case object:
		return v, nil
	}
	return nil, n.want("an object")
}

// asList is the elements of the node, none for null.
func (n node) asList() ([]node, error) {
	if n.value == nil {
		return nil, nil
	}
	values, ok := n.value.([]any)
	if !ok {
		return nil, n.want("a list")
	}
	nodes := make([]node, len(values))
	for i, v := range values {
		nodes[i] = node{fmt.Sprintf("%s[%d]", n.path, i), v}
	}
	return nodes, nil
}

// asText is the node as a string, which files may split in a list of lines; null
// is empty.
func (n node) asText() (string, error) {
	switch v := n.value.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case []any:
		if s, ok := joinStrings(v); ok {
			return s, nil
		}
	}
	return "", n.want("a string or a list of strings")
}

// asCount is the node as a number that is not negative, 0 for null.
func (n node) asCount() (int, error) {
	if n.value == nil {
		return 0, nil
	}
	num, ok := n.value.(json.Number)
	if !ok {
		return 0, n.want("a number")
	}
	i, err := num.Int64()
	if err != nil || i < 0 || i > 1<<31-1 {
		return 0, n.errorf("want a whole number from 0 up, have %s", num)
	}
	return int(i), nil
}

// takeField removes a field from the object at path.
func takeField(o object, path, name string) node {
	v := o[name]
	delete(o, name)
	return node{strings.TrimPrefix(path+"."+name, "."), v}
}

// joinStrings is the concatenation of a list of strings.
func joinStrings(list []any) (string, bool) {
	var b strings.Builder
	for _, v := range list {
		s, ok := v.(string)
		if !ok {
			return "", false
		}
		b.WriteString(s)
	}
	return b.String(), true
}
