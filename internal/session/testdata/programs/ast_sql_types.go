package main

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"reflect"
	"strings"
)

type size struct{ W, h int }
type word string
type shape interface{ Area() int }

func (s size) Area() int { return s.W * s.h }

type picture struct {
	Name  word
	Sizes []size
	By    map[word]*size
	Any   any
	Shape shape
	Ident *ast.Ident
	quiet int
	Next  *picture
}

type counted struct{ n *int }

func (c counted) Write(p []byte) (int, error) {
	*c.n += strings.Count(string(p), "\n")
	return len(p), nil
}

func main() {
	var f sql.NullFloat64
	var s sql.NullString
	var t sql.NullTime
	var i sql.NullInt64
	fmt.Println(f.Scan(&size{1, 2}), s.Scan([]size{}), s.Scan(map[word]size{}), t.Scan([]*size{}))
	fmt.Println(s.Scan(word("w")), s.String, i.Scan(word("7")), i.Int64, i.Scan(word("x")))
	fmt.Println(driver.Int32.ConvertValue(word("7")))
	fmt.Println(driver.DefaultParameterConverter.ConvertValue(word("7")))
	fmt.Println(driver.DefaultParameterConverter.ConvertValue([]word{"7"}))

	p := picture{"a", []size{{1, 2}}, map[word]*size{"k": {3, 4}}, word("any"), size{5, 6}, ast.NewIdent("x"), 7, &picture{Name: "b", Any: []any{size{8, 9}}}}
	ast.Print(token.NewFileSet(), p)
	ast.Print(nil, &p)
	ast.Print(nil, []word{"w"})
	ast.Print(nil, size{})
	ast.Print(nil, &ast.BasicLit{Kind: token.INT, Value: "1"})
	n := 0
	fmt.Println(ast.Fprint(counted{&n}, nil, p, nil), n)
	ast.Fprint(os.Stdout, nil, p, func(name string, v reflect.Value) bool { return name == "Name" })
}
