package main

import (
	"encoding/gob"
	"fmt"
)

// Names and types that are registered twice.

type Place struct{ A int }
type Pair struct{ B int }

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	f()
	fmt.Println("registered")
}

func main() {
	try(func() { gob.Register(Place{}) })
	try(func() { gob.Register(Place{}) })
	try(func() { gob.Register(&Place{}) })
	try(func() { gob.RegisterName("place", Place{}) })
	try(func() { gob.RegisterName("pair", &Pair{}) })
	try(func() { gob.RegisterName("pair", &Pair{}) })
	try(func() { gob.RegisterName("pair", Pair{}) })
	try(func() { gob.RegisterName("pair", Place{}) })
	try(func() { gob.RegisterName("pairs", &Pair{}) })
	try(func() { gob.RegisterName("pair", []error{}) })
	try(func() { gob.RegisterName("errors", []error{}) })
	try(func() { gob.RegisterName("errors", map[string]error{}) })
	try(func() { gob.RegisterName("errors", 3) })
	try(func() { gob.RegisterName("main.Place", &Pair{}) })
	try(func() { gob.Register(&Pair{}) })
}
