// Errors: sentinels, custom types, wrapping, Is, As, Join.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
)

var ErrOutOfTea = errors.New("no more tea available")
var ErrPower = fmt.Errorf("can't boil water")

type argError struct {
	arg     int
	message string
}

func (e *argError) Error() string { return fmt.Sprintf("%d - %s", e.arg, e.message) }

type NotFound struct{ Name string }

func (e NotFound) Error() string        { return e.Name + " not found" }
func (e NotFound) Is(target error) bool { return target == fs.ErrNotExist }

type QueryError struct {
	Query string
	Err   error
}

func (e *QueryError) Error() string { return e.Query + ": " + e.Err.Error() }
func (e *QueryError) Unwrap() error { return e.Err }

type Multi []error

func (m Multi) Error() string   { return fmt.Sprintf("%d errors", len(m)) }
func (m Multi) Unwrap() []error { return m }

type code int

func (c code) Error() string   { return "code " + strconv.Itoa(int(c)) }
func (c code) Temporary() bool { return c > 100 }

func f(arg int) (int, error) {
	if arg == 42 {
		return -1, &argError{arg, "can't work with it"}
	}
	return arg + 3, nil
}

func makeTea(arg int) error {
	if arg == 2 {
		return ErrOutOfTea
	} else if arg == 4 {
		return fmt.Errorf("making tea: %w", ErrPower)
	}
	return nil
}

func query(q string) error {
	return &QueryError{q, fmt.Errorf("level 1: %w", NotFound{"row"})}
}

func main() {
	for _, i := range []int{7, 42} {
		if r, e := f(i); e != nil {
			fmt.Println("f failed:", e)
		} else {
			fmt.Println("f worked:", r)
		}
	}
	for i := range 5 {
		err := makeTea(i)
		switch {
		case errors.Is(err, ErrOutOfTea):
			fmt.Println("buy new tea")
		case errors.Is(err, ErrPower):
			fmt.Println("now it is dark:", err)
		case err == nil:
			fmt.Println("tea is ready")
		}
	}
	_, err := f(42)
	var ae *argError
	if errors.As(err, &ae) {
		fmt.Println(ae.arg, ae.message)
	}
	wrapped := fmt.Errorf("outer: %w", fmt.Errorf("inner: %w", err))
	ae = nil
	fmt.Println(errors.As(wrapped, &ae), ae.arg, wrapped)
	fmt.Println(errors.Unwrap(wrapped), errors.Unwrap(errors.Unwrap(errors.Unwrap(wrapped))))
	q := query("select")
	var nf NotFound
	var qe *QueryError
	fmt.Println(q, errors.As(q, &nf), nf.Name, errors.As(q, &qe), qe.Query, errors.Is(q, fs.ErrNotExist), errors.Is(q, NotFound{"row"}), errors.Is(q, NotFound{"other"}))
	j := errors.Join(ErrOutOfTea, nil, code(404))
	fmt.Printf("%v | %q\n", j, j.Error())
	var c code
	fmt.Println(errors.Is(j, ErrOutOfTea), errors.As(j, &c), int(c), errors.Join(nil, nil) == nil)
	two := fmt.Errorf("%w and %w", code(1), io.EOF)
	fmt.Println(two, errors.Is(two, io.EOF), errors.Is(two, code(1)), errors.Is(two, code(2)))
	m := Multi{code(5), query("x")}
	fmt.Println(m, errors.Is(m, code(5)), errors.As(m, &qe), errors.Is(m, io.EOF), errors.As(error(m), &nf))
	var temp interface{ Temporary() bool }
	fmt.Println(errors.As(two, &temp), temp.Temporary(), errors.As(io.EOF, &temp))
	_, err = os.Open("/does/not/exist")
	var pe *fs.PathError
	fmt.Println(err, errors.Is(err, os.ErrNotExist), errors.As(err, &pe), pe.Op, pe.Path)
	_, err = strconv.Atoi("12a")
	var ne *strconv.NumError
	fmt.Println(err, errors.As(err, &ne), ne.Func, ne.Num, ne.Err, errors.Is(err, strconv.ErrSyntax))
	_, err = strconv.ParseInt("999999999999999999999", 10, 64)
	fmt.Println(err, errors.Is(err, strconv.ErrRange))
	fmt.Printf("%v %+v %T %T %s %d\n", code(7), nf, nf, err, &argError{1, "x"}, code(7))
	errs := []error{code(1), nil, ErrPower}
	fmt.Println(errs, map[string]error{"k": code(2)}, struct{ E error }{NotFound{"z"}})
	switch e := err.(type) {
	case *strconv.NumError:
		fmt.Println("NumError", e.Func)
	default:
		fmt.Println("other")
	}
	var e2 error = code(3)
	switch e := e2.(type) {
	case nil:
	case interface{ Temporary() bool }:
		fmt.Println("temporary?", e.Temporary())
	}
	fmt.Println(e2 == code(3), e2 == error(code(4)), errors.New("a") == errors.New("a"))
}
