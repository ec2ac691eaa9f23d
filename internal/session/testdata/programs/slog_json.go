// JSON of the handlers of log/slog, and of encoders, without escapes for HTML.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"os"
)

type Sh interface{ Area() float64 }
type Circ struct{ R float64 }

func (c *Circ) Area() float64 { return c.R }

type Deep struct {
	*Circ
	Any any
	L   []any
}
type E1 struct{ Code int }

func (e E1) Error() string { return fmt.Sprint("E1:", e.Code) }

type P struct {
	U *url.URL
	S string
}

func main() {
	d := &Deep{Circ: &Circ{2}, Any: 1}
	fmt.Println(len(fmt.Sprint([]any{d})) < 20)
	noTime := &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}}
	j := slog.New(slog.NewJSONHandler(os.Stdout, noTime))
	var b bytes.Buffer
	t := slog.New(slog.NewTextHandler(&b, noTime))
	t.Info("m", "x", []any{d})
	fmt.Println(b.Len() < 60, len(fmt.Sprint(slog.Any("x", []any{d}))) < 30)
	j.Info("m", "x", []error{E1{1}})
	j.Info("m", "x", []any{E1{1}})
	j.Info("m", "x", map[string]error{"a": E1{1}})
	j.Info("m", "x", []fmt.Stringer{})
	s, err := json.Marshal([]error{E1{1}})
	fmt.Println(string(s), err)
	u, _ := url.Parse("http://a/b?c=1&d=2")
	j.Info("m", "x", P{u, "<a&b>"})
	j.Info("m", "x", &P{u, "<a&b>"}, "y", []any{P{u, "&"}})
	e := json.NewEncoder(os.Stdout)
	e.SetEscapeHTML(false)
	e.Encode(P{u, "<&>"})
	e.Encode([]any{P{u, "<&>"}})
	e.Encode([]any{struct{ A any }{P{u, "<&>"}}})
	e.SetEscapeHTML(true)
	e.Encode([]any{P{u, "<&>"}})
	s, _ = json.Marshal(P{u, "<&>"})
	fmt.Println(string(s))
	j.Info("m", "x", map[*P]int{nil: 1}, "y", struct{ F func() }{}, "z", P{})
	j.Info("m", "x", make(chan *P))
	j.Info("m", "x", []any{make(chan *P)})
	_, err = json.Marshal(map[*P]int{nil: 1})
	fmt.Println(err)
}
