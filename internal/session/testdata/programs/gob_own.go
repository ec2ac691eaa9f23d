package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"time"
)

// Types that encode themselves, in interfaces.

type T struct{ a int }

func (t T) GobEncode() ([]byte, error) { return []byte{'t', byte(t.a)}, nil }
func (t *T) GobDecode(b []byte) error {
	t.a = int(b[1])
	fmt.Println("T decodes", string(b[:1]))
	return nil
}

type U struct{ b int }

func (t U) GobEncode() ([]byte, error) { return []byte{'u', byte(t.b)}, nil }
func (t *U) GobDecode(b []byte) error {
	t.b = int(b[1])
	fmt.Println("U decodes", string(b[:1]))
	return nil
}

type L struct {
	time.Time
	N int
}

func send(x any) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(&x); err != nil {
		fmt.Println(err)
		return
	}
	var y any
	err := gob.NewDecoder(&b).Decode(&y)
	fmt.Printf("%T %v %v\n", y, y, err)
}

func main() {
	send(T{1})
	send(L{time.Unix(3, 0).UTC(), 2})
	gob.Register(T{})
	gob.Register(U{})
	gob.Register(L{})
	gob.Register([]any{})
	send(T{1})
	send(U{2})
	send([]any{U{2}, T{3}})
	send(L{time.Unix(3, 0).UTC(), 2})
	send(time.Unix(5, 0).UTC())
	gob.Register(time.Time{})
	send(time.Unix(5, 0).UTC())
}
