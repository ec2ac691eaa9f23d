// The names that encoders and flags give to the user's types.
package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
)

type Base struct {
	ID int `json:"id"`
}

type Celsius float64

type Person struct {
	Base
	Boss *Person            `json:"boss"`
	Pay  struct{ Cent int } `json:"pay"`
	Temp []Celsius
}

type Node struct {
	Name string  `xml:"name,attr"`
	Kids []Node  `xml:"kid"`
	Next *Node   `xml:"next"`
	Any  any     `xml:"any"`
	All  []*Node `xml:"list>item"`
}

// Level is a name in JSON, but a number as a key.
type Level int

func (l Level) MarshalJSON() ([]byte, error) { return json.Marshal(fmt.Sprint("level ", int(l))) }

func (l *Level) UnmarshalJSON(b []byte) error {
	_, err := fmt.Sscanf(string(b), "\"level %d\"", (*int)(l))
	return err
}

// words is a flag that may stand several times.
type words []string

func (w *words) String() string { return strings.Join(*w, "+") }

func (w *words) Set(s string) error {
	*w = append(*w, s)
	return nil
}

type late struct{ by int }

func (l late) Error() string { return fmt.Sprint("late by ", l.by) }

func main() {
	for _, s := range []string{`{"id":"x"}`, `{"boss":{"id":"x"}}`, `{"pay":{"Cent":"x"}}`, `{"boss":{"boss":5}}`, `[1]`, `{"pay":3}`, `{"Temp":["a"]}`, `{"Temp":"a"}`} {
		var p Person
		err := json.Unmarshal([]byte(s), &p)
		var e *json.UnmarshalTypeError
		if errors.As(err, &e) {
			fmt.Println(err, "|", e.Struct, e.Field, e.Type)
		}
	}

	var held struct {
		S fmt.Stringer
		E []interface{ Area() float64 }
		N int
	}
	for _, s := range []string{`{"S": 5, "N": 1}`, `{"S": null, "N": 2}`, `{"E": [1], "N": 3}`} {
		fmt.Println(json.Unmarshal([]byte(s), &held), held.S, held.N)
	}

	levels := map[Level][]Level{3: {1, 2}}
	j, err := json.Marshal(levels)
	fmt.Println(string(j), err)
	fmt.Println(json.Unmarshal([]byte(`{"4": ["level 5"]}`), &levels), len(levels), levels[4][0] == 5)

	b, err := xml.Marshal([]Node{{Name: "a", Kids: []Node{{Name: "b"}}, Next: &Node{Name: "c"}, Any: Node{Name: "d"}, All: []*Node{{Name: "e"}}}})
	fmt.Println(string(b), err)

	fs := flag.NewFlagSet("names", flag.ContinueOnError)
	fs.SetOutput(os.Stdout)
	var w words
	fs.Var(&w, "w", "a `word`")
	fmt.Println(fs.Parse([]string{"-w", "one", "-w=two", "-x"}), w)

	fmt.Printf("failed: %w\n", late{3})
	fmt.Printf("failed: %w\n", &late{4})
	fmt.Println(fmt.Errorf("failed: %w", late{5}), fmt.Errorf("failed: %w", Celsius(6)))
}
