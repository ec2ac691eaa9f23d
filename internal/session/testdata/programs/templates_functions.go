package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"text/template"
)

type broken struct{ Code int }

func (b broken) Error() string { return fmt.Sprint("broken ", b.Code) }

type row int
type share float64
type mark uint8
type name string
type flag bool

type plan struct{ R row }

func (plan) Fails() string { panic(broken{7}) }

func main() {
	funcs := template.FuncMap{
		"fails": func() string { panic(broken{5}) },
		"text":  func(s ...string) string { panic("text" + strings.Join(s, "")) },
		"row":   func(r row, more ...row) row { return r + row(len(more)) },
		"share": func(s share) share { return s / 2 },
		"mark":  func(m mark) mark { return m + 1 },
		"name":  func(n name) name { return n + "!" },
		"flag":  func(f flag) flag { return !f },
		"upper": strings.ToUpper,
		"join":  func(s ...string) string { return strings.Join(s, "+") },
	}
	for _, text := range []string{"{{fails}}", "{{text}}", "{{.Fails}}", "{{row 1}} {{row 1 2 3}} {{row 2.0}} {{row -3}} {{row 'a'}} {{row .R}}",
		"{{share 1}} {{share 1.5}} {{share -1}}", "{{mark 3}} {{mark 4.0}}", "{{name `x`}}", "{{flag true}}", "{{upper `a`}} {{join}} {{join `a` `b`}}"} {
		t := template.Must(template.New("x").Funcs(funcs).Parse(text + "\n"))
		err := t.Execute(os.Stdout, plan{4})
		var b broken
		if err != nil {
			fmt.Println(err, errors.As(err, &b), b.Code)
		}
	}
	for _, text := range []string{"{{row 1.5}}", "{{row true}}", "{{mark -1}}", "{{name 1}}", "{{flag 1}}", "{{share `x`}}"} {
		t := template.Must(template.New("x").Funcs(funcs).Parse(text))
		fmt.Println(t.Execute(os.Stdout, plan{4}) != nil)
	}
}
