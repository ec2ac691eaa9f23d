// What package database/sql says of an argument that no driver takes.
package main

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

type Driver struct{}

func (Driver) Open(string) (driver.Conn, error) { return conn{}, nil }

type conn struct{}

func (conn) Prepare(string) (driver.Stmt, error) { return stmt{}, nil }
func (conn) Close() error                        { return nil }
func (conn) Begin() (driver.Tx, error)           { return nil, errors.New("no transactions") }

type stmt struct{}

func (stmt) Close() error  { return nil }
func (stmt) NumInput() int { return -1 }
func (stmt) Exec(args []driver.Value) (driver.Result, error) {
	fmt.Println("exec", args)
	return driver.RowsAffected(1), nil
}
func (stmt) Query(args []driver.Value) (driver.Rows, error) { return nil, errors.New("no rows") }

type Plain struct {
	X int
	y string
}

type Number int

func main() {
	sql.Register("plain", Driver{})
	db, _ := sql.Open("plain", "")
	for _, x := range []any{Number(1), Plain{1, "a"}, struct{ A Plain }{}} {
		_, err := db.Exec("x", x)
		fmt.Println(err)
	}
}
