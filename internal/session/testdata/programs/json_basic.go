// JSON: encoding and decoding, tags, nesting, maps, streams, custom methods.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

type response1 struct {
	Page   int
	Fruits []string
	hidden int
}

type response2 struct {
	Page   int      `json:"page"`
	Fruits []string `json:"fruits,omitempty"`
	Skip   string   `json:"-"`
	Str    int      `json:",string"`
	Ptr    *int     `json:"ptr"`
	Any    any      `json:"any"`
}

type Address struct {
	Street string `json:"street"`
	City   string `json:"city,omitempty"`
}

type Base struct {
	ID      int       `json:"id"`
	Created time.Time `json:"created"`
}

type internal struct {
	Shared string `json:"shared"`
	secret string
}

type Person struct {
	Base
	internal
	*Address
	Name    string            `json:"name"`
	Tags    map[string]string `json:"tags"`
	Friends []*Person         `json:"friends,omitempty"`
	Scores  [2]float64        `json:"scores"`
	Home    Address           `json:"home"`
	Wait    time.Duration
}

type Suit int

const (
	Clubs Suit = iota
	Hearts
)

func (s Suit) String() string { return [...]string{"clubs", "hearts"}[s] }
func (s Suit) MarshalText() ([]byte, error) {
	if s < 0 || s > 1 {
		return nil, fmt.Errorf("no suit %d", int(s))
	}
	return []byte(s.String()), nil
}
func (s *Suit) UnmarshalText(b []byte) error {
	switch string(b) {
	case "clubs":
		*s = Clubs
	case "hearts":
		*s = Hearts
	default:
		return fmt.Errorf("unknown suit %q", b)
	}
	return nil
}

type Card struct {
	Suit Suit `json:"suit"`
	Rank int  `json:"rank"`
}

type Date struct{ y, m, d int }

func (d Date) MarshalJSON() ([]byte, error) {
	return json.Marshal(fmt.Sprintf("%04d-%02d-%02d", d.y, d.m, d.d))
}
func (d *Date) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	_, err := fmt.Sscanf(s, "%d-%d-%d", &d.y, &d.m, &d.d)
	return err
}

type Event struct {
	When   Date            `json:"when"`
	Cards  []Card          `json:"cards"`
	BySuit map[Suit]int    `json:"by_suit"`
	Maybe  *Date           `json:"maybe,omitempty"`
	Raw    json.RawMessage `json:"raw"`
}

type Node struct {
	Value int    `json:"value"`
	Left  *Node  `json:"left,omitempty"`
	Kids  []Node `json:"kids,omitempty"`
	At    *Date  `json:"at,omitempty"`
}

func show(v any) {
	b, err := json.Marshal(v)
	fmt.Println(string(b), err)
}

func main() {
	show(true)
	show(1)
	show(2.34)
	show("go\"pher<")
	show([]string{"apple", "peach"})
	show(map[string]int{"apple": 5, "lettuce": 7})
	show(&response1{Page: 1, Fruits: []string{"apple"}, hidden: 3})
	show(response2{Page: 1, Str: 5, Any: Address{"x", ""}})
	show([]any{1, "a", nil, Address{"Main", "Rome"}, map[string]any{"k": &Address{Street: "s"}, "suit": Hearts}})
	show(Hearts)
	show([]Suit{Clubs, Hearts})
	show(map[Suit]Date{Hearts: {2024, 1, 2}})
	show(Suit(7))
	show(struct {
		A int
		B []byte
		C *string
		D map[string]int
		E error
	}{1, []byte("hi"), nil, nil, errors.New("x")})

	when := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	p := Person{Base: Base{1, when}, internal: internal{"sh", "se"}, Name: "Ann", Home: Address{"H", ""}, Wait: time.Second}
	p.Friends = []*Person{{Name: "Bob", Address: &Address{"B st", "C"}}}
	show(p)
	var back Person
	b, _ := json.Marshal(p)
	back.Address = &Address{}
	fmt.Println(json.Unmarshal(b, &back), back.ID, back.Created.Equal(when), back.Name, back.Friends[0].Name, back.Home, back.Wait, back.Shared)

	ev := Event{When: Date{2024, 5, 6}, Cards: []Card{{Hearts, 3}}, BySuit: map[Suit]int{Clubs: 2}, Raw: json.RawMessage(`{"a":1}`)}
	out, err := json.MarshalIndent(ev, "", "  ")
	fmt.Println(string(out), err)
	var ev2 Event
	fmt.Println(json.Unmarshal([]byte(`{"when":"2023-01-02","cards":[{"suit":"hearts","rank":9},{"suit":"clubs"}],"by_suit":{"hearts":4},"maybe":"1999-12-31"}`), &ev2))
	fmt.Println(ev2.When, ev2.Cards, ev2.BySuit, *ev2.Maybe)
	fmt.Println(json.Unmarshal([]byte(`{"cards":[{"suit":"stars"}]}`), &ev2))
	fmt.Println(json.Unmarshal([]byte(`{"when":5}`), &ev2))
	n := Node{Value: 1, Left: &Node{Value: 2, At: &Date{1, 2, 3}}, Kids: []Node{{Value: 3}}}
	show(n)
	var n2 Node
	fmt.Println(json.Unmarshal([]byte(`{"value":1,"left":{"value":2,"at":"0004-05-06","kids":[{"value":7}]}}`), &n2), n2.Left.Kids[0].Value, *n2.Left.At)

	var dat map[string]any
	if err := json.Unmarshal([]byte(`{"num":6.13,"strs":["a","b"],"o":{"x":null}}`), &dat); err != nil {
		panic(err)
	}
	fmt.Println(dat, dat["num"].(float64), dat["strs"].([]any)[0].(string))
	res := response2{}
	fmt.Println(json.Unmarshal([]byte(`{"page": 1, "fruits": ["apple", "peach"], "Str":"12", "ptr": 5, "any":[1,{"a":2}]}`), &res))
	fmt.Println(res.Page, res.Fruits[0], res.Str, *res.Ptr, res.Any)
	var cards []Card
	fmt.Println(json.Unmarshal([]byte(`[{"suit":"hearts","rank":1},{"rank":2}]`), &cards), cards)
	var m map[string]Card
	fmt.Println(json.Unmarshal([]byte(`{"a":{"suit":"hearts"}}`), &m), m)

	fmt.Println(json.Unmarshal([]byte(`{"page": "x"}`), &res))
	fmt.Println(json.Unmarshal([]byte(`{bad json}`), &res))
	var ute *json.UnmarshalTypeError
	var se *json.SyntaxError
	fmt.Println(errors.As(json.Unmarshal([]byte(`[1]`), &res), &ute), errors.As(json.Unmarshal([]byte(`[1`), &res), &se))
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent(">", " ")
	enc.Encode(map[string]int{"apple": 5})
	enc.Encode(Card{Hearts, 2})
	dec := json.NewDecoder(strings.NewReader(`{"suit":"hearts","rank":3} {"suit":"clubs","rank":4}`))
	for dec.More() {
		var c Card
		fmt.Println(dec.Decode(&c), c)
	}
	strict := json.NewDecoder(strings.NewReader(`{"suit":"hearts","color":3}`))
	strict.DisallowUnknownFields()
	var c Card
	fmt.Println(strict.Decode(&c))
	fmt.Println(json.Valid([]byte(`{}`)))
}
