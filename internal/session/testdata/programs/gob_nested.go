package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
)

// Values of the user's in the library's slices and maps, in an interface.

type Fault struct{ Code int }

func (f Fault) Error() string { return fmt.Sprint("fault ", f.Code) }

func send(x any) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(&x); err != nil {
		fmt.Println(err)
		return
	}
	var y any
	err := gob.NewDecoder(&b).Decode(&y)
	fmt.Printf("%T %v %v\n", y, y, err)
	switch y := y.(type) {
	case []any:
		f, ok := y[0].(Fault)
		fmt.Println(f.Code, ok)
	case []error:
		f, ok := y[0].(Fault)
		fmt.Println(f.Code, ok)
	case map[string]any:
		f, ok := y["k"].([]any)[0].(Fault)
		fmt.Println(f.Code, ok)
	}
}

func main() {
	send([]error{Fault{1}})
	send([]any{Fault{1}})
	gob.Register([]error{})
	gob.Register([]any{})
	gob.Register(map[string]any{})
	send([]any{Fault{1}})
	gob.Register(Fault{})
	send([]error{Fault{1}, Fault{2}})
	send([]any{Fault{1}, 3, "x"})
	send(map[string]any{"k": []any{Fault{4}}})
	send([][]error{{Fault{5}}})
}
