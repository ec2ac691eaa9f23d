// A service of package net/rpc: it finds the user's methods by reflection, and sends the user's types by gob.
package main

import (
	"errors"
	"fmt"
	"net"
	"net/rpc"
)

type Args struct{ A, B int }
type Quotient struct{ Quo, Rem int }
type Arith int

func (t *Arith) Multiply(args *Args, reply *int) error { *reply = args.A * args.B; return nil }
func (t *Arith) Divide(args *Args, quo *Quotient) error {
	if args.B == 0 {
		return errors.New("divide by zero")
	}
	quo.Quo, quo.Rem = args.A/args.B, args.A%args.B
	return nil
}

func main() {
	s := rpc.NewServer()
	fmt.Println(s.Register(new(Arith)))
	a, b := net.Pipe()
	go s.ServeConn(a)
	c := rpc.NewClient(b)
	var r int
	fmt.Println(c.Call("Arith.Multiply", &Args{7, 8}, &r), r)
	var q Quotient
	fmt.Println(c.Call("Arith.Divide", &Args{17, 8}, &q), q)
	fmt.Println(c.Call("Arith.Divide", &Args{17, 0}, &q), q)
	d := c.Go("Arith.Divide", Args{9, 2}, &q, nil)
	<-d.Done
	fmt.Println(d.Error, q, d.Reply.(*Quotient).Rem)
}
