// Lists and rings of the library, and errors with methods of the program's, in loops.
package main

import (
	"container/list"
	"container/ring"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

type card struct {
	rank int
	suit string
}

func values(l *list.List) string {
	var b strings.Builder
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Fprint(&b, e.Value, " ")
	}
	n := 0
	for e := l.Back(); e != nil; e = e.Prev() {
		n++
	}
	return fmt.Sprint(b.String(), l.Len(), n)
}

func lists() {
	l := list.New()
	var kept []*list.Element
	for i := 0; i < 12; i++ {
		var e *list.Element
		switch i % 4 {
		case 0:
			e = l.PushBack(i)
		case 1:
			e = l.PushFront(card{i, "♠"})
		case 2:
			e = l.InsertAfter(&card{i, "♥"}, kept[i-1])
		default:
			e = l.InsertBefore(fmt.Sprint("s", i), l.Back())
		}
		kept = append(kept, e)
	}
	for _, e := range kept {
		if c, ok := e.Value.(*card); ok {
			e.Value = *c
			c.rank = -1
		}
	}
	fmt.Println(values(l))
	for i, e := range kept {
		switch i % 5 {
		case 0:
			l.MoveToFront(e)
		case 1:
			l.MoveToBack(e)
		case 2:
			l.MoveAfter(e, l.Front())
		case 3:
			l.MoveBefore(e, kept[(i+5)%12])
		default:
			fmt.Println("removed", l.Remove(e), l.Remove(e), e.Next() == nil)
		}
	}
	fmt.Println(values(l))
	var other list.List // ready to use
	for i := 0; i < 3; i++ {
		other.PushBack(i)
		fmt.Println(other.Remove(kept[0]), l.InsertAfter("x", other.Front()) == nil)
		other.PushBackList(l)
		other.PushFrontList(&other)
	}
	fmt.Println(values(&other))
	type queue struct{ list.List }
	q := &queue{}
	for i := 0; i < 4; i++ {
		q.PushBack(nil)
		q.PushBack(errors.New("e"))
	}
	for q.Len() > 1 {
		v := q.Remove(q.Front())
		_, is := v.(error)
		fmt.Print(v, is, " ")
	}
	fmt.Println(q.Init().Len())
	sum := 0
	for range 3 { // a foreign element, and nil
		func() {
			defer func() { fmt.Println("recovered:", recover() != nil) }()
			sum++
			l.Remove(nil)
		}()
	}
	r := ring.New(5)
	for i := 0; i < r.Len(); i++ {
		r.Value = card{i, "♦"}
		r = r.Next()
	}
	for i := 0; i < 3; i++ {
		r = r.Move(i)
		gone := r.Unlink(1)
		r.Link(ring.New(1)).Value = "new"
		sum += gone.Len()
		r.Do(func(v any) {
			if c, ok := v.(card); ok {
				sum += c.rank
			}
		})
	}
	fmt.Println(sum, r.Len())
}

type notFound struct{ name string }

func (e notFound) Error() string        { return "no " + e.name }
func (e notFound) Is(target error) bool { return target == fs.ErrNotExist }

type layered struct {
	text  string
	below error
}

func (e *layered) Error() string { return e.text + ": " + e.below.Error() }
func (e *layered) Unwrap() error { return e.below }

type several []error

func (e several) Error() string   { return fmt.Sprint(len(e), " errors") }
func (e several) Unwrap() []error { return e }

type code int

func (c code) Error() string { return fmt.Sprint("code ", int(c)) }
func (c code) As(target any) bool {
	if p, ok := target.(*notFound); ok {
		p.name = fmt.Sprint("page ", int(c))
		return true
	}
	return false
}

type faulty struct{}

func (faulty) Error() string   { return "faulty" }
func (faulty) Is(error) bool   { panic("asked") }
func (*faulty) Unwrap() error  { return nil }
func (faulty) String() string  { return "never" }
func (f faulty) As(any) bool   { panic(fmt.Sprint("as ", f)) }
func (f *faulty) Other() error { return f }

var errBase = errors.New("base")

func errs() {
	all := []error{
		nil, errBase, errors.New("base"), io.EOF, notFound{"door"}, &layered{"a", errBase},
		&layered{"b", &layered{"c", notFound{"key"}}}, several{io.EOF, nil, &layered{"d", errBase}},
		several(nil), code(404), code(500), fmt.Errorf("w: %w", errBase), fmt.Errorf("two: %w %w", io.EOF, code(404)),
		errors.Join(errBase, nil, io.ErrUnexpectedEOF), errors.Join(nil, nil), faulty{}, &faulty{}, &fs.PathError{Op: "open", Path: "x", Err: os.ErrNotExist},
	}
	targets := []error{nil, errBase, io.EOF, fs.ErrNotExist, notFound{"door"}, code(404), several{io.EOF}}
	for i, err := range all {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Print(" panic ", r)
				}
				fmt.Println()
			}()
			fmt.Print(i, " ")
			for _, t := range targets {
				if errors.Is(err, t) {
					fmt.Print("1")
				} else {
					fmt.Print("0")
				}
			}
			var nf notFound
			var ly *layered
			var pe *fs.PathError
			var c code
			var un interface{ Unwrap() []error }
			fmt.Print(" ", errors.As(err, &nf), nf.name, errors.As(err, &ly), ly != nil, errors.As(err, &pe), errors.As(err, &c), int(c), errors.As(err, &un))
			if l, ok := errors.AsType[*layered](err); ok {
				fmt.Print(" ", l.text)
			}
			u := errors.Unwrap(err)
			fmt.Print(" ", u, errors.Unwrap(u))
		}()
	}
	for _, bad := range []any{nil, errBase, new(int)} {
		func() {
			defer func() { fmt.Println(recover()) }()
			errors.As(errBase, bad)
		}()
	}
	n := 0
	for i := 0; i < 1000; i++ {
		var err error
		switch i % 3 {
		case 1:
			err = errBase
		case 2:
			err = fmt.Errorf("%d: %w", i, &layered{"deep", notFound{"x"}})
		}
		if errors.Is(err, errBase) {
			n++
		} else if errors.Is(err, fs.ErrNotExist) {
			n += 1000
		}
	}
	fmt.Println(n)
}

func main() {
	lists()
	errs()
}
