// XML: encoding and decoding of structs.
package main

import (
	"encoding/xml"
	"fmt"
	"strings"
)

type Plant struct {
	XMLName xml.Name `xml:"plant"`
	Id      int      `xml:"id,attr"`
	Name    string   `xml:"name"`
	Origin  []string `xml:"origin"`
	note    string
}

func (p Plant) String() string {
	return fmt.Sprintf("Plant id=%v, name=%v, origin=%v", p.Id, p.Name, p.Origin)
}

type Size int

func (s Size) MarshalText() ([]byte, error) { return []byte(strings.Repeat("X", int(s)) + "L"), nil }

type Shirt struct {
	Size  Size   `xml:"size,attr"`
	Color string `xml:",chardata"`
}

type Meta struct {
	Author string `xml:"author"`
}

type Shop struct {
	XMLName xml.Name `xml:"shop"`
	Meta
	Shirts []Shirt  `xml:"shirts>shirt"`
	Plants []*Plant `xml:"parent>child>plant"`
	Note   string   `xml:",comment"`
	Empty  string   `xml:"empty,omitempty"`
}

func main() {
	coffee := &Plant{Id: 27, Name: "Coffee", note: "hidden"}
	coffee.Origin = []string{"Ethiopia", "Brazil"}
	out, err := xml.MarshalIndent(coffee, " ", "  ")
	fmt.Println(string(out), err)
	fmt.Print(xml.Header)
	var p Plant
	if err := xml.Unmarshal(out, &p); err != nil {
		panic(err)
	}
	fmt.Println(p)
	s := Shop{Meta: Meta{"me"}, Shirts: []Shirt{{2, "red"}, {1, "blue"}}, Plants: []*Plant{coffee}, Note: " hi "}
	out, err = xml.MarshalIndent(s, "", "\t")
	fmt.Println(string(out), err)
	var m Meta
	fmt.Println(xml.Unmarshal([]byte(`<m><author>Eva</author></m>`), &m), m)
	var broken Plant
	fmt.Println(xml.Unmarshal([]byte(`<plant><name>x</plant>`), &broken))
	fmt.Println(xml.Unmarshal([]byte(`<shrub/>`), &broken))
}
