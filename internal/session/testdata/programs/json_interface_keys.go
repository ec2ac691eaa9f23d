// Maps with interfaces as keys: JSON refuses them by their type, unless the keys have texts.
package main

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
)

type Mark int

func (m Mark) MarshalText() ([]byte, error) { return []byte(fmt.Sprint("m", int(m))), nil }
func (m Mark) String() string               { return fmt.Sprint("mark ", int(m)) }
func (m Mark) Error() string                { return fmt.Sprint("mark ", int(m)) }

func main() {
	for _, x := range []any{map[error]int{errors.New("a"): 1}, map[fmt.Stringer]Mark{Mark(1): 2}, map[encoding.TextMarshaler]Mark{Mark(1): 2}, map[any]int{Mark(1): 1}, map[Mark]any{1: 2}, []map[error]any{{Mark(1): Mark(2)}}, map[string]map[error]Mark{}, map[error]int(nil), map[string]any{"a": map[error]int{}}} {
		b, err := json.Marshal(x)
		fmt.Println(string(b), err)
		slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
			if a.Key == "time" {
				return slog.Attr{}
			}
			return a
		}})).Info("m", "x", x)
	}
}
